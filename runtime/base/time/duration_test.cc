#include "base/time/duration.h"

#include <gtest/gtest.h>

namespace oarlock::base {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(Duration, ReadsWhatGoReads) {
  EXPECT_EQ(*ParseDuration("30s"), seconds(30));
  EXPECT_EQ(*ParseDuration("1h30m"), minutes(90));
  EXPECT_EQ(*ParseDuration("1.5s"), milliseconds(1500));
  EXPECT_EQ(*ParseDuration("250ms"), milliseconds(250));
  EXPECT_EQ(*ParseDuration("0"), Duration::zero());
  EXPECT_EQ(*ParseDuration("-5m"), -minutes(5));
  EXPECT_EQ(*ParseDuration("10h"), hours(10));
}

TEST(Duration, RefusesWhatItDoesNotKnowAndSaysWhatItDoes) {
  for (const char* bad : {"", "5", "5 s", "s", "1d", "1h x", ".", "1e3s", "99999999999h"}) {
    const auto result = ParseDuration(bad);
    ASSERT_FALSE(result.ok()) << bad;
    EXPECT_NE(result.status().message().find("30s"), std::string::npos);
  }
}

TEST(Duration, WritesWhatItReads) {
  for (const char* text : {"0s", "30s", "1h30m", "10h", "250ms", "1.5s", "1h0.5s", "7us", "-2m"}) {
    EXPECT_EQ(FormatDuration(*ParseDuration(text)), text);
  }
}

}  // namespace
}  // namespace oarlock::base
