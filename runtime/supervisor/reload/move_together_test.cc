#include "supervisor/reload/move_together.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/fake_clock.h"

namespace oarlock::supervisor {
namespace {

using Stage = MoveTogether::Stage;

bool Never() { return false; }

TEST(MoveTogether, NobodyPassesBeforeAllHaveArrived) {
  base::FakeClock clock;
  MoveTogether together(clock);
  std::atomic<int> passed{0};
  std::thread a([&] {
    EXPECT_TRUE(together.Arrive(Stage::kPrepared, "a", {}, Never).ok());
    ++passed;
  });
  std::thread b([&] {
    EXPECT_TRUE(together.Arrive(Stage::kPrepared, "b", {}, Never).ok());
    ++passed;
  });
  together.Begin(3);
  EXPECT_EQ(passed, 0);
  EXPECT_TRUE(together.Arrive(Stage::kPrepared, "c", {}, Never).ok());
  a.join();
  b.join();
  EXPECT_FALSE(together.failure());
}

TEST(MoveTogether, OneFailureIsEverybodys) {
  base::FakeClock clock;
  MoveTogether together(clock);
  together.Begin(2);
  base::Status a_got;
  std::thread a([&] { a_got = together.Arrive(Stage::kPrepared, "a", {}, Never); });
  const base::Status b_got =
      together.Arrive(Stage::kPrepared, "b", base::InvalidArgument("no such type"), Never);
  a.join();
  EXPECT_EQ(a_got.message(), "all or nothing: plugin b: no such type");
  EXPECT_EQ(b_got.message(), a_got.message());
}

TEST(MoveTogether, AFailureReachesThoseWhoPassedAlready) {
  base::FakeClock clock;
  MoveTogether together(clock);
  together.Begin(1);
  EXPECT_TRUE(together.Arrive(Stage::kActivated, "a", {}, Never).ok());
  together.Fail("b", "crashed on probation");
  ASSERT_TRUE(together.failure());
  EXPECT_NE(together.failure()->find("crashed on probation"), std::string::npos);
}

TEST(MoveTogether, WhoIsInterruptedDoesNotKeepTheOthersWaiting) {
  base::FakeClock clock;
  MoveTogether together(clock);
  together.Begin(2);
  EXPECT_FALSE(together.Arrive(Stage::kPrepared, "a", {}, [] { return true; }).ok());
}

}  // namespace
}  // namespace oarlock::supervisor
