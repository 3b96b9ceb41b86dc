// The work queue with real threads: shutdown races, drains, lost wake-ups, memory.
#include <gtest/gtest.h>
#include <malloc.h>

#include <array>
#include <atomic>
#include <barrier>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <thread>

#include "base/fake_clock.h"
#include "base/real_clock.h"
#include "queue/work_queue.h"

namespace oarlock::queue {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Key K(std::string name) { return {0, 0, "ns", std::move(name)}; }

size_t ThreadCount() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("Threads:", 0) == 0) return std::stoul(line.substr(8));
  }
  return 0;
}

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
    const base::MonoTime until = clock_.Now() + std::chrono::microseconds(random_() % 300);
    while (clock_.Now() < until) std::this_thread::yield();
    if (drain) {
      EXPECT_TRUE(queue_->ShutDownWithDrain(clock_.Now() + seconds(10)));
    } else {
      queue_->ShutDownNow();
      EXPECT_TRUE(queue_->WaitNoneProcessing(clock_.Now() + seconds(10)));
    }
    EXPECT_EQ(queue_->stats().ready, 0u);
    returned_ = true;
    end_.arrive_and_wait();
    return late_;
  }
  base::Clock& clock() { return clock_; }

 private:
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
      if (returned_) ++late_;
      queue_->Done(item.key);
    }
  }
  void Produce(int i) {
    for (int n = 0; !returned_ && n < 300; ++n) queue_->Add(K(std::to_string((n * 7 + i) % 50)));
  }

  base::RealClock clock_;
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
    ASSERT_LT(rounds.clock().Now() - start, seconds(5));
  }
}

TEST(WorkQueueThreads, C_WQ_04_DrainReturnsWhenTheLastWorkerFinishes) {
  base::RealClock clock;
  WorkQueue* current = nullptr;
  std::atomic<int> turn{0}, finished{0};
  std::thread worker([&] {
    for (int seen = 0;;) {
      while (turn.load() == seen) std::this_thread::yield();
      seen = turn.load();
      if (seen < 0) return;
      current->Done(K("a"));
      finished = seen;  // the queue may go
    }
  });
  for (int round = 1; round <= 10'000; ++round) {
    WorkQueue queue({.name = ""}, clock);
    queue.Add(K("a"));
    ASSERT_TRUE(queue.TryGet());
    current = &queue;
    turn = round;
    ASSERT_TRUE(queue.ShutDownWithDrain(clock.Now() + seconds(10))) << "round " << round;
    while (finished.load() != round) std::this_thread::yield();
  }
  turn = -1;
  worker.join();
}

TEST(WorkQueueThreads, WQ_9_DrainWaitsForWhatIsQueuedAndNotYetTaken) {
  base::RealClock clock;
  WorkQueue queue({.name = ""}, clock);
  queue.Add(K("a"));
  queue.Add(K("b"));
  queue.AddAfter(K("c"), milliseconds(5));
  std::atomic<int> processed{0};
  std::thread worker([&] {
    while (!queue.stats().shutting_down) std::this_thread::yield();
    Item item;
    while (queue.Get(item) == GetResult::kItem) {
      ++processed;
      queue.Done(item.key);
    }
  });
  EXPECT_TRUE(queue.ShutDownWithDrain(clock.Now() + seconds(10), true));
  EXPECT_EQ(processed, 3);
  worker.join();
}

TEST(WorkQueueThreads, WQ_8_DrainEndsAtItsDeadlineOrByALaterShutDown) {
  base::RealClock clock;
  WorkQueue stuck({.name = ""}, clock);
  stuck.Add(K("a"));
  ASSERT_TRUE(stuck.TryGet());
  EXPECT_FALSE(stuck.ShutDownWithDrain(clock.Now() + milliseconds(5)));
  std::thread releaser([&] {
    std::this_thread::yield();
    stuck.ShutDown();
  });
  (void)stuck.ShutDownWithDrain(clock.Now() + milliseconds(200));
  releaser.join();
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
    workers.emplace_back([&] {
      Item item;
      while (queue.Get(item) == GetResult::kItem) {
        const auto k = static_cast<size_t>(std::stoi(item.key.name));
        if (inside[k].exchange(1) != 0) ++overlaps;
        seen[k] = latest[k].load();
        inside[k] = 0;
        queue.Done(item.key);
      }
    });
  }
  for (int v = 1; v <= kVersions; ++v) {
    const auto k = static_cast<size_t>(v % kKeys);
    latest[k] = v;
    queue.Add(K(std::to_string(k)));
  }
  EXPECT_TRUE(queue.ShutDownWithDrain(clock.Now() + seconds(30)));
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(overlaps, 0);
  for (size_t k = 0; k < kKeys; ++k) EXPECT_EQ(seen[k], latest[k]);
}

TEST(WorkQueueThreads, C_WQ_03_MemoryAndTimersGoWithTheWork) {
  base::FakeClock clock;
  const size_t threads = ThreadCount();
  WorkQueue queue({.name = ""}, clock);
  const size_t heap = mallinfo2().uordblks;
  const std::string kilobyte(1000, 'x');
  // Bursts of 20 000 queued at once stand for the million: what counts is what stays.
  for (int burst = 0; burst < 3; ++burst) {
    for (int i = 0; i < 20'000; ++i) queue.Add(K(kilobyte + std::to_string(burst * 20'000 + i)));
    while (const auto item = queue.TryGet()) queue.Done(item->key);
    EXPECT_EQ(queue.stats().keys, 0u);
  }
  EXPECT_LT(mallinfo2().uordblks, heap + 1'000'000);
  for (int i = 0; i < 10'000; ++i) {
    WorkQueue delayed({.name = ""}, clock);
    delayed.AddAfter(K("a"), seconds(3600));
  }
  EXPECT_EQ(clock.pending_timers(), 0u);
  EXPECT_EQ(ThreadCount(), threads);
}

}  // namespace
}  // namespace oarlock::queue
