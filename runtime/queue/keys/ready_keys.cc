#include "queue/keys/ready_keys.h"

#include <algorithm>

namespace oarlock::queue {

int64_t ReadyKeys::Rank(Priority priority, base::MonoTime now) const {
  if (ageing_ == 0) return -int64_t{priority};
  return now.time_since_epoch().count() - priority * ageing_;
}

Entry& ReadyKeys::top() const {
  if (lanes_end_ == 1 && heap_.empty()) return lanes_[0].keys.first();
  Entry* best = heap_.empty() ? nullptr : &heap_.top();
  for (uint8_t i = 0; i < lanes_end_; ++i) {
    if (lanes_[i].keys.empty()) continue;
    Entry& first = lanes_[i].keys.first();
    if (best == nullptr || ReadyOrder::Before(first, *best)) best = &first;
  }
  return *best;
}

template <typename Visit>
void ReadyKeys::ForEach(Visit visit) const {
  for (const Lane& lane : lanes_) lane.keys.ForEach(visit);
  for (const Entry* entry : heap_.items()) visit(*entry);
}

size_t ReadyKeys::CountBefore(const Entry& entry) const {
  size_t count = 0;
  ForEach([&](const Entry& other) { count += ReadyOrder::Before(other, entry) ? 1u : 0u; });
  return count;
}

std::vector<const Entry*> ReadyKeys::First(size_t n) const {
  std::vector<const Entry*> all;
  all.reserve(size());
  ForEach([&](const Entry& entry) { all.push_back(&entry); });
  n = std::min(n, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n), all.end(),
                    [](const Entry* a, const Entry* b) { return ReadyOrder::Before(*a, *b); });
  all.resize(n);
  return all;
}

void ReadyKeys::Push(Entry& entry, base::MonoTime now) {
  entry.order = Rank(entry.priority, now);
  Place(entry);
}

void ReadyKeys::Raise(Entry& entry, Priority priority, base::MonoTime now) {
  Remove(entry);
  entry.priority = priority;
  entry.order = std::min(entry.order, Rank(priority, now));
  Place(entry);
}

// The lane of that priority if the entry, which has the newest sequence, may stand at its end; or
// a free one.
inline uint8_t ReadyKeys::LaneFor(const Entry& entry) const {
  uint8_t free = lanes_end_;
  for (uint8_t i = 0; i < lanes_end_; ++i) {
    const Lane& lane = lanes_[i];
    if (lane.keys.empty()) {
      free = std::min(free, i);
    } else if (lane.priority == entry.priority) {
      return entry.order < lane.last_order ? Entry::kHeap : i;
    }
  }
  return free;  // kHeap when all are in use
}

void ReadyKeys::Place(Entry& entry) {
  CountMore(1);
  entry.sequence = ++sequence_;
  entry.where = LaneFor(entry);
  if (entry.where == Entry::kHeap) {
    ++depth_.Of(entry.priority);
    return heap_.Push(entry);
  }
  Lane& lane = lanes_[entry.where];
  if (lane.keys.empty()) {
    lane.priority = entry.priority;
    lane.depth = &depth_.Of(entry.priority);
    lanes_end_ = std::max<uint8_t>(lanes_end_, entry.where + 1);
  }
  lane.last_order = entry.order;
  lane.keys.Push(entry);
  ++*lane.depth;
}

void ReadyKeys::Remove(Entry& entry) {
  CountMore(size_t{0} - 1);
  const uint8_t at = std::exchange(entry.where, Entry::kNowhere);
  if (at == Entry::kHeap) {
    --depth_.Of(entry.priority);
    return heap_.Remove(entry);
  }
  lanes_[at].keys.Remove(entry);
  --*lanes_[at].depth;
  while (lanes_end_ > 0 && lanes_[lanes_end_ - 1].keys.empty()) --lanes_end_;
}

}  // namespace oarlock::queue
