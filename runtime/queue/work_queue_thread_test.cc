// The work queue with real threads: shutdown races, drains, lost wake-ups, memory.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <utility>

#include "base/fake_clock.h"
#include "base/mutex.h"
#include "base/real_clock.h"
#include "queue/work_queue.h"
#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

// Longer than anything takes on a busy machine: only a hang reaches it.
constexpr base::Duration kHang = seconds(60);

// C-WQ-01: 8 workers and 4 producers that stay for all rounds; each round has a queue of its own.
class ShutDownRounds {
 public:
  explicit ShutDownRounds(uint64_t seed) : random_(seed) {
    for (int i = 0; i < 8; ++i) Spawn([this] { Work(); });
    for (int i = 0; i < 4; ++i) Spawn([this, i] { Produce(i); });
  }
  ~ShutDownRounds() {
    queue_.reset();
    start_.arrive_and_wait();
    for (std::thread& thread : threads_) thread.join();
  }

  // Returns how many keys were handed out after the shutdown had returned.
  int Round(bool drain) {
    queue_ = std::make_unique<WorkQueue>(WorkQueueOptions{.name = ""}, clock_);
    returned_ = false;
    late_ = 0;
    start_.arrive_and_wait();
    WaitUntil(clock_.Now() + microseconds(random_() % 5000));
    if (drain) {
      EXPECT_TRUE(queue_->ShutDownWithDrain(clock_.Now() + kHang));
    } else {
      queue_->ShutDownNow();
      EXPECT_TRUE(queue_->WaitNoneProcessing(clock_.Now() + kHang));
    }
    EXPECT_EQ(queue_->stats().ready, 0u);
    returned_ = true;
    end_.arrive_and_wait();
    return late_;
  }
  base::Clock& clock() { return clock_; }

 private:
  // For the moment of the shutdown; the other threads have the processors meanwhile.
  void WaitUntil(base::MonoTime moment) {
    base::MutexLock lock(mutex_);
    while (clock_.WaitUntil(never_, mutex_, moment)) {
    }
  }
  void Spawn(std::function<void()> round) {
    threads_.emplace_back([this, round = std::move(round)] {
      for (;;) {
        start_.arrive_and_wait();
        if (!queue_) return;
        round();
        end_.arrive_and_wait();
      }
    });
  }
  void Work() {
    Item item;
    while (queue_->Get(item) == GetResult::kItem) {
      do {
        if (returned_) ++late_;
      } while (queue_->Next(item));
    }
  }
  void Produce(int i) {
    for (int n = 0; queue_->Add(K(std::to_string((n * 7 + i) % 50))); ++n) {
      if (n % 16 == 0) std::this_thread::yield();
    }
  }

  base::RealClock clock_;
  base::Mutex mutex_;
  base::CondVar never_;
  std::mt19937_64 random_;
  std::unique_ptr<WorkQueue> queue_;
  std::atomic<bool> returned_{false};
  std::atomic<int> late_{0};
  std::barrier<> start_{13};
  std::barrier<> end_{13};
  std::vector<std::thread> threads_;
};

TEST(WorkQueueThreads, C_WQ_01_ShutDownNeverHangsNorHandsOutLate) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  ShutDownRounds rounds(seed);
  for (int round = 0; round < 2000; ++round) {
    const base::MonoTime start = rounds.clock().Now();
    ASSERT_EQ(rounds.Round(round % 2 == 0), 0) << "round " << round;
    ASSERT_LT(rounds.clock().Now() - start, kHang);
  }
}

TEST(WorkQueueThreads, C_WQ_04_DrainReturnsWhenTheLastWorkerFinishes) {
  base::RealClock clock;
  WorkQueue* current = nullptr;
  std::atomic<int> turn{0}, finished{0};
  std::thread worker([&] {
    for (int seen = 0;;) {
      turn.wait(seen);
      seen = turn.load();
      if (seen < 0) return;
      current->Done(K("a"));
      finished = seen;  // the queue may go
      finished.notify_one();
    }
  });
  for (int round = 1; round <= 10'000; ++round) {
    WorkQueue queue({.name = ""}, clock);
    queue.Add(K("a"));
    ASSERT_TRUE(queue.TryGet());
    current = &queue;
    turn = round;
    turn.notify_one();
    ASSERT_TRUE(queue.ShutDownWithDrain(clock.Now() + kHang)) << "round " << round;
    finished.wait(round - 1);
  }
  turn = -1;
  turn.notify_one();
  worker.join();
}

// A call on a thread of its own, and whether it has returned.
class Background {
 public:
  explicit Background(std::function<void()> body)
      : thread_([this, body = std::move(body)] {
          body();
          ended_ = true;
        }) {}
  ~Background() { thread_.join(); }
  bool ended() const { return ended_; }

 private:
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

void Await(const std::function<bool()>& condition) {
  const auto give_up = std::chrono::steady_clock::now() + kHang;
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), give_up);
    std::this_thread::yield();
  }
}

TEST(WorkQueueThreads, WQ_4_GetBlocksUntilAnAddOrTheShutDown) {
  base::RealClock clock;
  WorkQueue queue({.name = ""}, clock);
  std::atomic<int> got{0};
  {
    Background taker([&] {
      Item item;
      while (queue.Get(item) == GetResult::kItem) {
        ++got;
        queue.Done(item.key);
      }
    });
    for (int n = 1; n <= 100; ++n) {
      queue.Add(K("a"));
      Await([&] { return got == n; });
    }
    EXPECT_FALSE(taker.ended());
    queue.ShutDown();
  }
  EXPECT_EQ(got, 100);
}

TEST(WorkQueueThreads, WQ_8_DrainWaitsForARunAndWhatItLeavesBehind) {
  base::FakeClock clock;
  WorkQueue queue({.name = ""}, clock);
  queue.Add(K("a"));
  ASSERT_TRUE(queue.TryGet());
  queue.Add(K("a"));  // dirty
  std::atomic<bool> drained{false};
  Background drain([&] { drained = queue.ShutDownWithDrain(base::kNever); });
  Await([&] { return queue.stats().shutting_down; });
  queue.Done(K("a"));
  Item item;
  ASSERT_EQ(queue.Get(item), GetResult::kItem);
  EXPECT_FALSE(drain.ended());  // the second run has not ended
  queue.Done(K("a"));
  Await([&] { return drain.ended(); });
  EXPECT_TRUE(drained);
}

TEST(WorkQueueThreads, WQ_8_DrainEndsByALaterShutDownOrAtItsDeadline) {
  base::FakeClock clock;
  WorkQueue stuck({.name = ""}, clock);
  stuck.Add(K("a"));
  ASSERT_TRUE(stuck.TryGet());
  std::atomic<int> results{0};
  {
    Background drain([&] { results += stuck.ShutDownWithDrain(base::kNever) ? 100 : 1; });
    Await([&] { return stuck.stats().shutting_down; });
    // The drain may only be about to wait; each ShutDown releases it, whenever it comes.
    Await([&] {
      stuck.ShutDown();
      return drain.ended();
    });
  }
  EXPECT_EQ(results, 1);
  {
    Background drain(
        [&] { results += stuck.ShutDownWithDrain(clock.Now() + seconds(5)) ? 100 : 1; });
    Await([&] {
      clock.Advance(seconds(1));
      return drain.ended();
    });
  }
  EXPECT_EQ(results, 2);
}

// client-go's drain looks at running items only and returns here at once.
TEST(WorkQueueThreads, WQ_9_DrainWaitsForWhatIsQueuedAndByOptionDelayed) {
  base::FakeClock clock;
  WorkQueue queue({.name = ""}, clock);
  queue.Add(K("a"));
  queue.Add(K("b"));
  queue.AddAfter(K("c"), seconds(30));
  std::atomic<bool> drained{false};
  Background drain([&] { drained = queue.ShutDownWithDrain(base::kNever, true); });
  Await([&] { return queue.stats().shutting_down; });
  Item item;
  for (const char* name : {"a", "b"}) {
    ASSERT_EQ(queue.Get(item), GetResult::kItem);
    EXPECT_EQ(item.key.name(), name);
    queue.Done(item.key);
  }
  EXPECT_EQ(queue.Get(item, clock.Now()), GetResult::kDeadline);  // c is still to come
  EXPECT_FALSE(drain.ended());
  clock.Advance(seconds(30));
  ASSERT_EQ(queue.Get(item), GetResult::kItem);
  EXPECT_FALSE(drain.ended());
  queue.Done(item.key);
  Await([&] { return drain.ended(); });
  EXPECT_TRUE(drained);
}

TEST(WorkQueueThreads, GetEndsAtItsDeadlineOnAVirtualClock) {
  base::FakeClock clock;
  WorkQueue queue({.name = ""}, clock);
  std::atomic<bool> ended{false};
  GetResult result = GetResult::kItem;
  std::thread taker([&] {
    Item item;
    result = queue.Get(item, clock.Now() + seconds(1));
    ended = true;
  });
  while (!ended) {
    clock.Advance(seconds(1));
    std::this_thread::yield();
  }
  taker.join();
  EXPECT_EQ(result, GetResult::kDeadline);
}

// Every Add after a Get leads to one more Get: a worker that saw `version` n of a key must see the
// last one in the end.
TEST(WorkQueueThreads, INV_9_NoWakeUpIsLostAndNoKeyRunsTwiceAtOnce) {
  base::RealClock clock;
  WorkQueue queue({.name = ""}, clock);
  constexpr int kKeys = 8;
  constexpr int kVersions = 5000;
  std::array<std::atomic<int>, kKeys> latest{}, seen{}, inside{};
  std::atomic<int> overlaps{0};
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back([&, goes_on = i % 2 == 0] {
      Item item;
      for (bool taken = false; taken || queue.Get(item) == GetResult::kItem;) {
        const auto k = static_cast<size_t>(std::stoi(std::string(item.key.name())));
        if (inside[k].exchange(1) != 0) ++overlaps;
        seen[k] = latest[k].load();
        inside[k] = 0;
        taken = goes_on && queue.Next(item);
        if (!goes_on) queue.Done(item.key);
      }
    });
  }
  for (int v = 1; v <= kVersions; ++v) {
    const auto k = static_cast<size_t>(v % kKeys);
    latest[k] = v;
    queue.Add(K(std::to_string(k)));
  }
  EXPECT_TRUE(queue.ShutDownWithDrain(clock.Now() + kHang));
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(overlaps, 0);
  for (size_t k = 0; k < kKeys; ++k) EXPECT_EQ(seen[k], latest[k]);
}

// While adders and workers run, every scrape adds up.
TEST(WorkQueueThreads, C_MET_03_EveryScrapeAddsUpUnderLoad) {
  base::RealClock clock;
  base::MetricRegistry metrics;
  WorkQueue queue({.name = "c"}, clock, &metrics);
  std::atomic<bool> ended{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      Item item;
      while (queue.Get(item) == GetResult::kItem) queue.Done(item.key);
    });
    threads.emplace_back([&, i] {
      for (int n = 0; !ended; ++n) queue.Add(K(std::to_string(n % 300)), {(n + i) % 30});
    });
  }
  const auto count = [](const base::MetricSample& sample) {
    double sum = sample.value;
    for (const uint64_t n : sample.bucket_counts) sum += static_cast<double>(n);
    return sum;
  };
  for (int scrape = 0; scrape < 300; ++scrape) {
    double adds = 0, depth = 0, taken = 0, done = 0, processing = 0;
    for (const auto& family : metrics.Collect()) {
      for (const auto& sample : family.samples) {
        if (family.name == "workqueue_adds_total") adds = sample.value;
        if (family.name == "workqueue_depth") depth += sample.value;
        if (family.name == "workqueue_queue_duration_seconds") taken = count(sample);
        if (family.name == "workqueue_work_duration_seconds") done = count(sample);
        if (family.name == "oarlock_workqueue_processing") processing = sample.value;
      }
    }
    ASSERT_EQ(adds, taken + depth) << "scrape " << scrape;
    ASSERT_EQ(taken, done + processing) << "scrape " << scrape;
  }
  ended = true;
  queue.ShutDown();
  for (std::thread& thread : threads) thread.join();
}

TEST(WorkQueueThreads, C_WQ_03_MemoryTimersThreadsAndFilesGoWithTheWork) {
  base::RealClock clock;
  const size_t threads = ThreadCount();
  const size_t files = OpenFileCount();
  WorkQueue queue({.name = ""}, clock);
  const size_t heap = AllocatedBytes();
  // A million keys of 1 KB, each processed once, up to 1 000 of them queued at once.
  std::string name(1000, 'x');
  for (int i = 0; i < 1'000'000; ++i) {
    for (int rest = i, at = 0; at < 6; rest /= 10) {
      name[static_cast<size_t>(at++)] = static_cast<char>('0' + rest % 10);
    }
    ASSERT_TRUE(queue.Add(K(name)));
    if (i % 1000 < 999) continue;
    while (const auto item = queue.TryGet()) queue.Done(item->key);
  }
  EXPECT_EQ(queue.stats().done, 1'000'000u);
  EXPECT_EQ(queue.stats().keys, 0u);
  EXPECT_LT(AllocatedBytes(), heap + 1'000'000);
  for (int i = 0; i < 10'000; ++i) {
    WorkQueue delayed({.name = ""}, clock);
    for (int k = 0; k < 3; ++k) delayed.AddAfter(K(std::to_string(k)), seconds(3600 - k));
  }
  EXPECT_EQ(clock.pending_timers(), 0u);
  EXPECT_EQ(ThreadCount(), threads);
  EXPECT_EQ(OpenFileCount(), files);
  EXPECT_LT(AllocatedBytes(), heap + 1'000'000);
}

}  // namespace
}  // namespace oarlock::queue
