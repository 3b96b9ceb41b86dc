#include "base/timer_heap.h"

#include "base/check.h"

namespace oarlock::base {

TimerId TimerHeap::Add(MonoTime deadline, Task task) {
  OARLOCK_CHECK(by_deadline_.size() < kTimersMax);
  const TimerId id = next_id_++;
  by_deadline_.emplace(Key{deadline, id}, std::move(task));
  deadlines_.emplace(id, deadline);
  return id;
}

bool TimerHeap::Remove(TimerId id) {
  const auto it = deadlines_.find(id);
  if (it == deadlines_.end()) return false;
  by_deadline_.erase(Key{it->second, id});
  deadlines_.erase(it);
  return true;
}

MonoTime TimerHeap::NextDeadline() const {
  return by_deadline_.empty() ? kNever : by_deadline_.begin()->first.first;
}

std::optional<Task> TimerHeap::PopDue(MonoTime now) {
  if (by_deadline_.empty() || by_deadline_.begin()->first.first > now) return std::nullopt;
  auto node = by_deadline_.extract(by_deadline_.begin());
  deadlines_.erase(node.key().second);
  return std::move(node.mapped());
}

}  // namespace oarlock::base
