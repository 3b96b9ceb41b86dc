// Priorities and ageing of the work queue.
#include <gtest/gtest.h>

#include <set>

#include "queue/keys/ready_keys.h"
#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

using base::Duration;
using base::MonoTime;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

// What follows a key while it waits may be gone when the key waits again.
TEST(ReadyKeys, WhatStandsBehindTheFirstOfALaneIsThere) {
  ReadyKeys ready{seconds(1)};
  Entry a, b, c, urgent, raised;
  for (Entry* entry : {&a, &b, &c, &raised}) ready.Push(*entry, MonoTime{});
  urgent.priority = 1;
  ready.Push(urgent, MonoTime{hours(1)});
  EXPECT_EQ(ready.Behind(a, 1), &b);
  ready.Remove(b);
  EXPECT_EQ(ready.Behind(a, 1), nullptr);
  EXPECT_EQ(ready.Behind(a, 2), &c);
  EXPECT_EQ(ready.Behind(urgent, 1), nullptr);
  ready.Raise(raised, 1, MonoTime{hours(2)});  // keeps its older rank: beside the lanes
  EXPECT_EQ(raised.where, Entry::kHeap);
  EXPECT_EQ(ready.Behind(raised, 1), nullptr);
  ready.Remove(a);
  EXPECT_EQ(&ready.top(), &c);
  EXPECT_EQ(ready.Behind(c, 1), nullptr);
  for (Entry* entry : {&c, &raised, &urgent}) ready.Remove(*entry);
  EXPECT_TRUE(ready.empty());
}

TEST_F(WorkQueueTest, PQ_1_HigherPriorityFirstThenFirstInFirstOut) {
  queue_.Add(K("a"), {-100});
  queue_.Add(K("b"));
  queue_.Add(K("c"), {10});
  queue_.Add(K("d"));
  queue_.Add(K("e"), {10});
  queue_.Add(K("f"), {-100});
  EXPECT_EQ(RunAll(queue_), "cebdaf");
}

TEST_F(WorkQueueTest, PQ_2_AReaddRaisesToTheEndOfTheLevelAndNeverLowers) {
  queue_.Add(K("a"), {-100});
  queue_.Add(K("b"), {10});
  queue_.Add(K("c"));
  queue_.Add(K("a"), {10});    // behind b
  queue_.Add(K("b"), {-100});  // no effect
  queue_.Add(K("c"), {5});
  EXPECT_EQ(queue_.Find(K("b"))->priority, 10);
  EXPECT_EQ(RunAll(queue_), "bac");
}

TEST_F(WorkQueueTest, PQ_2_ADelayedKeyKeepsTheHighestPriorityAndTheEarliestTime) {
  queue_.AddAfter(K("a"), seconds(5), {1});
  queue_.AddAfter(K("a"), seconds(9), {7});
  queue_.AddAfter(K("a"), seconds(7), {3});
  EXPECT_EQ(queue_.Find(K("a"))->priority, 7);
  EXPECT_EQ(*queue_.Find(K("a"))->due, clock_.Now() + seconds(5));
  queue_.Add(K("a"), {2});  // also when an add ends the delay
  EXPECT_EQ(queue_.TryGet()->priority, 7);
}

TEST_F(WorkQueueTest, PQ_4_ALockedKeyIsPassedUntilItIsDone) {
  queue_.Add(K("locked"));
  Take(queue_);
  queue_.Add(K("locked"), {100});
  queue_.Add(K("low"), {-100});
  queue_.Add(K("lower"), {-200});
  EXPECT_EQ(Take(queue_), "low");
  queue_.Done(K("locked"));
  EXPECT_EQ(Take(queue_), "locked");
  EXPECT_EQ(Take(queue_), "lower");
}

TEST_F(WorkQueueTest, PQ_5_ADueKeyCompetesByItsPriority) {
  queue_.AddAfter(K("late"), seconds(1), {5});
  queue_.AddAfter(K("later"), seconds(2), {5});
  queue_.Add(K("a"));
  clock_.Advance(seconds(1));
  queue_.Add(K("b"), {5});
  clock_.Advance(seconds(1));
  EXPECT_EQ(RunAll(queue_), "lateblatera");
}

TEST_F(WorkQueueTest, PQ_7_LenAndDepthCountReadyKeysOnly) {
  queue_.AddAfter(K("a"), seconds(1), {-5});
  EXPECT_EQ(queue_.Len(), 0u);
  EXPECT_EQ(Metric("workqueue_depth"), 0);
  EXPECT_EQ(Metric("workqueue_adds_total"), 0);
  queue_.Add(K("a"), {3});  // now, and at the higher priority
  EXPECT_EQ(queue_.Len(), 1u);
  EXPECT_EQ(MetricSum(metrics_, "workqueue_depth", "priority", "3"), 1);
  EXPECT_EQ(MetricSum(metrics_, "workqueue_depth", "priority", "-5"), 0);
  EXPECT_EQ(Metric("workqueue_adds_total"), 1);
  queue_.Add(K("a"), {4});
  EXPECT_EQ(MetricSum(metrics_, "workqueue_depth", "priority", "4"), 1);
  EXPECT_EQ(Metric("workqueue_depth"), 1);
  queue_.AddAfter(K("b"), seconds(1));
  clock_.Advance(seconds(1));
  EXPECT_EQ(queue_.Len(), 2u);
  EXPECT_EQ(Metric("workqueue_adds_total"), 2);
}

// A priority queue here drains like a plain one; only ShutDownNow leaves keys behind.
TEST_F(WorkQueueTest, PQ_8_ShutDownDrainsByPriorityAndNowDoesNot) {
  queue_.Add(K("a"));
  queue_.Add(K("b"), {5});
  queue_.ShutDown();
  EXPECT_EQ(RunAll(queue_), "ba");
  WorkQueue now({.name = ""}, clock_);
  now.Add(K("a"));
  now.ShutDownNow();
  now.ShutDown();  // a second one is harmless
  Item item;
  EXPECT_EQ(now.Get(item), GetResult::kShutDown);
}

// No buffer between adders and takers: what was added can be taken by the next call.
TEST_F(WorkQueueTest, PQ_9_AnAddIsThereAtOnce) {
  for (int i = 0; i < 1000; ++i) {
    queue_.Add(K("low" + std::to_string(i)), {-1});
    queue_.Add(K("high"));
    ASSERT_EQ(queue_.Len(), static_cast<size_t>(i) + 2);
    ASSERT_EQ(Take(queue_), "high");
    queue_.Done(K("high"));
  }
}

TEST_F(WorkQueueTest, PQ_10_DepthHasABoundedNumberOfPriorities) {
  for (int i = 0; i < 30; ++i) queue_.Add(K(std::to_string(i)), {i * 10});
  EXPECT_EQ(MetricSum(metrics_, "workqueue_depth", "priority", "0"), 1);
  EXPECT_EQ(MetricSum(metrics_, "workqueue_depth", "priority", "exceeded_cardinality_limit"), 6);
  // The shared label counts down, too.
  for (int i = 0; i < 6; ++i) Take(queue_);
  EXPECT_EQ(MetricSum(metrics_, "workqueue_depth", "priority", "exceeded_cardinality_limit"), 0);
  EXPECT_EQ(Metric("workqueue_depth"), 24);
}

// One worker, 50 ms a key: a change that comes in behind a resync of 1 000 keys.
TEST_F(WorkQueueTest, C_WQ_09_AChangeOvertakesAResync) {
  for (int i = 0; i < 1000; ++i) queue_.Add(K(std::to_string(i)), {kPriorityLow, true});
  const MonoTime start = clock_.Now();
  std::set<std::string> ran;
  auto item = queue_.TryGet();
  queue_.Add(K("999"));
  MonoTime changed_ran{};
  while (item) {
    clock_.Advance(milliseconds(50));
    queue_.Done(item->key);
    EXPECT_TRUE(ran.emplace(item->key.name()).second);
    if (item->key.name() == "999") {
      changed_ran = clock_.Now();
      EXPECT_FALSE(item->refresh);
    }
    item = queue_.TryGet();
  }
  EXPECT_LE(changed_ran - start, 2 * milliseconds(50));
  EXPECT_EQ(ran.size(), 1000u);
}

// Steady work of normal priority that keeps the one worker busy all the time.
Duration WaitOfALowKey(Duration ageing_per_point, Duration give_up) {
  base::FakeClock clock;
  WorkQueue queue({.name = "", .ageing_per_point = ageing_per_point}, clock);
  queue.Add(K("low"), {kPriorityLow, true});
  const MonoTime start = clock.Now();
  for (uint64_t n = 0; clock.Now() - start < give_up; ++n) {
    queue.Add(K(std::to_string(n)));
    const auto item = queue.TryGet();
    if (item->key.name() == "low") break;
    clock.Advance(milliseconds(10));
    queue.Done(item->key);
  }
  return clock.Now() - start;
}

// controller-runtime's starvation: what came with the initial list never runs. Here one point of
// priority is worth 3 s of waiting, so 100 points are 300 s.
TEST(WorkQueueAgeing, PQ_11_SteadyLoadDelaysALowPriorityButCannotStarveIt) {
  EXPECT_EQ(WaitOfALowKey(Duration::zero(), seconds(600)), seconds(600));  // strict: starves
  const Duration waited = WaitOfALowKey(seconds(3), seconds(600));
  EXPECT_GE(waited, seconds(300));
  EXPECT_LE(waited, seconds(300) + milliseconds(10));
}

// Even under overload: nothing that came more than its age later goes before it.
TEST(WorkQueueAgeing, UnderOverloadNothingThatCameAfterItsAgeOvertakesALowKey) {
  base::FakeClock clock;
  WorkQueue queue({.name = "", .ageing_per_point = milliseconds(30)}, clock);
  const MonoTime start = clock.Now();
  queue.Add(K("low"), {kPriorityLow});  // 3 s of age
  for (uint64_t n = 0;; ++n) {
    queue.Add(K("x" + std::to_string(n)));
    queue.Add(K("y" + std::to_string(n)));  // twice what can be done
    const auto item = queue.TryGet();
    if (item->key.name() == "low") break;
    EXPECT_LE(clock.Now() - item->waited - start, seconds(3));
    clock.Advance(milliseconds(10));
    queue.Done(item->key);
    ASSERT_LT(n, 1000u);
  }
}

TEST(WorkQueueAgeing, HighPrioritiesAgeNoneAway) {
  base::FakeClock clock;
  WorkQueue queue({.name = ""}, clock);
  queue.Add(K("low"), {kPriorityLow});
  clock.Advance(seconds(299));
  queue.Add(K("x"));
  EXPECT_EQ(queue.TryGet()->key.name(), "x");
  clock.Advance(seconds(2));
  queue.Add(K("y"));
  queue.Add(K("urgent"), {10});
  EXPECT_EQ(queue.TryGet()->key.name(), "urgent");
  EXPECT_EQ(queue.TryGet()->key.name(), "low");
}

// The extremes of priority and ageing stay in order: no overflow.
TEST(WorkQueueAgeing, TheExtremesDoNotOverflow) {
  base::FakeClock clock;
  WorkQueue queue({.name = "", .ageing_per_point = hours(1000)}, clock);
  clock.Advance(hours(24 * 3650));
  queue.Add(K("min"), {INT32_MIN});
  queue.Add(K("zero"));
  queue.Add(K("max"), {INT32_MAX});
  EXPECT_EQ(queue.TryGet()->priority, kPriorityMax);
  EXPECT_EQ(queue.TryGet()->priority, 0);
  EXPECT_EQ(queue.TryGet()->priority, -kPriorityMax);
}

}  // namespace
}  // namespace oarlock::queue
