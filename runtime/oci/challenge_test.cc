#include "oci/challenge.h"

#include <gtest/gtest.h>

namespace oarlock::oci {
namespace {

TEST(Challenge, ReadsSchemesWithTheirParameters) {
  const auto all =
      ParseChallenges({R"(Bearer realm="https://auth.example/token?a=b",service="reg, istry",)"
                       R"(scope="repository:a/b:pull,push", Basic realm=plain)",
                       R"(Negotiate)"});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].scheme, "bearer");
  EXPECT_EQ(all[0].Param("realm"), "https://auth.example/token?a=b");
  EXPECT_EQ(all[0].Param("service"), "reg, istry");
  EXPECT_EQ(all[0].Param("scope"), "repository:a/b:pull,push");
  EXPECT_EQ(all[0].Param("error"), "");
  EXPECT_EQ(all[1].scheme, "basic");
  EXPECT_EQ(all[1].Param("realm"), "plain");
  EXPECT_EQ(all[2].scheme, "negotiate");
}

TEST(Challenge, SurvivesWhatIsNone) {
  for (const char* text : {"", ",,,", "=", "= = =", "Bearer realm=\"", "Bearer realm=\"a\\", "\"",
                           "a=b", "Bearer  ,realm", "\x01\x02"}) {
    (void)ParseChallenges({text});
  }
  EXPECT_TRUE(ParseChallenges({"a=b"}).empty()) << "a parameter of nothing";
  EXPECT_EQ(ParseChallenges({R"(Bearer realm="a\"b)"}).at(0).Param("realm"), "a\"b");
}

}  // namespace
}  // namespace oarlock::oci
