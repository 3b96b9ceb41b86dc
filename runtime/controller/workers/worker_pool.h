#pragma once
// WorkerPool: threads on demand for one body of work, without knowing what the work is.
//
// Controller's inner half. `turn` is called again and again on worker threads; it returns false
// when there was nothing to do, and the worker then waits for Signal, at most `idle_timeout`, and
// ends. A Signal is never lost: one that comes between an empty turn and the wait starts a turn.
// Threads: [any]; Stop never on a worker. Ownership: shared, as threads hold it while they run;
// borrows clock and starter. Limits: `max` threads.
// Lifecycle: constructed → Start → Stop → (Start …).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "controller/workers/worker_thread.h"

namespace oarlock::controller {

inline constexpr base::Duration kThreadRetryDelay = std::chrono::seconds(1);

class WorkerPool : public std::enable_shared_from_this<WorkerPool> {
 public:
  struct Options {
    std::string name;  // threads are "<name>-1", "<name>-2", …
    uint32_t max = 1;
    base::Duration idle_timeout{};
  };

  WorkerPool(Options options, std::function<bool()> turn, base::Clock& clock,
             ThreadStarter& starter);

  void Start();
  // `n` more pieces of work wait: wakes or starts up to as many workers.
  void Signal(size_t n);
  // Workers end after their turn. Does not wait.
  void RequestStop();
  // After RequestStop: true when every thread was joined.
  bool JoinAll(base::MonoTime deadline);
  bool stopping() const;
  // For a worker in its turn: whether the pool lets it stay, so that it may go on with more work of
  // the same kind before it returns.
  bool may_stay() const { return may_stay_.load(std::memory_order_relaxed); }
  void SetMax(uint32_t max);
  uint32_t max() const;
  size_t live() const;
  size_t idle() const;  // of these, how many wait for a signal

 private:
  struct Slot {
    std::unique_ptr<WorkerThread> thread;
    bool ended = false;
  };

  void Run(uint64_t id);
  bool BeginTurn(uint64_t id, uint64_t& seen);
  bool WaitForSignal(uint64_t id, uint64_t seen);
  void EndLocked(uint64_t id) OARLOCK_REQUIRES(mutex_);
  void TellStay() OARLOCK_REQUIRES(mutex_);
  void StartThread(uint64_t id);
  void RetryLater();
  std::vector<std::unique_ptr<WorkerThread>> TakeEnded() OARLOCK_REQUIRES(mutex_);

  const Options options_;
  const std::function<bool()> turn_;
  base::Clock& clock_;
  ThreadStarter& starter_;

  mutable base::Mutex mutex_;
  base::CondVar signalled_;
  base::CondVar ended_;
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = true;
  uint32_t max_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t signals_ OARLOCK_GUARDED_BY(mutex_) = 0;
  size_t idle_ OARLOCK_GUARDED_BY(mutex_) = 0;     // workers that wait
  size_t claimed_ OARLOCK_GUARDED_BY(mutex_) = 0;  // of these, how many shall wake
  size_t live_ OARLOCK_GUARDED_BY(mutex_) = 0;
  size_t handling_ OARLOCK_GUARDED_BY(mutex_) = 0;  // threads being started or joined elsewhere
  std::atomic<bool> may_stay_{false};               // not stopping, and no more alive than may be
  uint64_t next_id_ OARLOCK_GUARDED_BY(mutex_) = 1;
  std::map<uint64_t, Slot> slots_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::controller
