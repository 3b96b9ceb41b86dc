#pragma once
// RealClock: steady and system clock of the machine plus the process's one timer thread.
// Created by `app` (and by benches); destroyed after everything that schedules on it.
// The destructor drops pending timers and joins the thread. Threads: [any].

#include <memory>
#include <thread>

#include "base/clock.h"
#include "base/timer_heap.h"

namespace oarlock::base {

class RealClock final : public Clock {
 public:
  RealClock();
  ~RealClock() override;
  RealClock(const RealClock&) = delete;
  RealClock& operator=(const RealClock&) = delete;

  MonoTime Now() const override;
  UnixTime UnixNow() const override;
  MonoTime BootNow() const override;
  TimerId Schedule(MonoTime deadline, Task task) override;
  bool Cancel(TimerId id) override;
  bool WaitUntil(CondVar& cv, Mutex& mutex, MonoTime deadline) override OARLOCK_REQUIRES(mutex);
  size_t pending_timers() const;

 private:
  void RunTimers();

  mutable Mutex mutex_;
  TimerHeap heap_ OARLOCK_GUARDED_BY(mutex_);
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = false;
  CondVar changed_;
  std::thread thread_;
};

}  // namespace oarlock::base
