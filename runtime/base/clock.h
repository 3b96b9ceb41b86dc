#pragma once
// Clock: the only source of time and timers in the runtime, and so the place where tests put a
// virtual one (fake_clock.h). `app` builds one RealClock for the process.
//
// Times: MonoTime for deadlines and delays; UnixTime only for what is written into objects.
// Timers: one shared heap served by one thread ("timer"); a task runs on that thread with no lock
// held, so it must be short and must not block: post to an executor for more.
// Threads: [any] for every method.
// Limits: kTimersMax pending timers; past it Schedule aborts (each subsystem bounds its own).

#include <chrono>
#include <cstdint>
#include <functional>

#include "base/mutex.h"

namespace oarlock::base {

using Duration = std::chrono::nanoseconds;
using MonoTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;
using UnixTime = std::chrono::time_point<std::chrono::system_clock, Duration>;
using Task = std::function<void()>;
using TimerId = uint64_t;  // 0 = none

inline constexpr size_t kTimersMax = 4'000'000;
inline constexpr MonoTime kNever = MonoTime::max();

class Clock {
 public:
  virtual ~Clock() = default;
  virtual MonoTime Now() const = 0;
  virtual UnixTime UnixNow() const = 0;
  // Like Now, but it goes on while the machine is suspended: for what others see expire meanwhile.
  virtual MonoTime BootNow() const { return Now(); }

  // Runs `task` once at or after `deadline`. A deadline in the past runs as soon as possible, and
  // never inside this call.
  virtual TimerId Schedule(MonoTime deadline, Task task) = 0;
  TimerId ScheduleAfter(Duration delay, Task task) {
    return Schedule(Now() + delay, std::move(task));
  }
  // True: the task will never run. False: it ran, is running or is unknown. Never waits.
  virtual bool Cancel(TimerId id) = 0;

  // One wait on `cv` that also ends at `deadline`. Returns false when the deadline has passed.
  // May return true spuriously: call it in a loop that checks the condition.
  // Virtual clocks wake the waiter when time is advanced.
  virtual bool WaitUntil(CondVar& cv, Mutex& mutex, MonoTime deadline) OARLOCK_REQUIRES(mutex) = 0;
};

}  // namespace oarlock::base
