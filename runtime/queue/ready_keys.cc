#include "queue/ready_keys.h"

#include <algorithm>

namespace oarlock::queue {

int64_t ReadyKeys::Rank(Priority priority, base::MonoTime now) const {
  if (ageing_ == 0) return -int64_t{priority};
  return now.time_since_epoch().count() - priority * ageing_;
}

size_t ReadyKeys::CountBefore(const Entry& entry) const {
  const auto& all = heap_.items();
  return static_cast<size_t>(std::count_if(
      all.begin(), all.end(), [&](const Entry* e) { return ReadyOrder::Before(*e, entry); }));
}

void ReadyKeys::Push(Entry& entry, base::MonoTime now) {
  entry.order = Rank(entry.priority, now);
  entry.sequence = ++sequence_;
  heap_.Push(entry);
  depth_.Add(entry.priority);
}

void ReadyKeys::Remove(Entry& entry) {
  heap_.Remove(entry);
  depth_.Remove(entry.priority);
}

void ReadyKeys::Raise(Entry& entry, Priority priority, base::MonoTime now) {
  depth_.Remove(entry.priority);
  depth_.Add(priority);
  entry.priority = priority;
  entry.order = std::min(entry.order, Rank(priority, now));
  entry.sequence = ++sequence_;
  heap_.Update(entry);
}

}  // namespace oarlock::queue
