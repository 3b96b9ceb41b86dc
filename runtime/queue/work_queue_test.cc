#include "queue/work_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/fake_clock.h"

namespace oarlock::queue {
namespace {

using base::Duration;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

Key K(std::string name) { return {0, 0, "ns", std::move(name)}; }

class WorkQueueTest : public testing::Test {
 protected:
  std::string Take(WorkQueue& queue) {
    const auto item = queue.TryGet();
    return item ? item->key.name : "";
  }
  std::string RunAll(WorkQueue& queue) {
    std::string order;
    while (const auto item = queue.TryGet()) {
      order += item->key.name;
      queue.Done(item->key);
    }
    return order;
  }
  double Metric(const std::string& name, const std::string& label = {}) {
    double sum = 0;
    for (const auto& family : metrics_.Collect()) {
      if (family.name != name) continue;
      for (const auto& sample : family.samples) {
        const bool matches = label.empty() || sample.labels.back().second == label;
        if (matches) sum += sample.value;
      }
    }
    return sum;
  }

  base::FakeClock clock_;
  base::MetricRegistry metrics_;
  WorkQueue queue_{{.name = "c"}, clock_, &metrics_};
};

TEST_F(WorkQueueTest, WQ_1_2_AQueuedKeyIsNotDuplicated) {
  EXPECT_TRUE(queue_.Add(K("a")));
  EXPECT_TRUE(queue_.Add(K("a")));
  queue_.Add(K("b"));
  EXPECT_EQ(queue_.Len(), 2u);
  EXPECT_EQ(RunAll(queue_), "ab");
  EXPECT_EQ(queue_.stats().keys, 0u);
}

TEST_F(WorkQueueTest, WQ_3_AddedWhileProcessingRunsOnceMoreAfterDone) {
  queue_.Add(K("a"));
  ASSERT_EQ(Take(queue_), "a");
  queue_.Add(K("a"));
  queue_.Add(K("a"));
  EXPECT_EQ(Take(queue_), "");
  EXPECT_EQ(queue_.stats().dirty, 1u);
  queue_.Done(K("a"));
  EXPECT_EQ(RunAll(queue_), "a");
}

TEST_F(WorkQueueTest, WQ_5_DoneOfAKeyNotProcessingIsHarmless) {
  queue_.Done(K("a"), {Verdict::Next::kRateLimited});
  queue_.Add(K("a"));
  queue_.Done(K("a"), {Verdict::Next::kHold});
  EXPECT_EQ(RunAll(queue_), "a");
}

TEST_F(WorkQueueTest, WQ_6_LenCountsReadyKeysOnly) {
  queue_.AddAfter(K("later"), seconds(1));
  queue_.Add(K("a"));
  queue_.Add(K("b"));
  Take(queue_);
  queue_.Add(K("a"));
  EXPECT_EQ(queue_.Len(), 1u);
}

TEST_F(WorkQueueTest, WQ_7_ShutDownHandsOutWhatIsQueuedAndIgnoresAdds) {
  queue_.Add(K("a"));
  queue_.AddAfter(K("later"), seconds(1));
  queue_.ShutDown();
  queue_.ShutDown();  // WQ-10
  EXPECT_FALSE(queue_.Add(K("b")));
  EXPECT_FALSE(queue_.AddAfter(K("b"), seconds(1)));  // DQ-6
  Item item;
  EXPECT_EQ(queue_.Get(item), GetResult::kItem);
  queue_.Done(item.key, {Verdict::Next::kAfter, false, seconds(1)});
  EXPECT_EQ(queue_.Get(item), GetResult::kShutDown);
  EXPECT_EQ(clock_.pending_timers(), 0u);
}

TEST_F(WorkQueueTest, ShutDownNowHandsOutNothingMore) {
  queue_.Add(K("a"));
  queue_.Add(K("b"));
  ASSERT_EQ(Take(queue_), "a");
  queue_.Add(K("a"));
  queue_.ShutDownNow();
  queue_.Done(K("a"));
  EXPECT_EQ(Take(queue_), "");
  EXPECT_EQ(queue_.stats().keys, 0u);
}

TEST_F(WorkQueueTest, DQ_1_2_TheEarliestDelayWins) {
  queue_.AddAfter(K("a"), seconds(10));
  queue_.AddAfter(K("a"), seconds(5));
  queue_.AddAfter(K("a"), seconds(20));
  queue_.AddAfter(K("now"), Duration::zero());
  EXPECT_EQ(RunAll(queue_), "now");
  clock_.Advance(milliseconds(4999));
  EXPECT_EQ(queue_.Len(), 0u);
  clock_.Advance(milliseconds(1));
  EXPECT_EQ(RunAll(queue_), "a");
  clock_.Advance(hours(1));
  EXPECT_EQ(queue_.Len(), 0u);
}

TEST_F(WorkQueueTest, DQ_3_PQ_3_AnAddEndsTheDelayOrKeepsItByOption) {
  WorkQueue keeping({.name = "", .keep_delay = true}, clock_);
  for (WorkQueue* queue : {&queue_, &keeping}) {
    queue->AddAfter(K("a"), seconds(5));
    queue->Add(K("a"));
    EXPECT_EQ(RunAll(*queue), "a");
  }
  clock_.Advance(seconds(5));
  EXPECT_EQ(RunAll(queue_), "");
  EXPECT_EQ(RunAll(keeping), "a");
}

TEST_F(WorkQueueTest, DQ_7_EveryDelayedAddCountsAsRetry) {
  queue_.AddAfter(K("a"), Duration::zero());
  queue_.AddAfter(K("b"), seconds(1));
  queue_.AddRateLimited(K("c"));
  EXPECT_EQ(Metric("workqueue_retries_total"), 3);
}

TEST_F(WorkQueueTest, AVeryLongDelayDoesNotOverflow) {
  queue_.AddAfter(K("a"), Duration::max());
  EXPECT_EQ(queue_.Len(), 0u);
  clock_.Advance(hours(24 * 365));
  EXPECT_EQ(queue_.Len(), 0u);
}

TEST_F(WorkQueueTest, RL_8_BackoffGrowsPerKeyAndForgetClearsOnlyTheCount) {
  for (uint32_t n = 0; n < 4; ++n) {
    queue_.AddRateLimited(K("a"));
    EXPECT_EQ(queue_.NumRequeues(K("a")), n + 1);
    clock_.Advance(milliseconds(5 << n) - Duration(1));
    EXPECT_EQ(queue_.Len(), 0u);
    clock_.Advance(Duration(1));
    EXPECT_EQ(RunAll(queue_), "a");
  }
  queue_.AddRateLimited(K("a"));
  queue_.Forget(K("a"));
  EXPECT_EQ(queue_.stats().delayed, 1u);
  EXPECT_EQ(queue_.NumRequeues(K("a")), 0u);
}

TEST_F(WorkQueueTest, RL_9_IdleFailureCountsAreBounded) {
  WorkQueue queue({.name = "", .idle_histories_max = 10}, clock_);
  for (int i = 0; i < 50; ++i) queue.AddRateLimited(K(std::to_string(i)));
  clock_.Advance(seconds(1));
  RunAll(queue);
  EXPECT_EQ(queue.stats().keys, 10u);
}

TEST_F(WorkQueueTest, RefusesAndCountsAddsPastItsLimit) {
  WorkQueue queue({.name = "small", .keys_max = 2}, clock_, &metrics_);
  EXPECT_TRUE(queue.Add(K("a")));
  EXPECT_TRUE(queue.AddAfter(K("b"), seconds(1)));
  EXPECT_FALSE(queue.Add(K("c")));
  EXPECT_FALSE(queue.AddRateLimited(K("c")));
  EXPECT_TRUE(queue.Add(K("a")));
  EXPECT_EQ(Metric("oarlock_workqueue_refused_total", "small"), 2);
}

TEST_F(WorkQueueTest, PQ_1_2_HigherPriorityFirstThenFifoAndNeverLowered) {
  queue_.Add(K("a"), {-100});
  queue_.Add(K("b"));
  queue_.Add(K("c"), {10});
  queue_.Add(K("d"));
  queue_.Add(K("a"), {10});  // raised: to the end of its new level
  queue_.Add(K("c"), {-100});
  EXPECT_EQ(RunAll(queue_), "cabd");
}

TEST_F(WorkQueueTest, PQ_5_ADueKeyCompetesByItsPriority) {
  queue_.AddAfter(K("late"), seconds(1), {5});
  queue_.Add(K("a"));
  clock_.Advance(seconds(1));
  queue_.Add(K("b"), {5});
  EXPECT_EQ(RunAll(queue_), "lateba");
}

TEST_F(WorkQueueTest, AgeingEndsTheStarvationOfLowPriorities) {
  queue_.Add(K("low"), {kPriorityLow});
  clock_.Advance(seconds(299));
  queue_.Add(K("x"));
  EXPECT_EQ(Take(queue_), "x");
  clock_.Advance(seconds(2));  // 100 points are worth 300 s
  queue_.Add(K("y"));
  EXPECT_EQ(Take(queue_), "low");
}

TEST_F(WorkQueueTest, C_WQ_06_AnAddDuringARunIsMergedIntoOneMore) {
  queue_.Add(K("k"));
  ASSERT_EQ(Take(queue_), "k");
  clock_.Advance(milliseconds(500));
  queue_.Add(K("k"));
  clock_.Advance(milliseconds(1500));
  queue_.Done(K("k"));
  ASSERT_EQ(Take(queue_), "k");
  clock_.Advance(milliseconds(100));
  queue_.Add(K("k"));
  queue_.Done(K("k"));
  EXPECT_EQ(RunAll(queue_), "k");
  EXPECT_EQ(RunAll(queue_), "");
}

TEST(RetryDelay, C_WQ_07_NeverOverflowsNorDecreases) {
  const RetryDelay delay = ExponentialDelay(milliseconds(5), seconds(30));
  Duration last{};
  for (uint32_t n = 0; n < 100; ++n) {
    EXPECT_GE(delay(n), last);
    last = delay(n);
    EXPECT_LE(last, seconds(30));
  }
  EXPECT_EQ(last, seconds(30));
  EXPECT_EQ(delay(UINT32_MAX), seconds(30));
  EXPECT_EQ(delay(12), milliseconds(5 << 12));  // 20.48 s, the last below the cap
}

TEST(RetryDelay, RL_3_5_6_PartsCombine) {
  const RetryDelay fast = FastSlowDelay(seconds(1), seconds(60), 2);
  EXPECT_EQ(fast(1), seconds(1));
  EXPECT_EQ(fast(2), seconds(60));
  EXPECT_EQ(MaxOfDelays({fast, ExponentialDelay(seconds(8), hours(1))})(0), seconds(8));
  EXPECT_EQ(CappedDelay(fast, seconds(7))(5), seconds(7));
  EXPECT_EQ(ExponentialDelay()(0), milliseconds(5));  // RL-7
  EXPECT_EQ(ExponentialDelay()(60), seconds(1000));
}

TEST_F(WorkQueueTest, C_WQ_09_AChangeOvertakesAResync) {
  for (int i = 0; i < 1000; ++i) {
    queue_.Add(K(std::to_string(i)), {kPriorityLow, true});
  }
  const auto first = queue_.TryGet();
  queue_.Add(K("999"));
  clock_.Advance(milliseconds(50));
  queue_.Done(first->key);
  const auto second = queue_.TryGet();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->key.name, "999");
  EXPECT_FALSE(second->refresh);
}

TEST_F(WorkQueueTest, C_WQ_10_DepthCountsReadyKeysOnce) {
  for (int i = 0; i < 100; ++i) queue_.Add(K("k"));
  queue_.AddAfter(K("m"), hours(1));
  EXPECT_EQ(Metric("workqueue_depth"), 1);
  EXPECT_EQ(Metric("oarlock_workqueue_delayed"), 1);
  EXPECT_EQ(RunAll(queue_), "k");
  EXPECT_EQ(Metric("workqueue_depth"), 0);
  EXPECT_EQ(Metric("oarlock_workqueue_delayed"), 1);
}

TEST_F(WorkQueueTest, C_MET_03_DepthPerPriorityIsBoundedAndAddsUp) {
  for (int i = 0; i < 100; ++i) queue_.Add(K(std::to_string(i)), {i % 30});
  for (int i = 0; i < 50; ++i) queue_.AddAfter(K("d" + std::to_string(i)), hours(1), {i % 30});
  EXPECT_EQ(Metric("workqueue_depth"), 100);
  for (double done = 0; const auto item = queue_.TryGet();) {
    queue_.Done(item->key);
    EXPECT_EQ(Metric("workqueue_adds_total"), ++done + Metric("workqueue_depth"));
  }
  EXPECT_EQ(Metric("workqueue_depth"), 0);
  std::set<std::string> priorities;
  for (const auto& family : metrics_.Collect()) {
    if (family.name != "workqueue_depth") continue;
    for (const auto& sample : family.samples) priorities.insert(sample.labels.back().second);
  }
  EXPECT_EQ(priorities.size(), kPriorityLabelsMax);
  EXPECT_TRUE(priorities.contains("exceeded_cardinality_limit"));
}

TEST_F(WorkQueueTest, MQ_1_2_RunsUnderWayAreMeasuredAtTheScrape) {
  queue_.Add(K("a"));
  queue_.Add(K("b"));
  Take(queue_);
  clock_.Advance(seconds(3));
  Take(queue_);
  clock_.Advance(seconds(2));
  EXPECT_DOUBLE_EQ(Metric("workqueue_unfinished_work_seconds"), 7);
  EXPECT_DOUBLE_EQ(Metric("workqueue_longest_running_processor_seconds"), 5);
  queue_.Done(K("a"));
  for (const auto& family : metrics_.Collect()) {
    if (family.name == "workqueue_work_duration_seconds") {
      EXPECT_DOUBLE_EQ(family.samples.at(0).sum, 5);
      EXPECT_EQ(family.samples.at(0).bounds.size(), 12u);
    }
    if (family.name == "workqueue_queue_duration_seconds") {
      EXPECT_DOUBLE_EQ(family.samples.at(0).sum, 3);
    }
  }
}

TEST_F(WorkQueueTest, AGoneQueueLeavesNoSeriesAndNoTimer) {
  const size_t families = metrics_.Collect().size();
  {
    WorkQueue queue({.name = "gone"}, clock_, &metrics_);
    queue.AddAfter(K("a"), hours(1));
    EXPECT_EQ(clock_.pending_timers(), 1u);
  }
  EXPECT_EQ(clock_.pending_timers(), 0u);
  EXPECT_EQ(metrics_.Collect().size(), families);
  EXPECT_EQ(Metric("oarlock_workqueue_delayed", "gone"), 0);
}

TEST_F(WorkQueueTest, PauseStopsDispatchButNotDelaysNorCoalescing) {
  queue_.Pause();
  queue_.Add(K("a"));
  queue_.Add(K("a"), {10});
  queue_.AddAfter(K("b"), seconds(1));
  clock_.Advance(seconds(1));
  EXPECT_EQ(Take(queue_), "");
  EXPECT_EQ(queue_.Len(), 2u);
  size_t woken = 0;
  queue_.SetOnReady([&](size_t n) { woken += n; });
  EXPECT_EQ(woken, 0u);
  queue_.Resume();
  EXPECT_EQ(woken, 2u);
  EXPECT_EQ(RunAll(queue_), "ab");
}

TEST_F(WorkQueueTest, OnReadyTellsOfEveryKeyThatCanBeTaken) {
  size_t woken = 0;
  queue_.SetOnReady([&](size_t n) { woken += n; });
  queue_.Add(K("a"));
  queue_.Add(K("a"));
  EXPECT_EQ(woken, 1u);
  Take(queue_);
  queue_.Add(K("a"));
  EXPECT_EQ(woken, 1u);
  queue_.Done(K("a"));
  EXPECT_EQ(woken, 2u);
  queue_.AddAfter(K("b"), seconds(1));
  queue_.AddAfter(K("c"), seconds(1));
  clock_.Advance(seconds(1));
  EXPECT_EQ(woken, 4u);
  size_t next = 0;
  queue_.SetOnReady([&](size_t n) { next += n; });  // a new generation is told what waits
  EXPECT_EQ(next, 3u);
}

TEST_F(WorkQueueTest, RL_4_TheBucketIsAskedAtDispatchNotAtAdd) {
  WorkQueue queue({.name = "", .dispatch_limit = {.qps = 10, .burst = 2}}, clock_);
  size_t woken = 0;
  queue.SetOnReady([&](size_t n) { woken += n; });
  for (int i = 0; i < 1000; ++i) queue.Add(K("a"));  // one key costs one token
  queue.Add(K("b"));
  queue.Add(K("c"));
  EXPECT_EQ(RunAll(queue), "ab");
  EXPECT_EQ(std::exchange(woken, 0), 3u);
  clock_.Advance(milliseconds(99));
  EXPECT_EQ(RunAll(queue), "");
  clock_.Advance(milliseconds(1));
  EXPECT_EQ(woken, 1u);
  EXPECT_EQ(RunAll(queue), "c");
}

TEST_F(WorkQueueTest, AHeldKeyWaitsForAChangeAndIgnoresRefreshes) {
  queue_.Add(K("a"));
  Take(queue_);
  queue_.Done(K("a"), {Verdict::Next::kHold, true});
  EXPECT_TRUE(queue_.Add(K("a"), {kPriorityLow, true}));
  EXPECT_EQ(queue_.Len(), 0u);
  EXPECT_EQ(Metric("oarlock_workqueue_held"), 1);
  queue_.Add(K("a"));
  EXPECT_EQ(RunAll(queue_), "a");
  EXPECT_EQ(queue_.stats().held, 0u);
}

TEST_F(WorkQueueTest, AHoldGivesWayToAChangeDuringTheRun) {
  for (const bool refresh : {true, false}) {
    queue_.Add(K("a"));
    Take(queue_);
    queue_.Add(K("a"), {0, refresh});
    queue_.Done(K("a"), {Verdict::Next::kHold});
    EXPECT_EQ(queue_.Len(), refresh ? 0u : 1u);
  }
}

TEST_F(WorkQueueTest, ResetBackoffFreesFailingAndHeldKeysButNotTimers) {
  queue_.AddAfter(K("timer"), hours(1));
  for (int i = 0; i < 20; ++i) queue_.AddRateLimited(K("failing"));
  queue_.Add(K("held"));
  Take(queue_);
  queue_.Done(K("held"), {Verdict::Next::kHold});
  queue_.ResetBackoff();
  EXPECT_EQ(queue_.Len(), 2u);
  EXPECT_EQ(queue_.stats().delayed, 1u);
  EXPECT_EQ(queue_.NumRequeues(K("failing")), 0u);
  EXPECT_TRUE(queue_.Find(K("timer"))->due);
}

TEST_F(WorkQueueTest, FindSaysWhyAKeyIsNotRunning) {
  queue_.Add(K("a"));
  Take(queue_);
  queue_.Add(K("a"), {7});
  queue_.AddRateLimited(K("b"));
  const KeyInfo a = *queue_.Find(K("a"));
  EXPECT_TRUE(a.processing && a.dirty && !a.ready);
  EXPECT_EQ(a.priority, 7);
  const KeyInfo b = *queue_.Find(K("b"));
  EXPECT_TRUE(b.backing_off);
  EXPECT_EQ(*b.due, clock_.Now() + milliseconds(5));
  EXPECT_FALSE(queue_.Find(K("c")));
}

}  // namespace
}  // namespace oarlock::queue
