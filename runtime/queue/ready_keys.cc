#include "queue/ready_keys.h"

#include <algorithm>

namespace oarlock::queue {

int64_t ReadyKeys::Rank(Priority priority, base::MonoTime now) const {
  if (ageing_ == 0) return -int64_t{priority};
  return now.time_since_epoch().count() - priority * ageing_;
}

Entry& ReadyKeys::top() const {
  Entry* best = heap_.empty() ? nullptr : &heap_.top();
  for (const Lane& lane : lanes_) {
    if (lane.first == nullptr) continue;
    if (best == nullptr || ReadyOrder::Before(*lane.first, *best)) best = lane.first;
  }
  return *best;
}

template <typename Visit>
void ReadyKeys::ForEach(Visit visit) const {
  for (const Lane& lane : lanes_) {
    for (const Entry* entry = lane.first; entry != nullptr; entry = entry->ready_next) {
      visit(*entry);
    }
  }
  for (const Entry* entry : heap_.items()) visit(*entry);
}

size_t ReadyKeys::CountBefore(const Entry& entry) const {
  size_t count = 0;
  ForEach([&](const Entry& other) { count += ReadyOrder::Before(other, entry) ? 1u : 0u; });
  return count;
}

std::vector<const Entry*> ReadyKeys::First(size_t n) const {
  std::vector<const Entry*> all;
  all.reserve(size_);
  ForEach([&](const Entry& entry) { all.push_back(&entry); });
  n = std::min(n, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n), all.end(),
                    [](const Entry* a, const Entry* b) { return ReadyOrder::Before(*a, *b); });
  all.resize(n);
  return all;
}

void ReadyKeys::Push(Entry& entry, base::MonoTime now) {
  entry.order = Rank(entry.priority, now);
  entry.sequence = ++sequence_;
  Place(entry);
  depth_.Add(entry.priority);
}

void ReadyKeys::Remove(Entry& entry) {
  TakeOut(entry);
  depth_.Remove(entry.priority);
}

void ReadyKeys::Raise(Entry& entry, Priority priority, base::MonoTime now) {
  Remove(entry);
  entry.priority = priority;
  entry.order = std::min(entry.order, Rank(priority, now));
  entry.sequence = ++sequence_;
  Place(entry);
  depth_.Add(priority);
}

// The lane of that priority if the entry may stand at its end, or a free one.
uint32_t ReadyKeys::LaneFor(const Entry& entry) const {
  uint32_t free = kHeap;
  for (uint32_t i = 0; i < kLanes; ++i) {
    const Lane& lane = lanes_[i];
    if (lane.first == nullptr) {
      free = std::min(free, i);
    } else if (lane.priority == entry.priority) {
      return ReadyOrder::Before(entry, *lane.last) ? kHeap : i;
    }
  }
  return free;
}

void ReadyKeys::Place(Entry& entry) {
  ++size_;
  entry.ready_lane = LaneFor(entry);
  if (entry.ready_lane == kHeap) return heap_.Push(entry);
  Lane& lane = lanes_[entry.ready_lane];
  entry.ready_next = nullptr;
  entry.ready_prev = lane.first == nullptr ? nullptr : lane.last;
  if (lane.first == nullptr) {
    lane.priority = entry.priority;
    lane.first = &entry;
  } else {
    lane.last->ready_next = &entry;
  }
  lane.last = &entry;
}

void ReadyKeys::TakeOut(Entry& entry) {
  --size_;
  const uint32_t at = std::exchange(entry.ready_lane, base::kNoSlot);
  if (at == kHeap) return heap_.Remove(entry);
  Lane& lane = lanes_[at];
  Entry*& from_left = entry.ready_prev == nullptr ? lane.first : entry.ready_prev->ready_next;
  Entry*& from_right = entry.ready_next == nullptr ? lane.last : entry.ready_next->ready_prev;
  from_left = entry.ready_next;
  from_right = entry.ready_prev;
  entry.ready_next = nullptr;
  entry.ready_prev = nullptr;
}

}  // namespace oarlock::queue
