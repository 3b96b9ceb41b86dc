#include "queue/ready_lane.h"

#include <algorithm>
#include <utility>

namespace oarlock::queue {
namespace {

constexpr size_t kRingMin = 32;

}  // namespace

void ReadyLane::Push(Entry& entry) {
  // With gaps in half of the ring, closing them is room enough.
  if (tail_ - head_ == ring_.size()) {
    Rebuild(2 * count_ > ring_.size() ? 2 * ring_.size() : ring_.size());
  }
  entry.place = tail_;
  ring_[tail_++ & mask()] = &entry;
  ++count_;
}

void ReadyLane::Remove(const Entry& entry) {
  ring_[entry.place & mask()] = nullptr;
  if (--count_ == 0) {
    head_ = tail_;
  } else {
    while (ring_[head_ & mask()] == nullptr) ++head_;
  }
  if (ring_.size() > kRingMin && count_ < ring_.size() / 8) Rebuild(ring_.size() / 4);
}

void ReadyLane::Rebuild(size_t size) {
  const std::vector<Entry*> old =
      std::exchange(ring_, std::vector<Entry*>(std::max(size, kRingMin)));
  const uint32_t old_mask = static_cast<uint32_t>(old.size()) - 1;
  const uint32_t end = std::exchange(tail_, 0);
  for (uint32_t at = std::exchange(head_, 0); at != end; ++at) {
    Entry* const entry = old[at & old_mask];
    if (entry == nullptr) continue;
    entry->place = tail_;
    ring_[tail_++] = entry;
  }
}

}  // namespace oarlock::queue
