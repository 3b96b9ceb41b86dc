#pragma once
// RealWait: waits of tests for real sockets, with a limit of real time so that a broken test fails
// instead of hanging. The only place of the sandbox that knows real time. Threads: the waiter's.

#include <chrono>

#include "base/clock.h"
#include "base/mutex.h"

namespace oarlock::sandbox {

class RealWait {
 public:
  explicit RealWait(base::Duration limit) : end_(std::chrono::steady_clock::now() + limit) {}

  bool Left() const { return std::chrono::steady_clock::now() < end_; }

  // One wait; false when the limit has passed. Call it in a loop that checks the condition.
  bool Once(base::CondVar& changed, base::Mutex& mutex) const OARLOCK_REQUIRES(mutex) {
    const auto left = end_ - std::chrono::steady_clock::now();
    if (left <= base::Duration::zero()) return false;
    changed.WaitForReal(mutex, left);
    return true;
  }

 private:
  std::chrono::time_point<std::chrono::steady_clock, base::Duration> end_;
};

}  // namespace oarlock::sandbox
