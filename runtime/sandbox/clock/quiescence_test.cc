#include "sandbox/clock/quiescence.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace oarlock::sandbox {
namespace {

using namespace std::chrono_literals;

// A part that a thread of its own works off: each piece of work gives one to the next part.
class Stage {
 public:
  explicit Stage(Stage* next) : next_(next), thread_([this] { Run(); }) {}
  ~Stage() {
    ended_ = true;
    thread_.join();
  }
  void Add(uint64_t count) { ready_ += count; }
  WorkCount count() const { return {ready_, done_, base::kNever}; }
  uint64_t done() const { return done_; }

 private:
  void Run() {
    while (!ended_) {
      if (ready_ == 0) {
        std::this_thread::yield();
        continue;
      }
      if (next_ != nullptr) next_->Add(1);
      ++done_;
      --ready_;
    }
  }

  Stage* const next_;
  std::atomic<uint64_t> ready_{0};
  std::atomic<uint64_t> done_{0};
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

TEST(Quiescence, WaitsForWorkThatMovesFromPartToPart) {
  base::FakeClock clock;
  Stage last(nullptr);
  Stage middle(&last);
  Stage first(&middle);
  Quiescence quiescence(clock);
  for (const Stage* stage : {&last, &first, &middle}) {
    quiescence.Add("stage", [stage] { return stage->count(); });
  }
  for (uint64_t round = 1; round <= 200; ++round) {
    first.Add(50);
    ASSERT_TRUE(quiescence.Wait().ok());
    ASSERT_EQ(last.done(), round * 50);
  }
}

TEST(Quiescence, RunsTimersThatAreDueAndAdvancesFromOneToTheNext) {
  base::FakeClock clock;
  Stage worker(nullptr);
  Quiescence quiescence(clock);
  quiescence.Add("worker", [&] { return worker.count(); });
  std::vector<uint64_t> seen;
  base::Task tick = [&] {
    seen.push_back(worker.done());  // what the last tick began is done
    worker.Add(3);
    clock.ScheduleAfter(1min, tick);
  };
  clock.Schedule(clock.Now(), tick);
  ASSERT_TRUE(quiescence.Wait().ok());
  EXPECT_EQ(seen, std::vector<uint64_t>{0});
  ASSERT_TRUE(quiescence.Advance(3min).ok());
  EXPECT_EQ(seen, (std::vector<uint64_t>{0, 3, 6, 9}));
  EXPECT_EQ(worker.done(), 12u);
}

// A thread that waits by the clock is due when its time has come, and counted until it goes on.
TEST(Quiescence, ThreadsThatWaitByTheClockAreWoken) {
  base::FakeClock clock;
  base::Mutex mutex;
  base::CondVar never;
  std::atomic<int> woken{0};
  std::atomic<bool> waits{false};
  const base::MonoTime deadline = clock.Now() + 5h;
  std::thread waiter([&] {
    base::MutexLock lock(mutex);
    waits = true;
    while (clock.WaitUntil(never, mutex, deadline)) {
    }
    ++woken;
  });
  while (!waits || clock.next_due() == base::kNever) std::this_thread::yield();
  Quiescence quiescence(clock);
  ASSERT_TRUE(quiescence.Advance(4h).ok());
  EXPECT_EQ(woken, 0);
  ASSERT_TRUE(quiescence.Advance(6h).ok());
  waiter.join();
  EXPECT_EQ(woken, 1);
}

}  // namespace
}  // namespace oarlock::sandbox
