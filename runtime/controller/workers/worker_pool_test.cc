#include "controller/workers/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "base/real_clock.h"

namespace oarlock::controller {
namespace {

class WorkerPoolTest : public testing::Test {
 protected:
  std::shared_ptr<WorkerPool> Make(uint32_t max, std::function<bool()> turn) {
    auto pool = std::make_shared<WorkerPool>(WorkerPool::Options{"w", max, std::chrono::hours(1)},
                                             std::move(turn), clock_, starter_);
    pool->Start();
    return pool;
  }
  static bool Await(const std::function<bool()>& condition) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > give_up) return false;
      std::this_thread::yield();
    }
    return true;
  }
  static void Stop(WorkerPool& pool) {
    pool.RequestStop();
    EXPECT_TRUE(pool.JoinAll(base::kNever));
    EXPECT_EQ(pool.live(), 0u);
  }

  base::RealClock clock_;
  StdThreadStarter starter_;
};

TEST_F(WorkerPoolTest, ASignalBetweenAnEmptyTurnAndTheWaitStartsATurn) {
  std::atomic<int> turns{0};
  WorkerPool* self = nullptr;
  const auto pool = Make(1, [&] {
    if (++turns == 1) self->Signal(1);  // work arrives just after this turn found none
    return false;
  });
  self = pool.get();
  pool->Signal(1);
  EXPECT_TRUE(Await([&] { return turns == 2; }));
  Stop(*pool);
}

TEST_F(WorkerPoolTest, AWorkerThatIsOneTooManyPassesItsWakeUpOn) {
  std::atomic<int> work{0}, inside{0};
  std::atomic<bool> gathered{false};
  const auto pool = Make(4, [&] {
    ++inside;
    (void)Await([&] { return gathered.load(); });
    int left = work;
    return left > 0 && work.compare_exchange_strong(left, left - 1);
  });
  pool->Signal(4);
  ASSERT_TRUE(Await([&] { return inside == 4; }));
  gathered = true;
  ASSERT_TRUE(Await([&] { return pool->idle() == 4; }));
  pool->SetMax(1);
  work = 1;
  pool->Signal(1);
  EXPECT_TRUE(Await([&] { return work == 0; }));
  EXPECT_TRUE(Await([&] { return pool->live() == 1; }));
  Stop(*pool);
}

TEST_F(WorkerPoolTest, NoThreadStartsAfterTheStop) {
  std::atomic<int> turns{0};
  const auto pool = Make(2, [&] { return ++turns < 0; });
  Stop(*pool);
  pool->Signal(5);
  EXPECT_EQ(pool->live(), 0u);
  EXPECT_EQ(turns, 0);
}

}  // namespace
}  // namespace oarlock::controller
