#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "base/fake_clock.h"
#include "base/real_clock.h"
#include "base/time/backoff.h"

namespace oarlock::base {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(FakeClock, RunsDueTimersInOrderAtTheirOwnMoment) {
  FakeClock clock;
  const MonoTime start = clock.Now();
  std::vector<std::pair<int, Duration>> ran;
  clock.ScheduleAfter(seconds(2), [&] { ran.push_back({2, clock.Now() - start}); });
  clock.ScheduleAfter(seconds(1), [&] {
    ran.push_back({1, clock.Now() - start});
    clock.ScheduleAfter(milliseconds(500), [&] { ran.push_back({3, clock.Now() - start}); });
  });
  const TimerId cancelled = clock.ScheduleAfter(seconds(1), [&] { ran.push_back({9, {}}); });
  EXPECT_TRUE(clock.Cancel(cancelled));
  EXPECT_FALSE(clock.Cancel(cancelled));
  clock.Advance(seconds(3));
  EXPECT_EQ(ran, (std::vector<std::pair<int, Duration>>{
                     {1, seconds(1)}, {3, milliseconds(1500)}, {2, seconds(2)}}));
  EXPECT_EQ(clock.Now() - start, seconds(3));
  EXPECT_EQ(clock.pending_timers(), 0u);
}

TEST(FakeClock, LeavesAloneWhatAWaiterWaitedWithOnceItHasReturned) {
  FakeClock clock;
  std::atomic<bool> done{false};
  std::thread waiter([&] {
    for (int i = 0; i < 300; ++i) {
      // On the heap, so that a sanitizer sees who comes too late.
      const auto mutex = std::make_unique<Mutex>();
      const auto cv = std::make_unique<CondVar>();
      MutexLock lock(*mutex);
      (void)clock.WaitUntil(*cv, *mutex, clock.Now() + milliseconds(1));
    }
    done = true;
  });
  while (!done) clock.Advance(milliseconds(1));
  waiter.join();
}

TEST(FakeClock, WakesAWaiterWhenItsDeadlinePasses) {
  FakeClock clock;
  Mutex mutex;
  CondVar cv;
  std::atomic<bool> waiting{false};
  std::thread waiter([&] {
    MutexLock lock(mutex);
    const MonoTime deadline = clock.Now() + seconds(5);
    waiting = true;
    while (clock.WaitUntil(cv, mutex, deadline)) {
    }
  });
  while (!waiting) std::this_thread::yield();
  { MutexLock inside_wait(mutex); }
  clock.Advance(seconds(5));
  waiter.join();
}

TEST(RealClock, RunsTimersAndDropsPendingOnesAtDestruction) {
  std::atomic<int> ran{0};
  {
    RealClock clock;
    Mutex mutex;
    CondVar cv;
    bool done = false;
    clock.ScheduleAfter(std::chrono::hours(10), [&] { ++ran; });
    clock.ScheduleAfter(milliseconds(1), [&] {
      ++ran;
      MutexLock lock(mutex);
      done = true;
      cv.NotifyAll();
    });
    MutexLock lock(mutex);
    while (!done) cv.Wait(mutex);
  }
  EXPECT_EQ(ran, 1);
}

TEST(RealClock, TimedWaitEndsAtItsDeadline) {
  RealClock clock;
  Mutex mutex;
  CondVar cv;
  MutexLock lock(mutex);
  const MonoTime deadline = clock.Now() + milliseconds(2);
  while (clock.WaitUntil(cv, mutex, deadline)) {
  }
  EXPECT_GE(clock.Now(), deadline);
}

TEST(Backoff, GrowsToTheCapAndStaysThere) {
  FakeClock clock;
  Random random(7);
  Backoff backoff({.jitter = 0}, clock, random);
  std::vector<Duration> delays;
  for (int i = 0; i < 100; ++i) {
    delays.push_back(backoff.Next());
    clock.Advance(delays.back());
  }
  EXPECT_EQ(delays[0], milliseconds(800));
  EXPECT_EQ(delays[1], milliseconds(1600));
  EXPECT_TRUE(std::is_sorted(delays.begin(), delays.end()));
  EXPECT_EQ(delays.back(), seconds(30));
}

TEST(Backoff, DrawsUniformlyBetweenNominalAndTwiceNominal) {
  FakeClock clock;
  Random random(11);
  Backoff backoff({}, clock, random);
  Duration nominal = milliseconds(800);
  for (int i = 0; i < 20; ++i) {
    const Duration delay = backoff.Next();
    EXPECT_GE(delay, nominal);
    EXPECT_LE(delay, nominal * 2);
    nominal = std::min<Duration>(nominal * 2, seconds(30));
  }
}

TEST(Backoff, StartsAgainAfterAQuietPeriod) {
  FakeClock clock;
  Random random(3);
  Backoff backoff({.jitter = 0}, clock, random);
  EXPECT_EQ(backoff.Next(), milliseconds(800));
  EXPECT_EQ(backoff.Next(), milliseconds(1600));
  clock.Advance(seconds(122));
  EXPECT_EQ(backoff.Next(), milliseconds(800));
}

}  // namespace
}  // namespace oarlock::base
