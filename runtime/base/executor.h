#pragma once
// Executors: where work that must not run on the caller's thread goes.
//
// ThreadPool: a fixed number of named threads of the host, for informers' strands. No plugin code
// ever runs on it (plugins have their own threads, see pluginhost).
// SerialExecutor ("strand"): runs its tasks one at a time in order of posting, on a ThreadPool or
// any other Executor. Each informer owns one: all its state belongs to that strand.
// ManualExecutor: for tests; tasks run only inside RunUntilIdle on the caller's thread.
// Threads: Post is [any]. Tasks run with no lock held. Limits: the poster bounds what it posts.

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"

namespace oarlock::base {

class Executor {
 public:
  virtual ~Executor() = default;
  virtual void Post(Task task) = 0;
};

class ThreadPool final : public Executor {
 public:
  // Threads are named "<name>-0", "<name>-1", …
  ThreadPool(const std::string& name, size_t threads);
  ~ThreadPool() override;  // Stop()
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  void Post(Task task) override;
  // Runs what was posted and what that posts in turn (a strand posts its next task), joins, then
  // drops what comes later. Idempotent.
  void Stop();

 private:
  void Run();

  Mutex mutex_;
  CondVar ready_;
  std::deque<Task> tasks_ OARLOCK_GUARDED_BY(mutex_);
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = false;  // threads end when nothing is left
  bool ended_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

class SerialExecutor final : public Executor {
 public:
  // `base` is borrowed and must outlive the tasks posted here.
  explicit SerialExecutor(Executor& base);
  ~SerialExecutor() override;

  void Post(Task task) override;
  // Runs `task` on this thread at once when nothing is queued or running, as if the strand had
  // been given to it; otherwise posts it. One wake-up per event costs as much as the event.
  // True when it ran inline.
  bool RunOrPost(Task task);
  bool RunsOnThisThread() const;
  size_t queued() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

class ManualExecutor final : public Executor {
 public:
  void Post(Task task) override;
  // Runs tasks, also those they post, until none is left. Returns how many ran.
  size_t RunUntilIdle();
  bool RunOne();
  size_t queued() const;

 private:
  mutable Mutex mutex_;
  std::deque<Task> tasks_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::base
