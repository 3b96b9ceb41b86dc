#include "base/fake_clock.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace oarlock::base {
namespace {

constexpr MonoTime kMonoStart{std::chrono::hours(1)};
constexpr UnixTime kUnixStart{std::chrono::seconds(1767225600)};  // 2026-01-01T00:00:00Z

}  // namespace

FakeClock::FakeClock() : now_(kMonoStart) {}

MonoTime FakeClock::Now() const {
  MutexLock lock(mutex_);
  return now_;
}

UnixTime FakeClock::UnixNow() const { return kUnixStart + (Now() - kMonoStart); }

TimerId FakeClock::Schedule(MonoTime deadline, Task task) {
  MutexLock lock(mutex_);
  return heap_.Add(deadline, std::move(task));
}

bool FakeClock::Cancel(TimerId id) {
  MutexLock lock(mutex_);
  return heap_.Remove(id);
}

bool FakeClock::WaitUntil(CondVar& cv, Mutex& mutex, MonoTime deadline) {
  std::list<Waiter>::iterator self;
  {
    MutexLock lock(mutex_);
    if (deadline <= now_) return false;
    self = waiters_.insert(waiters_.end(), {&cv, &mutex, deadline, 0, false});
  }
  cv.Wait(mutex);
  // Who wakes us takes `mutex`, too.
  mutex.unlock();
  bool in_time = false;
  {
    MutexLock lock(mutex_);
    self->leaving = true;
    while (self->wakers > 0) woken_.Wait(mutex_);
    waiters_.erase(self);
    in_time = deadline > now_;
  }
  mutex.lock();
  return in_time;
}

void FakeClock::Advance(Duration delta) {
  const MonoTime target = Now() + delta;
  for (;;) {
    std::optional<Task> task;
    {
      MutexLock lock(mutex_);
      const MonoTime next = heap_.NextDeadline();
      if (next <= target) {
        now_ = std::max(now_, next);
        task = heap_.PopDue(now_);
      }
    }
    if (!task) break;
    (*task)();
  }
  SetNow(target);
  WakeWaiters();
}

bool FakeClock::AdvanceToNextTimer() {
  const MonoTime next = next_deadline();
  if (next == kNever) return false;
  Advance(std::max(Duration::zero(), Duration(next - Now())));
  return true;
}

size_t FakeClock::pending_timers() const {
  MutexLock lock(mutex_);
  return heap_.size();
}

MonoTime FakeClock::next_deadline() const {
  MutexLock lock(mutex_);
  return heap_.NextDeadline();
}

MonoTime FakeClock::next_due() const {
  MutexLock lock(mutex_);
  MonoTime next = heap_.NextDeadline();
  for (const Waiter& waiter : waiters_) next = std::min(next, waiter.deadline);
  return next;
}

size_t FakeClock::due_waiters() const {
  MutexLock lock(mutex_);
  const MonoTime now = now_;
  return static_cast<size_t>(
      std::count_if(waiters_.begin(), waiters_.end(),
                    [now](const Waiter& waiter) { return waiter.deadline <= now; }));
}

void FakeClock::SetNow(MonoTime now) {
  MutexLock lock(mutex_);
  now_ = std::max(now_, now);
}

void FakeClock::WakeWaiters() {
  std::vector<Waiter*> waiters;
  {
    MutexLock lock(mutex_);
    for (Waiter& waiter : waiters_) {
      if (waiter.leaving) continue;
      ++waiter.wakers;
      waiters.push_back(&waiter);
    }
  }
  for (Waiter* waiter : waiters) {
    // Taking the waiter's mutex once makes sure that it is inside Wait and not just before it.
    { MutexLock sync(*waiter->mutex); }
    waiter->cv->NotifyAll();
    MutexLock lock(mutex_);
    --waiter->wakers;
    woken_.NotifyAll();
  }
}

}  // namespace oarlock::base
