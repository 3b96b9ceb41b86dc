#include "queue/keys/key_table.h"

#include <utility>

namespace oarlock::queue {
namespace {

constexpr size_t kSlotsMin = 64;

}  // namespace

KeyTable::KeyTable(size_t keys_max, size_t idle_max) : keys_max_(keys_max), idle_max_(idle_max) {
  Resize(kSlotsMin);
}

KeyTable::~KeyTable() {
  for (Entry* entry : All()) pool_.Give(*entry);
}

std::vector<Entry*> KeyTable::All() const {
  std::vector<Entry*> all;
  all.reserve(size_);
  for (const Slot& slot : slots_) {
    if (slot.id != kNone) all.push_back(&pool_.At(slot.id));
  }
  return all;
}

Entry* KeyTable::Find(const Key& key) const {
  const uint32_t hash = key.hash();
  for (size_t at = hash & mask_; slots_[at].id != kNone; at = (at + 1) & mask_) {
    if (slots_[at].hash != hash) continue;
    Entry& entry = pool_.At(slots_[at].id);
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

Entry* KeyTable::FindOrInsert(Key&& key) {
  const uint32_t hash = key.hash();
  size_t at = hash & mask_;
  for (; slots_[at].id != kNone; at = (at + 1) & mask_) {
    if (slots_[at].hash != hash) continue;
    Entry& entry = pool_.At(slots_[at].id);
    if (entry.key == key) return &entry;
  }
  if (size_ >= keys_max_) return nullptr;
  Entry& entry = pool_.Take();
  entry.key = std::move(key);
  slots_[at] = {hash, entry.id};
  if (++size_ > grow_above_) Resize(2 * slots_.size());
  return &entry;
}

void KeyTable::Hold(Entry& entry) {
  if (!std::exchange(entry.held, true)) ++held_;
}

void KeyTable::Settle(Entry& entry) {
  if (entry.where != Entry::kNowhere || entry.delayed) return;
  if (entry.failures > 0 || entry.held) {
    if (entry.idle) return;
    if (idle_ < idle_max_) {
      entry.idle = true;
      ++idle_;
      return;
    }
  }
  Activate(entry);
  Drop(entry);
}

void KeyTable::Drop(Entry& entry) {
  size_t at = entry.key.hash() & mask_;
  while (slots_[at].id != entry.id) at = (at + 1) & mask_;
  Free(at);
  --size_;
  pool_.Give(entry);
  if (size_ < shrink_below_) Resize(slots_.size() / 4);
}

void KeyTable::Insert(Slot slot) {
  size_t at = slot.hash & mask_;
  while (slots_[at].id != kNone) at = (at + 1) & mask_;
  slots_[at] = slot;
}

// What stands behind it because that place was taken moves up, so no gap is ever in the way.
void KeyTable::Free(size_t at) {
  for (size_t next = (at + 1) & mask_; slots_[next].id != kNone; next = (next + 1) & mask_) {
    const size_t from_home = (next - slots_[next].hash) & mask_;
    if (from_home < ((next - at) & mask_)) continue;
    slots_[at] = slots_[next];
    at = next;
  }
  slots_[at] = {};
}

void KeyTable::Resize(size_t slots) {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
  mask_ = slots - 1;
  shrink_below_ = slots > kSlotsMin ? slots / 8 : 0;
  grow_above_ = slots / 4 * 3;
  for (const Slot& slot : old) {
    if (slot.id != kNone) Insert(slot);
  }
}

}  // namespace oarlock::queue
