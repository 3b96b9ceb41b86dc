// Delays, backoff and the dispatch limit of the work queue.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "queue/retry_delay.h"
#include "queue/token_bucket.h"
#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

using base::Duration;
using base::MonoTime;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TEST_F(WorkQueueTest, DQ_1_ADelayIsNeverShortAndNoneIsAnAdd) {
  queue_.AddAfter(K("zero"), Duration::zero());
  queue_.AddAfter(K("past"), seconds(-5));
  queue_.AddAfter(K("a"), seconds(5));
  EXPECT_EQ(RunAll(queue_), "zeropast");
  clock_.Advance(seconds(5) - Duration(1));
  EXPECT_EQ(queue_.Len(), 0u);
  clock_.Advance(Duration(1));
  EXPECT_EQ(RunAll(queue_), "a");
}

TEST_F(WorkQueueTest, DQ_2_TheEarliestOfSeveralDelaysWins) {
  queue_.AddAfter(K("a"), seconds(10));
  queue_.AddAfter(K("a"), seconds(5));
  queue_.AddAfter(K("a"), seconds(20));
  EXPECT_EQ(queue_.stats().delayed, 1u);
  clock_.Advance(seconds(5));
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
  EXPECT_EQ(Metric("oarlock_workqueue_delayed"), 0);
  EXPECT_EQ(keeping.stats().delayed, 1u);
  clock_.Advance(seconds(5));
  EXPECT_EQ(RunAll(queue_), "");
  EXPECT_EQ(RunAll(keeping), "a");
}

// In order of their time; what is due at once comes in the order it was asked for.
TEST_F(WorkQueueTest, DQ_4_DelaysEndInOrderOfTimeAndThenOfAdding) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::multimap<Duration, std::string> expected;  // equal keys stay in order of insertion
  for (int i = 0; i < 2000; ++i) {
    const Duration delay = milliseconds(1 + random() % 300);
    queue_.AddAfter(K(std::to_string(i)), delay);
    expected.emplace(delay, std::to_string(i));
  }
  const MonoTime start = clock_.Now();
  for (const auto& [delay, name] : expected) {
    while (queue_.Len() == 0) ASSERT_TRUE(clock_.AdvanceToNextTimer());
    EXPECT_EQ(clock_.Now(), start + delay);
    ASSERT_EQ(Take(queue_), name);
    queue_.Done(K(name));
  }
}

// No channel, no loop of its own: an add never waits for anybody, and no heartbeat is needed.
TEST_F(WorkQueueTest, DQ_5_ADelayedAddNeverBlocks) {
  for (int i = 0; i < 5000; ++i) queue_.AddAfter(K(std::to_string(i)), hours(1));
  EXPECT_EQ(queue_.stats().delayed, 5000u);
  EXPECT_EQ(clock_.pending_timers(), 1u);
  EXPECT_EQ(clock_.next_deadline(), clock_.Now() + hours(1));
  queue_.ShutDown();
  EXPECT_FALSE(queue_.AddAfter(K("late"), hours(1)));
}

TEST_F(WorkQueueTest, DQ_6_ShutDownDropsDelaysAndRefusesNewOnes) {
  queue_.AddAfter(K("a"), seconds(1));
  queue_.ShutDown();
  EXPECT_EQ(queue_.stats().delayed, 0u);
  EXPECT_EQ(clock_.pending_timers(), 0u);
  EXPECT_FALSE(queue_.AddAfter(K("b"), seconds(1)));
  EXPECT_FALSE(queue_.AddRateLimited(K("b")));
  clock_.Advance(hours(1));
  EXPECT_EQ(RunAll(queue_), "");
  EXPECT_EQ(queue_.stats().keys, 0u);
}

TEST_F(WorkQueueTest, DQ_7_EveryDelayedAddCountsAsRetry) {
  queue_.AddAfter(K("a"), Duration::zero());
  queue_.AddAfter(K("b"), seconds(1));
  queue_.AddRateLimited(K("c"));
  EXPECT_EQ(Metric("workqueue_retries_total"), 3);
  queue_.ShutDown();
  queue_.AddAfter(K("d"), seconds(1));  // not accepted, not counted
  EXPECT_EQ(Metric("workqueue_retries_total"), 3);
}

TEST_F(WorkQueueTest, DQ_8_DelayedKeysHaveAGaugeOfTheirOwn) {
  queue_.AddAfter(K("a"), seconds(1));
  queue_.AddAfter(K("b"), seconds(2));
  queue_.Add(K("c"));
  EXPECT_EQ(Metric("oarlock_workqueue_delayed"), 2);
  EXPECT_EQ(Metric("workqueue_depth"), 1);
  clock_.Advance(seconds(1));
  EXPECT_EQ(Metric("oarlock_workqueue_delayed"), 1);
  EXPECT_EQ(Metric("workqueue_depth"), 2);
}

TEST_F(WorkQueueTest, DQ_9_ADrainLeavesNoTimerBehind) {
  queue_.AddAfter(K("a"), hours(1));
  EXPECT_EQ(clock_.pending_timers(), 1u);
  EXPECT_TRUE(queue_.ShutDownWithDrain(clock_.Now()));
  EXPECT_EQ(clock_.pending_timers(), 0u);
}

TEST_F(WorkQueueTest, AVeryLongDelayDoesNotOverflow) {
  queue_.AddAfter(K("a"), Duration::max());
  EXPECT_EQ(queue_.Len(), 0u);
  clock_.Advance(hours(24 * 365));
  EXPECT_EQ(queue_.Len(), 0u);
}

TEST_F(WorkQueueTest, RL_1_AFailureIsCountedUntilForgotten) {
  EXPECT_EQ(queue_.NumRequeues(K("a")), 0u);
  queue_.AddRateLimited(K("a"));
  queue_.AddRateLimited(K("a"));
  queue_.AddRateLimited(K("b"));
  EXPECT_EQ(queue_.NumRequeues(K("a")), 2u);
  EXPECT_EQ(queue_.NumRequeues(K("b")), 1u);
  queue_.Forget(K("a"));
  EXPECT_EQ(queue_.NumRequeues(K("a")), 0u);
  EXPECT_EQ(queue_.NumRequeues(K("b")), 1u);
}

TEST_F(WorkQueueTest, RL_8_BackoffGrowsPerKeyAndForgetClearsOnlyTheCount) {
  for (uint32_t n = 0; n < 4; ++n) {
    queue_.AddRateLimited(K("a"));
    clock_.Advance(milliseconds(5 << n) - Duration(1));
    EXPECT_EQ(queue_.Len(), 0u);
    clock_.Advance(Duration(1));
    EXPECT_EQ(Take(queue_), "a");
    queue_.Forget(K("unknown"));
    if (n == 3) queue_.Forget(K("a"));
    EXPECT_EQ(queue_.stats().processing, 1u);  // it replaces no Done
    queue_.Done(K("a"));
  }
  queue_.AddRateLimited(K("a"));
  EXPECT_EQ(*queue_.Find(K("a"))->due, clock_.Now() + milliseconds(5));
  queue_.Forget(K("a"));
  EXPECT_EQ(queue_.stats().delayed, 1u);  // nor does it cancel what is pending
}

TEST_F(WorkQueueTest, RL_9_IdleFailureCountsAreBounded) {
  WorkQueue queue({.name = "", .idle_histories_max = 10}, clock_);
  for (int i = 0; i < 50; ++i) queue.AddRateLimited(K(std::to_string(i)));
  clock_.Advance(seconds(1));
  RunAll(queue);
  EXPECT_EQ(queue.stats().keys, 10u);
  for (int i = 0; i < 50; ++i) queue.Forget(K(std::to_string(i)));
  EXPECT_EQ(queue.stats().keys, 0u);
}

TEST_F(WorkQueueTest, PQ_6_BackoffIsPerKeyAndTheEarlierTimeWins) {
  for (int i = 0; i < 6; ++i) queue_.AddRateLimited(K("failing"));
  queue_.AddRateLimited(K("fresh"));  // 5 ms, whatever others did
  EXPECT_EQ(*queue_.Find(K("fresh"))->due, clock_.Now() + milliseconds(5));
  queue_.AddAfter(K("fresh"), milliseconds(3));
  EXPECT_EQ(*queue_.Find(K("fresh"))->due, clock_.Now() + milliseconds(3));
  queue_.AddAfter(K("fresh"), milliseconds(4));
  queue_.AddRateLimited(K("fresh"));
  EXPECT_EQ(*queue_.Find(K("fresh"))->due, clock_.Now() + milliseconds(3));
}

// Not asked of a map of its own: the queue knows which of its keys wait because they failed.
TEST_F(WorkQueueTest, FC_3_WhetherAKeyIsInBackoffIsAskedOfTheQueue) {
  queue_.AddRateLimited(K("failed"));
  queue_.AddAfter(K("asked"), milliseconds(5));
  const auto backing_off = [&](const char* name) {
    const auto info = queue_.Find(K(name));
    return info && info->backing_off;
  };
  EXPECT_TRUE(backing_off("failed"));
  EXPECT_FALSE(backing_off("asked"));
  EXPECT_FALSE(backing_off("unknown"));
  clock_.Advance(milliseconds(5) - Duration(1));
  EXPECT_TRUE(backing_off("failed"));
  clock_.Advance(Duration(1));
  EXPECT_FALSE(backing_off("failed"));
}

TEST(RetryDelay, RL_2_DoublesPerFailureUpToItsCap) {
  const RetryDelay delay = ExponentialDelay(milliseconds(1), seconds(1));
  for (uint32_t n = 0; n < 10; ++n) EXPECT_EQ(delay(n), milliseconds(1 << n));
  EXPECT_EQ(delay(10), seconds(1));
  for (const uint32_t n : {40U, 62U, 63U, 64U, 1000U, UINT32_MAX}) EXPECT_EQ(delay(n), seconds(1));
  EXPECT_EQ(ExponentialDelay(seconds(5), seconds(1))(0), seconds(5));  // never below its base
  EXPECT_EQ(ExponentialDelay(seconds(-5), seconds(1))(3), Duration::zero());
  EXPECT_EQ(ExponentialDelay(Duration(1), Duration::max())(62), Duration(int64_t{1} << 62));
}

TEST(RetryDelay, RL_3_FastForTheFirstAttemptsThenSlow) {
  const RetryDelay delay = FastSlowDelay(milliseconds(5), seconds(10), 3);
  for (const uint32_t n : {0U, 1U, 2U}) EXPECT_EQ(delay(n), milliseconds(5));
  for (const uint32_t n : {3U, 4U, UINT32_MAX}) EXPECT_EQ(delay(n), seconds(10));
}

TEST(RetryDelay, RL_5_TheLongestOfItsParts) {
  const RetryDelay delay = MaxOfDelays(
      {FastSlowDelay(milliseconds(5), seconds(3), 3), ExponentialDelay(milliseconds(1), hours(1))});
  EXPECT_EQ(delay(0), milliseconds(5));
  EXPECT_EQ(delay(3), seconds(3));
  EXPECT_EQ(delay(12), milliseconds(4096));
  EXPECT_EQ(MaxOfDelays({})(7), Duration::zero());
}

TEST(RetryDelay, RL_6_CappedByALongestWait) {
  const RetryDelay delay =
      CappedDelay(FastSlowDelay(milliseconds(5), seconds(100), 3), seconds(50));
  EXPECT_EQ(delay(2), milliseconds(5));
  EXPECT_EQ(delay(3), seconds(50));
}

// 5 ms … 1000 s per key, and no bucket that all keys share.
TEST_F(WorkQueueTest, RL_7_TheDefaultIsPerKeyWithoutASharedBucket) {
  EXPECT_EQ(ExponentialDelay()(0), milliseconds(5));
  EXPECT_EQ(ExponentialDelay()(60), seconds(1000));
  for (int i = 0; i < 1000; ++i) queue_.AddRateLimited(K(std::to_string(i)));
  clock_.Advance(milliseconds(5));
  EXPECT_EQ(queue_.Len(), 1000u);
  int taken = 0;
  while (const auto item = queue_.TryGet()) ++taken;
  EXPECT_EQ(taken, 1000);
}

TEST(RetryDelay, C_WQ_07_NeverOverflowsNorDecreases) {
  const RetryDelay delay = ExponentialDelay(milliseconds(5), seconds(30));
  Duration last{};
  for (uint32_t n = 0; n < 100; ++n) {
    EXPECT_GE(delay(n), last);
    last = delay(n);
    EXPECT_GT(last, Duration::zero());
    EXPECT_LE(last, seconds(30));
  }
  EXPECT_EQ(last, seconds(30));
  EXPECT_EQ(delay(UINT32_MAX), seconds(30));
  EXPECT_EQ(delay(12), milliseconds(5 << 12));  // 20.48 s, the last below the cap
}

TEST_F(WorkQueueTest, C_WQ_07_AHundredFailuresInARowStayAtTheCap) {
  WorkQueue queue({.name = "", .retry_delay = ExponentialDelay(milliseconds(5), seconds(30))},
                  clock_);
  Duration last{};
  queue.Add(K("k"));
  for (int n = 0; n < 100; ++n) {
    ASSERT_EQ(Take(queue), "k");
    queue.Done(K("k"), {Verdict::Next::kRateLimited});
    const Duration delay = *queue.Find(K("k"))->due - clock_.Now();
    EXPECT_GE(delay, last);
    last = delay;
    clock_.Advance(delay);
  }
  EXPECT_EQ(last, seconds(30));
}

TEST_F(WorkQueueTest, RL_4_TheBucketIsAskedAtDispatchNotAtAdd) {
  WorkQueue queue({.name = "", .dispatch_limit = {.qps = 10, .burst = 2}}, clock_);
  size_t woken = 0;
  queue.SetOnReady([&](size_t n) { woken += n; });
  for (int i = 0; i < 1000; ++i) {  // one key costs one token, however often it is added
    queue.Add(K("a"));
    queue.AddRateLimited(K("a"));
  }
  queue.Add(K("b"));
  queue.Add(K("c"));
  EXPECT_EQ(RunAll(queue), "ab");
  EXPECT_EQ(std::exchange(woken, 0), 3u);
  clock_.Advance(milliseconds(99));
  EXPECT_EQ(RunAll(queue), "");
  woken = 0;
  clock_.Advance(milliseconds(1));
  EXPECT_EQ(woken, 1u);
  EXPECT_EQ(RunAll(queue), "c");
}

// The worker that a token woke may be busy for long: the next token has to wake another one.
TEST_F(WorkQueueTest, RL_4_EveryTokenWakesATakerWhileKeysWait) {
  WorkQueue queue({.name = "", .dispatch_limit = {.qps = 10, .burst = 1}}, clock_);
  size_t awake = 0;
  queue.SetOnReady([&](size_t n) { awake += n; });
  for (const char* name : {"a", "b", "c", "d"}) queue.Add(K(name));
  for (const char* name : {"a", "b", "c", "d"}) {
    ASSERT_GT(awake, 0u) << name;
    EXPECT_EQ(Take(queue), name);  // and never Done
    EXPECT_EQ(Take(queue), "");    // all others find no token and sleep
    awake = 0;
    clock_.Advance(milliseconds(100));
  }
  EXPECT_EQ(awake, 0u);  // nothing waits
}

TEST_F(WorkQueueTest, RL_4_ATakerWithATokenLeavesAnAlarmForTheRest) {
  WorkQueue queue({.name = "", .dispatch_limit = {.qps = 10, .burst = 1}}, clock_);
  queue.Add(K("a"));
  queue.Add(K("b"));
  size_t awake = 0;
  queue.SetOnReady([&](size_t n) { awake += n; });
  awake = 0;
  EXPECT_EQ(Take(queue), "a");  // this worker is busy now; another one asked and slept before
  clock_.Advance(milliseconds(100));
  EXPECT_EQ(awake, 1u);
}

TEST_F(WorkQueueTest, AnotherPaceHoldsFromThereOn) {
  WorkQueue queue({.name = "", .dispatch_limit = {.qps = 0.001, .burst = 1}}, clock_);
  size_t awake = 0;
  queue.SetOnReady([&](size_t n) { awake += n; });
  for (const char* name : {"a", "b", "c"}) queue.Add(K(name));
  EXPECT_EQ(RunAll(queue), "a");
  awake = 0;
  queue.SetPacing(queue::ExponentialDelay(), {.qps = 0.001, .burst = 1});
  EXPECT_EQ(RunAll(queue), "") << "the same limit is no new bucket";
  awake = 0;
  queue.SetPacing(queue::ExponentialDelay(seconds(7), seconds(7)), {});
  EXPECT_EQ(awake, 2u) << "who waited for tokens is told";
  EXPECT_EQ(RunAll(queue), "bc");
  queue.AddRateLimited(K("d"));
  clock_.Advance(seconds(6));
  EXPECT_EQ(RunAll(queue), "");
  clock_.Advance(seconds(1));
  EXPECT_EQ(RunAll(queue), "d");
}

TEST(TokenBucket, FC_4_TakesAtOnceUpToTheBurstThenAtTheRate) {
  MonoTime now{hours(1)};
  TokenBucket bucket({.qps = 1, .burst = 3});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.TryTake(now));
  EXPECT_FALSE(bucket.TryTake(now));
  const Duration wait = bucket.NextAt(now) - now;  // nothing sleeps: the caller learns when
  EXPECT_LE(wait, seconds(1));
  EXPECT_GT(wait, seconds(1) - std::chrono::microseconds(1));
  now += milliseconds(999);
  EXPECT_FALSE(bucket.TryTake(now));
  now += milliseconds(1);
  EXPECT_EQ(bucket.NextAt(now), now);
  EXPECT_TRUE(bucket.TryTake(now));
  now += minutes(5);  // never more than the burst
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.TryTake(now));
  EXPECT_FALSE(bucket.TryTake(now));
  now -= minutes(1);  // time that goes back gives and takes nothing
  EXPECT_FALSE(bucket.TryTake(now));
}

TEST(TokenBucket, FC_4_IsPreciseAtLowRatesAndOpenWithoutOne) {
  MonoTime now{hours(1)};
  TokenBucket slow({.qps = 0.001, .burst = 1});
  EXPECT_TRUE(slow.TryTake(now));
  for (int i = 0; i < 50; ++i) {
    const MonoTime next = slow.NextAt(now);
    EXPECT_NEAR(static_cast<double>((next - now).count()), 1e12, 1e6);  // 1000 s, within 1 ms
    EXPECT_FALSE(slow.TryTake(next - milliseconds(10)));
    EXPECT_TRUE(slow.TryTake(next));
    now = next;
  }
  TokenBucket fast({.qps = 1000, .burst = 1});
  int taken = 0;
  for (const MonoTime end = now + seconds(100); now < end; now = fast.NextAt(now)) {
    taken += fast.TryTake(now) ? 1 : 0;  // never woken in vain, never too often
  }
  EXPECT_NEAR(taken, 100'000, 1);
  TokenBucket open({.qps = 0});
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(open.TryTake(now));
  EXPECT_FALSE(open.limits());
}

}  // namespace
}  // namespace oarlock::queue
