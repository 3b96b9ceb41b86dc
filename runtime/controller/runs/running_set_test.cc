#include "controller/runs/running_set.h"

#include <gtest/gtest.h>

#include "base/fake_clock.h"

namespace oarlock::controller {
namespace {

using std::chrono::seconds;

class RunningSetTest : public ::testing::Test {
 protected:
  // Taken at that second; with a deadline as late again.
  Running Run(queue::Item& item, std::string_view name, int second) {
    item.key = {0, 0, "ns", name};
    item.taken = base::MonoTime(seconds(second));
    return {&item, base::MonoTime(seconds(2 * second)), nullptr, 0, 0};
  }
  std::string Keys() const {
    std::string out;
    for (const RunInfo& run : set.list()) out += std::string(run.key.name()) + " ";
    return out;
  }

  base::FakeClock clock;
  RunningSet set{clock};
  queue::Item items[3];
  Running a = Run(items[0], "a", 1);
  Running b = Run(items[1], "b", 2);
  Running c = Run(items[2], "c", 3);
};

TEST_F(RunningSetTest, AnyRunMayEndFirst) {
  EXPECT_EQ(set.oldest(), nullptr);
  for (Running* run : {&b, &a, &c}) set.Add(*run);
  EXPECT_EQ(Keys(), "a b c ");
  EXPECT_EQ(set.oldest(), &b);  // started first
  set.Remove(b);
  EXPECT_EQ(Keys(), "a c ");
  EXPECT_EQ(set.oldest(), &a);
  set.Remove(c);
  set.Remove(a);
  EXPECT_EQ(set.size(), 0U);
  EXPECT_EQ(set.started(), 3U);
}

TEST_F(RunningSetTest, TheFirstDeadlineIsOfARunThatNobodyHasCancelled) {
  EXPECT_EQ(set.first_deadline(), base::kNever);
  set.Add(b);
  set.Add(a);
  EXPECT_EQ(set.first_deadline(), a.deadline);
  EXPECT_TRUE(set.late(a.deadline - base::Duration(1)).empty());
  EXPECT_EQ(set.late(a.deadline), RunningSet::Cancellations{a.cancellation});
  a.cancellation->Cancel(CancelReason::kDeadline);
  EXPECT_EQ(set.first_deadline(), b.deadline);
  EXPECT_EQ(set.list().front().cancelled, CancelReason::kDeadline);
  EXPECT_EQ(set.all().size(), 2U);
}

TEST_F(RunningSetTest, OnlyACancellationNobodyHasLookedAtServesAgain) {
  set.Add(a);
  const Cancellation* const first = a.cancellation.get();
  set.Remove(a);
  set.Add(b);
  EXPECT_EQ(b.cancellation.get(), first);
  const std::shared_ptr<Cancellation> held = b.cancellation;
  set.Remove(b);
  set.Add(c);
  EXPECT_NE(c.cancellation.get(), first);
  EXPECT_FALSE(c.cancellation->cancelled());
  c.cancellation->Cancel(CancelReason::kDrain);
  set.Remove(c);
  set.Add(a);
  EXPECT_FALSE(a.cancellation->cancelled());
  set.Remove(a);
}

}  // namespace
}  // namespace oarlock::controller
