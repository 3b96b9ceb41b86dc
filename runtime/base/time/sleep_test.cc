#include "base/time/sleep.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/fake_clock.h"
#include "base/real_clock.h"

namespace oarlock::base {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(SleepUntil, EndsAtItsTime) {
  FakeClock clock;
  const MonoTime until = clock.Now() + seconds(5);
  EXPECT_TRUE(SleepUntil(clock, clock.Now(), {}));
  std::atomic<bool> slept{false};
  std::thread sleeper([&] { slept = SleepUntil(clock, until, {}); });
  while (!slept) clock.Advance(seconds(1));
  sleeper.join();
  EXPECT_GE(clock.Now(), until);
}

TEST(SleepUntil, AStopEndsIt) {
  RealClock clock;
  std::stop_source stop;
  std::thread sleeper(
      [&] { EXPECT_FALSE(SleepUntil(clock, clock.Now() + hours(1), stop.get_token())); });
  stop.request_stop();
  sleeper.join();
  EXPECT_FALSE(SleepUntil(clock, clock.Now(), stop.get_token()));
}

}  // namespace
}  // namespace oarlock::base
