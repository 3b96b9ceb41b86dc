#include "cache/delta_queue.h"

#include <utility>

#include "base/hash.h"

namespace oarlock::cache {
namespace {

constexpr size_t kSlotsMin = 64;       // a power of two
constexpr size_t kEntriesKept = 1024;  // memory of a burst is given back

uint64_t HashKey(std::string_view ns, std::string_view name) {
  return base::HashBytes(name, base::HashBytes(ns));
}

template <typename T>
void Free(std::vector<T>& vector) {
  std::vector<T>().swap(vector);
}

}  // namespace

void DeltaQueue::Push(Delta delta) {
  if (mode_ == Mode::kCoalesce) return PushCoalesced(std::move(delta));
  Merge(entries_.emplace_back(), std::move(delta));
}

void DeltaQueue::PushCoalesced(Delta delta) {
  const std::string_view ns = delta.object.ns();
  const std::string_view name = delta.object.name();
  const uint64_t hash = HashKey(ns, name);
  if (const size_t known = Find(hash, ns, name); known != kNone) {
    ++coalesced_;
    return Merge(entries_[known], std::move(delta));
  }
  if (2 * (slots_used_ + 1) > slots_.size()) Index();
  Insert(hash, first_ + entries_.size());
  Entry& entry = entries_.emplace_back();
  entry.hash = hash;
  Merge(entry, std::move(delta));
}

void DeltaQueue::Merge(Entry& entry, Delta delta) {
  if (delta.type == Delta::Type::kUpsert) {
    entry.upserted = std::move(delta.object);
    return;
  }
  entry.upserted = {};
  if (!entry.deleted) entry.deleted = std::move(delta.object);
}

// A slot whose entry was popped since the queue was last empty is passed over: what it once pushed
// aside may be behind it.
size_t DeltaQueue::Find(uint64_t hash, std::string_view ns, std::string_view name) const {
  if (slots_.empty()) return kNone;
  const size_t mask = slots_.size() - 1;
  for (size_t i = hash & mask; slots_[i].position >= epoch_; i = (i + 1) & mask) {
    const Slot& slot = slots_[i];
    if (slot.hash != hash || slot.position < first_ + head_) continue;
    const size_t index = slot.position - first_;
    const kube::Object& object = entries_[index].any();
    if (object.name() == name && object.ns() == ns) return index;
  }
  return kNone;
}

// Into the first slot that is free; there always is one.
void DeltaQueue::Insert(uint64_t hash, uint64_t position) {
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  while (slots_[i].position >= epoch_) i = (i + 1) & mask;
  slots_[i] = {position, hash};
  ++slots_used_;
}

// A table for what waits now, with room for as much again.
void DeltaQueue::Index() {
  size_t slots = kSlotsMin;
  while (slots < 4 * (size() + 1)) slots *= 2;
  slots_.assign(slots, Slot{});
  slots_used_ = 0;
  for (size_t i = head_; i < entries_.size(); ++i) Insert(entries_[i].hash, first_ + i);
}

bool DeltaQueue::MayHold(std::string_view ns, std::string_view name) const {
  if (size() == 0) return false;
  if (mode_ == Mode::kStrict) return true;
  return Find(HashKey(ns, name), ns, name) != kNone;
}

bool DeltaQueue::PopBatch(std::vector<Delta>& out) {
  const size_t limit = out.size() + kDeltaBatchMax;
  const bool any = size() > 0;
  while (size() > 0 && out.size() + 2 <= limit) {
    Entry& entry = entries_[head_++];
    if (entry.deleted) out.push_back({Delta::Type::kDelete, std::move(entry.deleted)});
    if (entry.upserted) out.push_back({Delta::Type::kUpsert, std::move(entry.upserted)});
  }
  if (size() == 0) {
    Drained();
  } else if (head_ > entries_.size() / 2) {
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(head_));
    first_ += std::exchange(head_, 0);
  }
  return any;
}

void DeltaQueue::Drained() {
  first_ += entries_.size();
  epoch_ = first_;
  head_ = slots_used_ = 0;
  entries_.clear();
  if (entries_.capacity() > kEntriesKept) Free(entries_);
  if (slots_.size() > 2 * kEntriesKept) Free(slots_);
}

void DeltaQueue::Clear() {
  Drained();
  Free(entries_);
  Free(slots_);
}

}  // namespace oarlock::cache
