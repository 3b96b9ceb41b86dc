#include "queue/keys/ready_lane.h"

#include <algorithm>
#include <utility>

namespace oarlock::queue {
namespace {

constexpr uint32_t kRingMin = 32;

}  // namespace

// With gaps in half of the ring, closing them is room enough.
void ReadyLane::MakeRoom() { Rebuild(2 * count_ > size_ ? 2 * size_ : size_); }

void ReadyLane::Rebuild(uint32_t size) {
  const uint32_t old_mask = mask();
  size_ = std::max(size, kRingMin);
  shrink_below_ = size_ > kRingMin ? size_ / 8 : 0;
  const std::vector<Entry*> old = std::exchange(ring_, std::vector<Entry*>(size_));
  const uint32_t end = std::exchange(tail_, 0);
  for (uint32_t at = std::exchange(head_, 0); at != end; ++at) {
    Entry* const entry = old[at & old_mask];
    if (entry == nullptr) continue;
    entry->place = tail_;
    ring_[tail_++] = entry;
  }
}

}  // namespace oarlock::queue
