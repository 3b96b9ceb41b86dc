#include "base/executor.h"

#include <utility>

#include "base/check.h"
#include "base/thread_name.h"

namespace oarlock::base {

ThreadPool::ThreadPool(const std::string& name, size_t threads) {
  OARLOCK_CHECK(threads > 0);
  for (size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, thread_name = name + "-" + std::to_string(i)] {
      SetThisThreadName(thread_name);
      Run();
    });
  }
}

ThreadPool::~ThreadPool() { Stop(); }

void ThreadPool::Post(Task task) {
  {
    MutexLock lock(mutex_);
    if (ended_) return;
    tasks_.push_back(std::move(task));
  }
  ready_.NotifyOne();
}

void ThreadPool::Stop() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
  }
  ready_.NotifyAll();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
  std::deque<Task> dropped;  // destroyed outside of the lock: captures may do anything
  {
    MutexLock lock(mutex_);
    ended_ = true;
    dropped.swap(tasks_);
  }
}

void ThreadPool::Run() {
  for (;;) {
    Task task;
    {
      MutexLock lock(mutex_);
      while (tasks_.empty() && !stopping_) ready_.Wait(mutex_);
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

// Shared with the task that drains it, so that a strand may be destroyed while work is queued:
// what was posted still runs.
struct SerialExecutor::State : std::enable_shared_from_this<State> {
  explicit State(Executor& base_executor) : base(base_executor) {}

  void Drain();
  void RunTask(Task& task);

  Executor& base;
  Mutex mutex;
  std::deque<Task> tasks OARLOCK_GUARDED_BY(mutex);
  bool active OARLOCK_GUARDED_BY(mutex) = false;
  std::atomic<std::thread::id> runner{};
};

// One task per turn, so that strands share the pool's threads fairly.
void SerialExecutor::State::Drain() {
  Task task;
  {
    MutexLock lock(mutex);
    OARLOCK_CHECK(active && !tasks.empty());
    task = std::move(tasks.front());
    tasks.pop_front();
  }
  RunTask(task);
}

void SerialExecutor::State::RunTask(Task& task) {
  runner.store(std::this_thread::get_id(), std::memory_order_relaxed);
  task();
  task = nullptr;  // captures die on the strand
  runner.store({}, std::memory_order_relaxed);
  bool more = false;
  {
    MutexLock lock(mutex);
    more = !tasks.empty();
    active = more;
  }
  if (more) base.Post([self = shared_from_this()] { self->Drain(); });
}

SerialExecutor::SerialExecutor(Executor& base) : state_(std::make_shared<State>(base)) {}
SerialExecutor::~SerialExecutor() = default;

void SerialExecutor::Post(Task task) {
  {
    MutexLock lock(state_->mutex);
    state_->tasks.push_back(std::move(task));
    if (state_->active) return;
    state_->active = true;
  }
  state_->base.Post([state = state_] { state->Drain(); });
}

bool SerialExecutor::RunOrPost(Task task) {
  {
    MutexLock lock(state_->mutex);
    if (state_->active) {
      state_->tasks.push_back(std::move(task));
      return false;
    }
    state_->active = true;
  }
  state_->RunTask(task);
  return true;
}

bool SerialExecutor::RunsOnThisThread() const {
  return state_->runner.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

size_t SerialExecutor::queued() const {
  MutexLock lock(state_->mutex);
  return state_->tasks.size();
}

void ManualExecutor::Post(Task task) {
  MutexLock lock(mutex_);
  tasks_.push_back(std::move(task));
}

size_t ManualExecutor::RunUntilIdle() {
  size_t count = 0;
  while (RunOne()) ++count;
  return count;
}

bool ManualExecutor::RunOne() {
  Task task;
  {
    MutexLock lock(mutex_);
    if (tasks_.empty()) return false;
    task = std::move(tasks_.front());
    tasks_.pop_front();
  }
  task();
  return true;
}

size_t ManualExecutor::queued() const {
  MutexLock lock(mutex_);
  return tasks_.size();
}

}  // namespace oarlock::base
