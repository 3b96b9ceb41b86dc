#include "queue/parallelize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace oarlock::queue {
namespace {

TEST(Parallelize, PAR_1_EveryPieceRunsOnceWhateverTheChunks) {
  base::ThreadPool pool("par", 3);
  for (const size_t pieces : {1U, 3U, 9U, 100U, 1000U}) {
    for (const size_t workers : {1U, 2U, 10U}) {
      for (const size_t chunk : {0U, 1U, 7U, 5000U}) {
        std::vector<std::atomic<int>> seen(pieces);
        ParallelizeUntil(
            {}, pool, workers, pieces, [&](size_t i) { ++seen[i]; }, chunk);
        const auto once = [](const std::atomic<int>& n) { return n == 1; };
        EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), once)) << pieces << " " << chunk;
      }
    }
  }
  int calls = 0;
  ParallelizeUntil({}, pool, 0, 5, [&](size_t) { ++calls; });
  ParallelizeUntil({}, pool, 5, 0, [&](size_t) { ++calls; });
  EXPECT_EQ(calls, 0);
}

// As many as there are chunks or workers, whichever is less; and it needs no helper at all.
TEST(Parallelize, PAR_1_HelpersAreBoundedAndNotNeeded) {
  base::ManualExecutor executor;
  int calls = 0;
  const auto count = [&](size_t) { ++calls; };
  ParallelizeUntil({}, executor, 4, 100, count);
  EXPECT_EQ(executor.queued(), 3u);
  ParallelizeUntil({}, executor, 100, 10, count, 5);
  EXPECT_EQ(executor.queued(), 4u);
  EXPECT_EQ(calls, 110);
  executor.RunUntilIdle();  // too late: they find nothing, and touch nothing that is gone
  EXPECT_EQ(calls, 110);
}

TEST(Parallelize, PAR_1_AStopEndsItBeforeTheNextPiece) {
  base::ThreadPool pool("par", 2);
  for (const size_t chunk : {1U, 1000U}) {
    std::stop_source stop;
    std::atomic<int> calls{0};
    const auto piece = [&](size_t) {
      if (++calls == 10) stop.request_stop();
    };
    ParallelizeUntil(stop.get_token(), pool, 2, 1000, piece, chunk);
    EXPECT_GE(calls, 10);
    EXPECT_LE(calls, 11);  // at most the one that the other worker had begun
  }
}

TEST(Parallelize, PAR_1_ItReturnsWhenTheLastPieceHasEnded) {
  base::ThreadPool pool("par", 3);
  std::atomic<int> inside{0};
  for (int round = 0; round < 200; ++round) {
    ParallelizeUntil({}, pool, 4, 8, [&](size_t) {
      ++inside;
      std::this_thread::yield();
      --inside;
    });
    ASSERT_EQ(inside, 0);
  }
}

}  // namespace
}  // namespace oarlock::queue
