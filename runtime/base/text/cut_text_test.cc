#include "base/text/cut_text.h"

#include <gtest/gtest.h>

namespace oarlock::base {
namespace {

TEST(CutText, KeepsWholeCharacters) {
  EXPECT_EQ(CutText("abc", 3), "abc");
  EXPECT_EQ(CutText("abc", 2), "ab");
  EXPECT_EQ(CutText("a\xc3\xa4", 2), "a");
  EXPECT_EQ(CutText("a\xc3\xa4z", 3), "a\xc3\xa4");
  EXPECT_EQ(CutText("\xf0\x9f\x98\x80", 3), "");
  EXPECT_EQ(CutText("", 0), "");
}

}  // namespace
}  // namespace oarlock::base
