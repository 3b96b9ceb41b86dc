#include "queue/parallelize.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/mutex.h"

namespace oarlock::queue {
namespace {

// Shared with helpers, as one that comes late may outlive the call; `piece` is valid while a chunk
// is in hand.
struct Pieces {
  std::stop_token stop;
  size_t count;
  size_t chunk;
  const std::function<void(size_t)>* piece;
  base::Mutex mutex;
  base::CondVar idle;
  size_t next OARLOCK_GUARDED_BY(mutex) = 0;
  size_t working OARLOCK_GUARDED_BY(mutex) = 0;

  bool TakeChunk(size_t& begin, size_t& end) {
    base::MutexLock lock(mutex);
    if (next >= count || stop.stop_requested()) return false;
    begin = next;
    end = begin + std::min(chunk, count - begin);
    next = end;
    ++working;
    return true;
  }
  void EndChunk() {
    base::MutexLock lock(mutex);
    if (--working == 0) idle.NotifyAll();
  }
  void Work() {
    for (size_t begin = 0, end = 0; TakeChunk(begin, end); EndChunk()) {
      for (size_t i = begin; i < end && !stop.stop_requested(); ++i) (*piece)(i);
    }
  }
  void WaitIdle() {
    base::MutexLock lock(mutex);
    next = count;  // helpers that have not begun find nothing
    while (working > 0) idle.Wait(mutex);
  }
};

}  // namespace

void ParallelizeUntil(std::stop_token stop, base::Executor& executor, size_t workers, size_t pieces,
                      const std::function<void(size_t)>& piece, size_t chunk) {
  if (workers == 0 || pieces == 0) return;
  chunk = std::max<size_t>(chunk, 1);
  const auto shared = std::make_shared<Pieces>();
  shared->stop = std::move(stop);
  shared->count = pieces;
  shared->chunk = chunk;
  shared->piece = &piece;
  const size_t chunks = (pieces - 1) / chunk + 1;
  for (size_t i = 1; i < std::min(workers, chunks); ++i) {
    executor.Post([shared] { shared->Work(); });
  }
  shared->Work();
  shared->WaitIdle();
}

}  // namespace oarlock::queue
