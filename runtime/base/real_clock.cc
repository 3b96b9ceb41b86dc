#include "base/real_clock.h"

#include <algorithm>
#include <ctime>

#include "base/thread_name.h"

namespace oarlock::base {
namespace {

// Upper bound of one sleep, so that a deadline of kNever cannot overflow the wait's arithmetic.
constexpr Duration kSleepMax = std::chrono::hours(1);

}  // namespace

RealClock::RealClock()
    : thread_([this] {
        SetThisThreadName("timer");
        RunTimers();
      }) {}

RealClock::~RealClock() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.NotifyAll();
  thread_.join();
}

MonoTime RealClock::Now() const {
  return std::chrono::time_point_cast<Duration>(std::chrono::steady_clock::now());
}

MonoTime RealClock::BootNow() const {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return MonoTime(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
}

UnixTime RealClock::UnixNow() const {
  return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

TimerId RealClock::Schedule(MonoTime deadline, Task task) {
  bool is_first = false;
  TimerId id = 0;
  {
    MutexLock lock(mutex_);
    is_first = deadline < heap_.NextDeadline();
    id = heap_.Add(deadline, std::move(task));
  }
  if (is_first) changed_.NotifyOne();
  return id;
}

bool RealClock::Cancel(TimerId id) {
  MutexLock lock(mutex_);
  return heap_.Remove(id);
}

bool RealClock::WaitUntil(CondVar& cv, Mutex& mutex, MonoTime deadline) {
  const MonoTime now = Now();
  if (deadline <= now) return false;
  cv.WaitForReal(mutex, std::min<Duration>(deadline - now, kSleepMax));
  return true;
}

size_t RealClock::pending_timers() const {
  MutexLock lock(mutex_);
  return heap_.size();
}

void RealClock::RunTimers() {
  for (;;) {
    std::optional<Task> task;
    {
      MutexLock lock(mutex_);
      while (!stopping_ && !(task = heap_.PopDue(Now()))) {
        const MonoTime next = heap_.NextDeadline();
        changed_.WaitForReal(
            mutex_, next == kNever ? kSleepMax : std::min<Duration>(next - Now(), kSleepMax));
      }
      if (stopping_) return;
    }
    (*task)();
  }
}

}  // namespace oarlock::base
