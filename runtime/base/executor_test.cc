#include "base/executor.h"

#include <gtest/gtest.h>

#include <latch>

namespace oarlock::base {
namespace {

TEST(SerialExecutor, RunsTasksOneAtATimeInOrder) {
  ThreadPool pool("test", 2);
  SerialExecutor strand(pool);
  std::vector<int> order;  // unguarded on purpose: the strand is the guard (TSan watches)
  std::latch done(1);
  for (int i = 0; i < 1000; ++i) {
    strand.Post([&order, i] { order.push_back(i); });
  }
  strand.Post([&] { done.count_down(); });
  done.wait();
  ASSERT_EQ(order.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(SerialExecutor, RunsInlineOnlyWhenIdle) {
  ManualExecutor manual;
  SerialExecutor strand(manual);
  std::string ran;
  EXPECT_TRUE(strand.RunOrPost([&] {
    EXPECT_TRUE(strand.RunsOnThisThread());
    ran += 'a';
    EXPECT_FALSE(strand.RunOrPost([&] { ran += 'c'; }));
    ran += 'b';
  }));
  EXPECT_FALSE(strand.RunsOnThisThread());
  EXPECT_EQ(ran, "ab");
  EXPECT_FALSE(strand.RunOrPost([&] { ran += 'd'; })) << "work is queued: order must hold";
  manual.RunUntilIdle();
  EXPECT_EQ(ran, "abcd");
}

TEST(SerialExecutor, RunsWhatWasPostedAfterItIsDestroyed) {
  ManualExecutor manual;
  int ran = 0;
  {
    SerialExecutor strand(manual);
    strand.Post([&] { ++ran; });
    strand.Post([&] { ++ran; });
  }
  manual.RunUntilIdle();
  EXPECT_EQ(ran, 2);
}

TEST(ThreadPool, FinishesTheWorkOfAStrandBeforeStopReturns) {
  ThreadPool pool("test", 2);
  SerialExecutor strand(pool);
  int ran = 0;
  for (int i = 0; i < 100; ++i) strand.Post([&] { ++ran; });
  pool.Stop();
  EXPECT_EQ(ran, 100);
}

TEST(ThreadPool, FinishesPostedWorkBeforeStopReturns) {
  std::atomic<int> ran{0};
  ThreadPool pool("test", 2);
  for (int i = 0; i < 100; ++i) pool.Post([&] { ++ran; });
  pool.Stop();
  EXPECT_EQ(ran, 100);
  pool.Post([&] { ++ran; });
  pool.Stop();
  EXPECT_EQ(ran, 100);
}

}  // namespace
}  // namespace oarlock::base
