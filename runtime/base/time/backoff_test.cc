#include "base/time/backoff.h"

#include <gtest/gtest.h>

#include <set>

#include "base/fake_clock.h"

namespace oarlock::base {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class BackoffTest : public testing::Test {
 protected:
  FakeClock clock_;
  Random random_{7};
};

TEST_F(BackoffTest, FC_1_FirstTheInitialDelayThenDoubledUpToTheCap) {
  Backoff backoff({.initial = seconds(1), .cap = seconds(50), .jitter = 0}, clock_, random_);
  for (const int expected : {1, 2, 4, 8, 16, 32, 50, 50, 50}) {
    EXPECT_EQ(backoff.Next(), seconds(expected));
  }
}

TEST_F(BackoffTest, FC_1_JitterAddsUpToItsFactorOfTheDelay) {
  std::set<Duration> seen;
  for (int i = 0; i < 100; ++i) {
    Backoff backoff({.initial = seconds(10), .cap = minutes(1), .jitter = 0.5}, clock_, random_);
    seen.insert(backoff.Next());
  }
  EXPECT_GE(*seen.begin(), seconds(10));
  EXPECT_LT(*seen.rbegin(), seconds(15));
  EXPECT_GT(seen.size(), 50u);
}

// The state belongs to who waits, so there is no map to collect; a quiet period starts it anew.
TEST_F(BackoffTest, FC_2_AQuietPeriodAfterTheLastDelayStartsAnew) {
  const BackoffOptions options{
      .initial = seconds(1), .cap = seconds(50), .jitter = 0, .reset_after = seconds(100)};
  Backoff backoff(options, clock_, random_);
  for (const int expected : {1, 2, 4}) EXPECT_EQ(backoff.Next(), seconds(expected));
  clock_.Advance(seconds(4) + seconds(100) - Duration(1));
  EXPECT_EQ(backoff.Next(), seconds(8));
  clock_.Advance(seconds(8) + seconds(100));
  EXPECT_EQ(backoff.Next(), seconds(1));
  EXPECT_EQ(backoff.Next(), seconds(2));
  backoff.Reset();
  EXPECT_EQ(backoff.Next(), seconds(1));
}

TEST_F(BackoffTest, FC_2_ManyFailuresNeverOverflow) {
  Backoff backoff({.initial = seconds(1), .cap = hours(1), .factor = 1e6}, clock_, random_);
  for (int i = 0; i < 200; ++i) {
    const Duration delay = backoff.Next();
    EXPECT_GE(delay, seconds(1));
    EXPECT_LE(delay, hours(2));
  }
}

}  // namespace
}  // namespace oarlock::base
