#include "controller/workers/worker_pool.h"

#include <algorithm>
#include <utility>

namespace oarlock::controller {

using base::MutexLock;

WorkerPool::WorkerPool(Options options, std::function<bool()> turn, base::Clock& clock,
                       ThreadStarter& starter)
    : options_(std::move(options)),
      turn_(std::move(turn)),
      clock_(clock),
      starter_(starter),
      max_(std::max<uint32_t>(options_.max, 1)) {}

void WorkerPool::Start() {
  MutexLock lock(mutex_);
  stopping_ = false;
  TellStay();
}

void WorkerPool::TellStay() {
  may_stay_.store(!stopping_ && live_ <= max_, std::memory_order_relaxed);
}

void WorkerPool::Signal(size_t n) {
  std::vector<uint64_t> starting;
  size_t wake = 0;
  {
    MutexLock lock(mutex_);
    if (stopping_) return;
    ++signals_;
    wake = std::min(n, idle_ - claimed_);
    claimed_ += wake;
    for (n -= wake; n > 0 && live_ < max_; --n) {
      ++live_;
      ++handling_;
      slots_[next_id_];
      starting.push_back(next_id_++);
    }
  }
  // Without the lock, which whoever wakes would only wait for.
  for (size_t i = 0; i < wake; ++i) signalled_.NotifyOne();
  for (const uint64_t id : starting) StartThread(id);
}

void WorkerPool::StartThread(uint64_t id) {
  auto thread = starter_.Start(options_.name + "-" + std::to_string(id),
                               [self = shared_from_this(), id] { self->Run(id); });
  const bool failed = thread == nullptr;
  std::vector<std::unique_ptr<WorkerThread>> ended;
  {
    MutexLock lock(mutex_);
    slots_[id].thread = std::move(thread);
    if (failed) EndLocked(id);
    ended = TakeEnded();
  }
  for (const auto& old : ended) old->Join();
  ended.clear();
  {
    MutexLock lock(mutex_);
    --handling_;
    ended_.NotifyAll();
  }
  if (failed) RetryLater();
}

void WorkerPool::RetryLater() {
  clock_.ScheduleAfter(kThreadRetryDelay, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->Signal(1);
  });
}

std::vector<std::unique_ptr<WorkerThread>> WorkerPool::TakeEnded() {
  std::vector<std::unique_ptr<WorkerThread>> out;
  for (auto it = slots_.begin(); it != slots_.end();) {
    if (!it->second.ended || !it->second.thread) {
      ++it;
      continue;
    }
    out.push_back(std::move(it->second.thread));
    it = slots_.erase(it);
  }
  return out;
}

void WorkerPool::Run(uint64_t id) {
  uint64_t seen = 0;
  while (BeginTurn(id, seen)) {
    if (!turn_() && !WaitForSignal(id, seen)) return;
  }
}

// False: this worker has ended (stopped, or one too many). The decision and the count change under
// one lock, so that a Signal either sees the worker alive or starts another.
bool WorkerPool::BeginTurn(uint64_t id, uint64_t& seen) {
  MutexLock lock(mutex_);
  if (stopping_ || live_ > max_) {
    EndLocked(id);
    if (!stopping_ && idle_ > claimed_) {  // passes on what it was woken for
      ++claimed_;
      signalled_.NotifyOne();
    }
    return false;
  }
  seen = signals_;
  return true;
}

bool WorkerPool::WaitForSignal(uint64_t id, uint64_t seen) {
  MutexLock lock(mutex_);
  if (signals_ != seen) return true;
  ++idle_;
  const base::MonoTime deadline = clock_.Now() + options_.idle_timeout;
  bool in_time = true;
  while (claimed_ == 0 && !stopping_ && in_time) {
    in_time = clock_.WaitUntil(signalled_, mutex_, deadline);
  }
  --idle_;
  if (claimed_ > 0) {
    --claimed_;
    return true;
  }
  EndLocked(id);
  return false;
}

void WorkerPool::EndLocked(uint64_t id) {
  --live_;
  TellStay();
  const auto it = slots_.find(id);
  if (it != slots_.end()) it->second.ended = true;
  ended_.NotifyAll();
}

void WorkerPool::RequestStop() {
  MutexLock lock(mutex_);
  stopping_ = true;
  TellStay();
  signalled_.NotifyAll();
}

bool WorkerPool::JoinAll(base::MonoTime deadline) {
  std::map<uint64_t, Slot> slots;
  {
    MutexLock lock(mutex_);
    while (live_ > 0 || handling_ > 0) {
      if (deadline == base::kNever) {
        ended_.Wait(mutex_);
      } else if (!clock_.WaitUntil(ended_, mutex_, deadline)) {
        if (live_ > 0 || handling_ > 0) return false;
      }
    }
    slots.swap(slots_);
    claimed_ = 0;
  }
  for (auto& [id, slot] : slots) {
    if (slot.thread) slot.thread->Join();
  }
  return true;
}

bool WorkerPool::stopping() const {
  MutexLock lock(mutex_);
  return stopping_;
}

void WorkerPool::SetMax(uint32_t max) {
  MutexLock lock(mutex_);
  max_ = std::max<uint32_t>(max, 1);
  TellStay();
  signalled_.NotifyAll();
}

uint32_t WorkerPool::max() const {
  MutexLock lock(mutex_);
  return max_;
}

size_t WorkerPool::idle() const {
  MutexLock lock(mutex_);
  return idle_;
}

size_t WorkerPool::live() const {
  MutexLock lock(mutex_);
  return live_;
}

}  // namespace oarlock::controller
