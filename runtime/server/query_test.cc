#include "server/query.h"

#include <gtest/gtest.h>

namespace oarlock::server {
namespace {

TEST(Query, TakesNamesAndValuesApart) {
  const auto query = Query::Parse("a=1&b=x%2Fy+z&&c&a=2&d=false");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->Get("a"), "1");
  EXPECT_EQ(query->All("a"), (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(query->Get("b"), "x/y z");
  EXPECT_TRUE(query->Has("c") && query->IsTrue("c") && query->Get("c").empty());
  EXPECT_FALSE(query->Has("e") || query->IsTrue("d") || query->IsTrue("e"));
}

TEST(Query, RefusesBadEscapes) {
  for (const char* text : {"a=%", "a=%2", "a=%zz", "%=1"}) EXPECT_FALSE(Query::Parse(text)) << text;
}

TEST(Query, EscapedTextComesBack) {
  const std::string text = "ns/na me&=+%\xc3\xa4";
  EXPECT_EQ(Escape(text), "ns%2Fna%20me%26%3D%2B%25%C3%A4");
  std::string back;
  EXPECT_TRUE(Unescape(Escape(text), true, back));
  EXPECT_EQ(back, text);
}

}  // namespace
}  // namespace oarlock::server
