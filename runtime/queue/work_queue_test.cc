// The basic queue: coalescing, runs, pause, hold, shutdown, and what is told about keys.
#include "queue/work_queue.h"

#include <gtest/gtest.h>

#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

using base::Duration;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_F(WorkQueueTest, WQ_1_AnAddMakesAKeyReadyAndWakesOneTaker) {
  size_t woken = 0;
  queue_.SetOnReady([&](size_t n) { woken += n; });
  EXPECT_TRUE(queue_.Add(K("a")));
  EXPECT_EQ(woken, 1u);
  EXPECT_EQ(queue_.Len(), 1u);
  EXPECT_TRUE(queue_.Find(K("a"))->ready);
  ASSERT_EQ(Take(queue_), "a");
  queue_.Add(K("a"));  // dirty, but its run is under way: nobody is woken
  EXPECT_EQ(woken, 1u);
  EXPECT_TRUE(queue_.Find(K("a"))->dirty);
}

TEST_F(WorkQueueTest, WQ_2_AQueuedKeyIsNotDuplicated) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue_.Add(K("a")));
  queue_.Add(K("b"));
  EXPECT_EQ(queue_.Len(), 2u);
  EXPECT_EQ(Metric("workqueue_adds_total"), 2);
  EXPECT_EQ(RunAll(queue_), "ab");
  EXPECT_EQ(queue_.stats().keys, 0u);
}

TEST_F(WorkQueueTest, WQ_3_AddedWhileProcessingRunsOnceMoreAfterDone) {
  queue_.Add(K("a"));
  ASSERT_EQ(Take(queue_), "a");
  for (int i = 0; i < 5; ++i) queue_.Add(K("a"));
  EXPECT_EQ(Take(queue_), "");
  EXPECT_EQ(queue_.stats().dirty, 1u);
  queue_.Done(K("a"));
  EXPECT_EQ(RunAll(queue_), "a");
}

TEST_F(WorkQueueTest, WQ_4_AGetMovesTheKeyFromReadyToProcessing) {
  Item item;
  EXPECT_EQ(queue_.Get(item, clock_.Now()), GetResult::kDeadline);
  queue_.Add(K("a"));
  EXPECT_EQ(queue_.Get(item), GetResult::kItem);
  EXPECT_EQ(item.key, K("a"));
  const KeyInfo info = *queue_.Find(K("a"));
  EXPECT_TRUE(info.processing && !info.ready && !info.dirty);
  EXPECT_EQ(queue_.Get(item, clock_.Now()), GetResult::kDeadline);
}

TEST_F(WorkQueueTest, WQ_5_DoneQueuesADirtyKeyAtTheTailEvenAfterTheShutDown) {
  for (const bool closed : {false, true}) {
    WorkQueue queue({.name = ""}, clock_);
    queue.Add(K("a"));
    ASSERT_EQ(Take(queue), "a");
    queue.Add(K("b"));
    queue.Add(K("a"));
    if (closed) queue.ShutDown();
    queue.Done(K("a"));
    EXPECT_EQ(RunAll(queue), "ba");
  }
}

TEST_F(WorkQueueTest, WQ_5_DoneOfAKeyNotProcessingIsHarmless) {
  queue_.Done(K("a"), {Verdict::Next::kRateLimited});
  queue_.Add(K("a"));
  queue_.Done(K("a"), {Verdict::Next::kHold});
  EXPECT_EQ(RunAll(queue_), "a");
  queue_.Done(K("a"));
  EXPECT_EQ(queue_.stats().keys, 0u);
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
  queue_.Add(K("b"));
  queue_.ShutDown();
  EXPECT_FALSE(queue_.Add(K("c")));
  Item item;
  ASSERT_EQ(queue_.Get(item), GetResult::kItem);
  queue_.Done(item.key, {Verdict::Next::kAfter, false, seconds(1)});
  ASSERT_EQ(queue_.Get(item), GetResult::kItem);
  EXPECT_EQ(item.key, K("b"));
  // Shut down is told only when nothing is left: b is running, but not dirty.
  EXPECT_EQ(queue_.Get(item), GetResult::kShutDown);
  queue_.Done(K("b"));
  EXPECT_EQ(queue_.stats().keys, 0u);
  EXPECT_EQ(clock_.pending_timers(), 0u);
}

TEST_F(WorkQueueTest, WQ_10_RepeatedShutDownsAreSafe) {
  queue_.Add(K("a"));
  queue_.ShutDown();
  queue_.ShutDown();
  EXPECT_FALSE(queue_.ShutDownWithDrain(clock_.Now()));
  EXPECT_EQ(RunAll(queue_), "a");
  EXPECT_TRUE(queue_.ShutDownWithDrain(clock_.Now()));
  queue_.ShutDownNow();
  queue_.ShutDownNow();
  Item item;
  EXPECT_EQ(queue_.Get(item), GetResult::kShutDown);
}

TEST_F(WorkQueueTest, WQ_10_AGoneQueueLeavesNoSeriesAndNoTimer) {
  const size_t families = metrics_.Collect().size();
  {
    WorkQueue queue({.name = "gone"}, clock_, &metrics_);
    queue.AddAfter(K("a"), hours(1));
    EXPECT_EQ(clock_.pending_timers(), 1u);
    EXPECT_EQ(Metric("oarlock_workqueue_delayed", "gone"), 1);
  }
  EXPECT_EQ(clock_.pending_timers(), 0u);
  EXPECT_EQ(metrics_.Collect().size(), families);
  EXPECT_EQ(Metric("oarlock_workqueue_delayed", "gone"), 0);
}

TEST_F(WorkQueueTest, WQ_11_NothingIsKeptOfAKeyThatIsDone) {
  const size_t before = AllocatedBytes();
  for (int i = 0; i < 100; ++i) queue_.Add(K(std::string(100'000, 'x') + std::to_string(i)));
  EXPECT_GT(AllocatedBytes(), before + 9'000'000);
  while (const auto item = queue_.TryGet()) queue_.Done(item->key);
  EXPECT_EQ(queue_.stats().keys, 0u);
  EXPECT_LT(AllocatedBytes(), before + 50'000);
}

// Equal priorities are served first in first out; nothing else can be plugged in.
TEST_F(WorkQueueTest, WQ_12_TheOrderIsFirstInFirstOutAmongEqualPriorities) {
  std::string expected;
  for (char c = 'a'; c <= 'z'; ++c) {
    queue_.Add(K(std::string(1, c)));
    expected += c;
    clock_.Advance(c % 3 == 0 ? milliseconds(1) : milliseconds(0));
  }
  queue_.Add(K("a"));  // keeps its place
  EXPECT_EQ(RunAll(queue_), expected);
}

TEST_F(WorkQueueTest, WQ_13_KeysAreComparedByValueAndCarryNoPayload) {
  const Key key{1, 2, "ns", "name"};
  EXPECT_TRUE(queue_.Add(key));
  EXPECT_TRUE(queue_.Add({1, 2, std::string("n") + "s", std::string("na") + "me"}));
  EXPECT_EQ(queue_.Len(), 1u);
  for (const Key& other : {Key{0, 2, "ns", "name"}, Key{1, 0, "ns", "name"},
                           Key{1, 2, "nsn", "ame"}, Key{1, 2, "", "name"}}) {
    EXPECT_TRUE(queue_.Add(other));
  }
  EXPECT_EQ(queue_.Len(), 5u);
  EXPECT_EQ(queue_.TryGet()->key, key);
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
  EXPECT_EQ(queue_.stats().dropped, 1u);
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

TEST_F(WorkQueueTest, C_WQ_06_AnAddDuringARunIsMergedIntoOneMore) {
  queue_.Add(K("k"));
  ASSERT_EQ(Take(queue_), "k");
  clock_.Advance(milliseconds(500));
  queue_.Add(K("k"));
  clock_.Advance(milliseconds(1500));
  queue_.Done(K("k"));
  // Variant 1: the second run has started when the add at 2.1 s comes, so a third follows.
  ASSERT_EQ(Take(queue_), "k");
  clock_.Advance(milliseconds(100));
  queue_.Add(K("k"));
  queue_.Done(K("k"));
  EXPECT_EQ(RunAll(queue_), "k");
  EXPECT_EQ(RunAll(queue_), "");
}

TEST_F(WorkQueueTest, C_WQ_06_AnAddBeforeTheSecondRunStartsIsPartOfIt) {
  queue_.Add(K("k"));
  ASSERT_EQ(Take(queue_), "k");
  clock_.Advance(milliseconds(500));
  queue_.Add(K("k"));
  clock_.Advance(milliseconds(1500));
  queue_.Done(K("k"));
  clock_.Advance(milliseconds(100));
  queue_.Add(K("k"));
  EXPECT_EQ(RunAll(queue_), "k");
  EXPECT_EQ(RunAll(queue_), "");
}

// A delay that ends while its key is running is a change like any other.
TEST_F(WorkQueueTest, C_WQ_06_ADelayThatEndsDuringTheRunIsNotForgotten) {
  queue_.Add(K("k"));
  ASSERT_EQ(Take(queue_), "k");
  queue_.AddAfter(K("k"), seconds(1));
  clock_.Advance(seconds(2));
  EXPECT_TRUE(queue_.Find(K("k"))->dirty);
  queue_.Done(K("k"));
  EXPECT_EQ(RunAll(queue_), "k");
  queue_.Add(K("k"));
  EXPECT_EQ(RunAll(queue_), "k");
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

TEST_F(WorkQueueTest, DispatchGoesOnWhenNobodyWhoPausedItIsLeft) {
  size_t woken = 0;
  queue_.SetOnReady([&](size_t n) { woken += n; });
  queue_.Pause(PausedBy::kOperator);
  queue_.Add(K("a"));
  queue_.Pause();
  queue_.Resume();  // a reload's
  EXPECT_EQ(Take(queue_), "");
  EXPECT_TRUE(queue_.stats().paused && queue_.stats().paused_by_operator);
  EXPECT_EQ(queue_.Find(K("a"))->waits_for, WaitsFor::kResume);
  EXPECT_EQ(woken, 0u);
  queue_.Resume(PausedBy::kOperator);
  EXPECT_EQ(woken, 1u);
  EXPECT_FALSE(queue_.stats().paused || queue_.stats().paused_by_operator);
  EXPECT_EQ(RunAll(queue_), "a");
}

TEST_F(WorkQueueTest, AKeySaysWhyItBecameReady) {
  const auto reasons = [this] {
    const auto item = queue_.TryGet();
    if (item) queue_.Done(item->key);
    return item ? ReasonWords(item->reasons) : std::vector<std::string>();
  };
  using Words = std::vector<std::string>;
  queue_.Add(K("a"), {0, false, kReasonUpdated});
  queue_.Add(K("a"), {0, false, kReasonDeleted | kReasonRelated});
  EXPECT_EQ(ReasonWords(queue_.Find(K("a"))->reasons), (Words{"updated", "deleted", "related"}));
  const auto first = queue_.TryGet();
  EXPECT_EQ(ReasonWords(first->reasons), (Words{"updated", "deleted", "related"}));
  queue_.Add(K("a"), {0, false, kReasonResync});  // of the next run
  queue_.Done(K("a"), {Verdict::Next::kAfter, true, seconds(1)});
  EXPECT_EQ(reasons(), Words{"resync"});
  queue_.AddAfter(K("a"), seconds(1), {0, false, kReasonPlugin});
  clock_.Advance(seconds(1));
  EXPECT_EQ(reasons(), Words{"requeue"});
  queue_.AddRateLimited(K("a"));
  clock_.Advance(seconds(1));
  EXPECT_EQ(reasons(), Words{"retry"});
  queue_.AddRateLimited(K("a"));
  queue_.ResetBackoff();
  EXPECT_EQ(reasons(), Words{"reload"});
  queue_.Add(K("a"));
  EXPECT_EQ(reasons(), Words{});
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

TEST_F(WorkQueueTest, AHeldKeyWaitsForAChangeAndIgnoresRefreshes) {
  queue_.Add(K("a"));
  Take(queue_);
  queue_.Done(K("a"), {Verdict::Next::kHold, true});
  EXPECT_TRUE(queue_.Add(K("a"), {kPriorityLow, true}));
  EXPECT_EQ(queue_.Len(), 0u);
  EXPECT_EQ(Metric("oarlock_workqueue_held"), 1);
  EXPECT_EQ(queue_.Find(K("a"))->waits_for, WaitsFor::kChange);
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
  WorkQueue queue({.name = "", .dispatch_limit = {.qps = 1, .burst = 2}}, clock_);
  queue.Add(K("running"));
  Take(queue);
  queue.Add(K("running"), {7});
  queue.AddRateLimited(K("failed"));
  queue.AddAfter(K("later"), seconds(1));
  queue.Add(K("first"));
  queue.Add(K("second"));
  const auto waits_for = [&](const char* name) { return queue.Find(K(name))->waits_for; };
  const KeyInfo running = *queue.Find(K("running"));
  EXPECT_TRUE(running.processing && running.dirty && !running.ready);
  EXPECT_EQ(running.priority, 7);
  EXPECT_EQ(running.waits_for, WaitsFor::kRun);
  EXPECT_TRUE(queue.Find(K("failed"))->backing_off);
  EXPECT_EQ(*queue.Find(K("failed"))->due, clock_.Now() + milliseconds(5));
  EXPECT_EQ(waits_for("failed"), WaitsFor::kBackoff);
  EXPECT_EQ(waits_for("later"), WaitsFor::kDelay);
  EXPECT_EQ(waits_for("second"), WaitsFor::kWorker);
  EXPECT_EQ(queue.Find(K("second"))->ahead, 1u);
  ASSERT_EQ(Take(queue), "first");
  EXPECT_EQ(queue.Find(K("second"))->ahead, 0u);
  EXPECT_EQ(waits_for("second"), WaitsFor::kToken);
  queue.Pause();
  EXPECT_EQ(waits_for("second"), WaitsFor::kResume);
  EXPECT_FALSE(queue.Find(K("unknown")));
}

TEST_F(WorkQueueTest, PeekShowsRunningThenReadyThenDelayedKeys) {
  queue_.Add(K("r1"));
  Take(queue_);
  clock_.Advance(seconds(1));
  queue_.Add(K("r2"));
  Take(queue_);
  queue_.AddAfter(K("d2"), seconds(20));
  queue_.AddAfter(K("d1"), seconds(10));
  queue_.Add(K("b"));
  queue_.Add(K("a"), {5});
  std::string names, ahead;
  for (const KeyInfo& info : queue_.Peek(100)) {
    names += std::string(info.key.name()) + " ";
    ahead += std::to_string(info.ahead);
  }
  EXPECT_EQ(names, "r1 r2 a b d1 d2 ");
  EXPECT_EQ(ahead, "000100");
  EXPECT_EQ(queue_.Peek(3).back().key.name(), "a");
  EXPECT_EQ(queue_.Peek(1).size(), 1u);
  WorkQueue many({.name = ""}, clock_);
  for (size_t i = 0; i < kPeekMax + 10; ++i) many.Add(K(std::to_string(i)));
  EXPECT_EQ(many.Peek(SIZE_MAX).size(), kPeekMax);
}

TEST_F(WorkQueueTest, NextEndsOneRunAndTakesTheNextKey) {
  for (const char* name : {"a", "b"}) queue_.Add(K(name));
  Item item = queue_.TryGet().value();
  queue_.Add(K("a"));
  clock_.Advance(milliseconds(5));
  ASSERT_TRUE(queue_.Next(item, {.next = Verdict::Next::kRateLimited}));
  EXPECT_EQ(item.key, K("b"));
  EXPECT_EQ(item.waited, milliseconds(5));
  EXPECT_EQ(item.taken, clock_.Now());
  ASSERT_TRUE(queue_.Next(item)) << "the add during its run has come back";
  EXPECT_EQ(item.key, K("a"));
  EXPECT_EQ(item.failures, 1u);
  queue_.Add(K("c"));
  queue_.Pause();
  EXPECT_FALSE(queue_.Next(item, {.forget = true}));
  EXPECT_EQ(item.key, K("a")) << "left as it was, and done";
  EXPECT_EQ(queue_.stats().processing, 0u);
  queue_.Resume();
  EXPECT_TRUE(queue_.Next(item)) << "one that is done already harms nothing";
  EXPECT_EQ(item.key, K("c"));
  EXPECT_FALSE(queue_.Next(item));
  EXPECT_EQ(queue_.stats().done, 4u);
  EXPECT_EQ(queue_.stats().keys, 0u);
}

// Its caller has read the clock before somebody else made a key ready.
TEST_F(WorkQueueTest, ATimeThatIsKnownMayBeAMomentOld) {
  queue_.Add(K("a"));
  Item item = queue_.TryGet().value();
  const base::MonoTime ended = clock_.Now();
  clock_.Advance(milliseconds(1));
  queue_.Add(K("b"));
  ASSERT_TRUE(queue_.Next(item, {}, ended));
  EXPECT_EQ(item.key, K("b"));
  EXPECT_EQ(item.taken, ended);
  EXPECT_EQ(item.waited, base::Duration::zero());
}

TEST_F(WorkQueueTest, KeysThatAreAddedTogetherAreReadyTogether) {
  std::string ready;
  queue_.SetOnReady([&ready](size_t n) { ready += std::to_string(n) + " "; });
  const std::vector<KeyAdd> keys = {{K("b"), {}}, {K("a"), {}}, {K("b"), {}}, {K("c"), {5}}};
  std::vector<KeyAdd> adds = keys;
  EXPECT_EQ(queue_.Add(adds), 0u);
  EXPECT_EQ(ready, "3 ");
  EXPECT_EQ(RunAll(queue_), "cba");
  queue_.ShutDown();
  adds = keys;
  EXPECT_EQ(queue_.Add(adds), 4u) << "refused, and said so";
  EXPECT_EQ(queue_.Len(), 0u);
}

}  // namespace
}  // namespace oarlock::queue
