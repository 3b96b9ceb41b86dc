#include "kube/segment/share_table.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace oarlock::kube::segment {

void ShareTable::Insert(const ContentHash& hash, uint32_t id) {
  if ((size_ + 1) * 4 > entries_.size() * 3) Resize(std::max(kCapacityMin, entries_.size() * 2));
  Place({hash.low, hash.high, id});
  ++size_;
}

void ShareTable::Place(const Entry& entry) {
  size_t at = Home(entry.low);
  while (entries_[at].id != 0) at = (at + 1) & mask_;
  entries_[at] = entry;
}

// Entries behind the gap that would no longer be found are moved into it.
void ShareTable::Erase(uint64_t low, uint32_t id) {
  OARLOCK_CHECK(!entries_.empty());
  size_t gap = Home(low);
  while (entries_[gap].id != id) {
    OARLOCK_CHECK(entries_[gap].id != 0);
    gap = (gap + 1) & mask_;
  }
  for (size_t at = (gap + 1) & mask_; entries_[at].id != 0; at = (at + 1) & mask_) {
    const size_t home = Home(entries_[at].low);
    if (((at - home) & mask_) < ((at - gap) & mask_)) continue;
    entries_[gap] = entries_[at];
    gap = at;
  }
  entries_[gap] = {};
  --size_;
  if (entries_.size() > kCapacityMin && size_ * 6 < entries_.size()) Resize(entries_.size() / 2);
}

void ShareTable::Resize(size_t capacity) {
  std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(capacity));
  mask_ = capacity - 1;
  for (const Entry& entry : old) {
    if (entry.id != 0) Place(entry);
  }
}

}  // namespace oarlock::kube::segment
