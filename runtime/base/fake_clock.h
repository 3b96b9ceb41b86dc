#pragma once
// FakeClock: virtual time for tests, the sandbox and replay. Time moves only by Advance, which runs
// due timers in order on the calling thread, each at its own virtual moment.
// Threads: [any]; Advance by one thread at a time, never from a timer.

#include <list>

#include "base/clock.h"
#include "base/timer_heap.h"

namespace oarlock::base {

class FakeClock final : public Clock {
 public:
  // Starts at mono 1 h and unix 2026-01-01T00:00:00Z.
  FakeClock();

  MonoTime Now() const override;
  UnixTime UnixNow() const override;
  TimerId Schedule(MonoTime deadline, Task task) override;
  bool Cancel(TimerId id) override;
  bool WaitUntil(CondVar& cv, Mutex& mutex, MonoTime deadline) override OARLOCK_REQUIRES(mutex);

  // Moves time forward, running every timer that becomes due, also those that timers add.
  void Advance(Duration delta);
  // Moves to the next timer and runs it and its equals; false when there is none.
  bool AdvanceToNextTimer();
  size_t pending_timers() const;
  MonoTime next_deadline() const;
  // The same, or the deadline of a thread that waits by this clock, if that comes first.
  MonoTime next_due() const;
  // Threads that waited until now and have not gone on yet.
  size_t due_waiters() const;

 private:
  void SetNow(MonoTime now);
  void WakeWaiters();

  mutable Mutex mutex_;
  MonoTime now_ OARLOCK_GUARDED_BY(mutex_);
  TimerHeap heap_ OARLOCK_GUARDED_BY(mutex_);
  // Both may end as soon as the waiter has returned, so it stays while somebody wakes it.
  struct Waiter {
    CondVar* cv;
    Mutex* mutex;
    MonoTime deadline;
    int wakers;
    bool leaving;
  };
  std::list<Waiter> waiters_ OARLOCK_GUARDED_BY(mutex_);
  CondVar woken_;
};

}  // namespace oarlock::base
