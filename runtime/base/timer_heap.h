#pragma once
// TimerHeap: pending timers ordered by deadline, then by the order they were scheduled.
// Used by RealClock and FakeClock under their own locks. Not thread-safe.

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/clock.h"

namespace oarlock::base {

class TimerHeap {
 public:
  TimerId Add(MonoTime deadline, Task task);
  bool Remove(TimerId id);
  // Deadline of the first timer, or kNever.
  MonoTime NextDeadline() const;
  // Takes the first timer out when it is due at `now`; empty otherwise.
  std::optional<Task> PopDue(MonoTime now);
  size_t size() const { return by_deadline_.size(); }

 private:
  using Key = std::pair<MonoTime, TimerId>;  // ids grow, so equal deadlines keep their order
  std::map<Key, Task> by_deadline_;
  std::unordered_map<TimerId, MonoTime> deadlines_;
  TimerId next_id_ = 1;
};

}  // namespace oarlock::base
