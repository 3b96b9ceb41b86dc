#include "cache/store/store_shard.h"

#include <algorithm>
#include <atomic>
#include <boost/unordered/unordered_flat_map.hpp>

#include "base/check.h"
#include "base/mutex.h"
#include "kube/resource_version.h"

namespace oarlock::cache {

struct StoreShard::Impl {
  struct Slot {
    kube::Object object;  // null: free
    uint32_t mark = 0;
  };

  uint32_t Find(std::string_view key) const OARLOCK_REQUIRES(mutex) {
    const auto found = keys.find(key);
    return found == keys.end() ? kNoSlot : found->second;
  }
  uint32_t NewSlot() OARLOCK_REQUIRES(mutex);
  kube::Object Free(uint32_t slot) OARLOCK_REQUIRES(mutex);
  const PostingIndex* IndexOf(uint64_t id) const OARLOCK_REQUIRES(mutex);
  // After every change: gives memory back and counts what is set aside.
  void Tidy() OARLOCK_REQUIRES(mutex);
  void Compact() OARLOCK_REQUIRES(mutex);

  static constexpr uint32_t kNoSlot = PostingIndex::kNoSlot;
  static constexpr size_t kSlotsKept = 64;

  mutable base::Mutex mutex;
  std::vector<Slot> slots OARLOCK_GUARDED_BY(mutex);
  std::vector<uint32_t> free OARLOCK_GUARDED_BY(mutex);
  boost::unordered_flat_map<std::string, uint32_t, StringHash, std::equal_to<>> keys
      OARLOCK_GUARDED_BY(mutex);
  std::vector<std::pair<uint64_t, PostingIndex>> indices OARLOCK_GUARDED_BY(mutex);
  std::atomic<size_t> set_aside{0};
};

uint32_t StoreShard::Impl::NewSlot() {
  if (free.empty()) {
    slots.emplace_back();
    return static_cast<uint32_t>(slots.size() - 1);
  }
  const uint32_t slot = free.back();
  free.pop_back();
  return slot;
}

kube::Object StoreShard::Impl::Free(uint32_t slot) {
  for (auto& [id, index] : indices) index.Clear(slot);
  free.push_back(slot);
  return std::exchange(slots[slot].object, kube::Object());
}

const PostingIndex* StoreShard::Impl::IndexOf(uint64_t id) const {
  for (const auto& [index_id, index] : indices) {
    if (index_id == id) return &index;
  }
  return nullptr;
}

void StoreShard::Impl::Tidy() {
  if (slots.size() > kSlotsKept && keys.size() < slots.size() / 4) Compact();
  size_t count = 0;
  for (const auto& [id, index] : indices) count += index.set_aside().size();
  set_aside.store(count, std::memory_order_relaxed);
}

void StoreShard::Impl::Compact() {
  std::vector<uint32_t> to(slots.size(), kNoSlot);
  std::vector<Slot> kept;
  kept.reserve(keys.size());
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    if (!slots[slot].object) continue;
    to[slot] = static_cast<uint32_t>(kept.size());
    kept.push_back(std::move(slots[slot]));
  }
  for (auto& [key, slot] : keys) slot = to[slot];
  keys.rehash(0);
  slots = std::move(kept);
  free = {};
  for (auto& [id, index] : indices) index.Renumber(to, slots.size());
}

StoreShard::StoreShard() : impl_(std::make_unique<Impl>()) {}
StoreShard::~StoreShard() = default;

kube::Object StoreShard::Get(std::string_view key) const {
  base::MutexLock lock(impl_->mutex);
  const uint32_t slot = impl_->Find(key);
  return slot == Impl::kNoSlot ? kube::Object() : impl_->slots[slot].object;
}

kube::Object StoreShard::Get(std::string_view key, uint32_t& mark) const {
  base::MutexLock lock(impl_->mutex);
  const uint32_t slot = impl_->Find(key);
  if (slot == Impl::kNoSlot) return {};
  mark = impl_->slots[slot].mark;
  return impl_->slots[slot].object;
}

void StoreShard::AppendObjects(std::vector<kube::Object>& out) const {
  base::MutexLock lock(impl_->mutex);
  for (const Impl::Slot& slot : impl_->slots) {
    if (slot.object) out.push_back(slot.object);
  }
}

void StoreShard::AppendKeys(std::vector<std::string>& out) const {
  base::MutexLock lock(impl_->mutex);
  for (const auto& [key, slot] : impl_->keys) out.push_back(key);
}

bool StoreShard::AppendByIndex(uint64_t index, std::string_view value,
                               std::vector<kube::Object>& out) const {
  base::MutexLock lock(impl_->mutex);
  const PostingIndex* postings = impl_->IndexOf(index);
  if (postings == nullptr) return false;
  if (const auto* found = postings->Find(value)) {
    for (uint32_t slot : *found) out.push_back(impl_->slots[slot].object);
  }
  return true;
}

bool StoreShard::AppendValues(uint64_t index, std::vector<std::string>& out) const {
  base::MutexLock lock(impl_->mutex);
  const PostingIndex* postings = impl_->IndexOf(index);
  if (postings == nullptr) return false;
  postings->AppendValues(out);
  return true;
}

bool StoreShard::AppendSetAside(uint64_t index, std::vector<kube::Object>& out) const {
  base::MutexLock lock(impl_->mutex);
  const PostingIndex* postings = impl_->IndexOf(index);
  if (postings == nullptr) return false;
  for (const uint32_t slot : postings->set_aside()) out.push_back(impl_->slots[slot].object);
  return true;
}

size_t StoreShard::set_aside() const { return impl_->set_aside.load(std::memory_order_relaxed); }

kube::Object StoreShard::Put(std::string_view key, const kube::Object& object,
                             const std::vector<IndexValues>& values, uint32_t mark) {
  kube::Object old;  // dies after the lock
  base::MutexLock lock(impl_->mutex);
  OARLOCK_CHECK(values.size() == impl_->indices.size());
  uint32_t slot = impl_->Find(key);
  if (slot == Impl::kNoSlot) {
    slot = impl_->NewSlot();
    impl_->keys.emplace(std::string(key), slot);
  }
  old = std::exchange(impl_->slots[slot].object, object);
  impl_->slots[slot].mark = mark;
  for (size_t i = 0; i < values.size(); ++i) {
    PostingIndex& index = impl_->indices[i].second;
    if (values[i].failed()) {
      index.SetAside(slot);
    } else {
      index.Set(slot, values[i].values());
    }
  }
  impl_->Tidy();
  return old;
}

kube::Object StoreShard::Erase(std::string_view key) {
  kube::Object old;
  base::MutexLock lock(impl_->mutex);
  const auto found = impl_->keys.find(key);
  if (found == impl_->keys.end()) return old;
  old = impl_->Free(found->second);
  impl_->keys.erase(found);
  impl_->Tidy();
  return old;
}

bool StoreShard::Mark(std::string_view key, uint32_t mark) {
  base::MutexLock lock(impl_->mutex);
  const uint32_t slot = impl_->Find(key);
  if (slot == Impl::kNoSlot) return false;
  impl_->slots[slot].mark = mark;
  return true;
}

void StoreShard::Sweep(uint32_t mark, std::string_view list_version,
                       std::vector<kube::Object>& removed) {
  base::MutexLock lock(impl_->mutex);
  for (uint32_t slot = 0; slot < impl_->slots.size(); ++slot) {
    const Impl::Slot& entry = impl_->slots[slot];
    if (!entry.object || entry.mark == mark || entry.mark == kPinned) continue;
    const auto order = kube::CompareResourceVersions(entry.object.resource_version(), list_version);
    if (order.has_value() && *order > 0) continue;
    impl_->keys.erase(entry.object.key());
    removed.push_back(impl_->Free(slot));
  }
  impl_->Tidy();
}

std::vector<kube::Object> StoreShard::Snapshot() const {
  std::vector<kube::Object> out;
  base::MutexLock lock(impl_->mutex);
  out.reserve(impl_->slots.size());
  for (const Impl::Slot& slot : impl_->slots) out.push_back(slot.object);
  return out;
}

std::vector<std::pair<uint32_t, kube::Object>> StoreShard::ChangedSince(
    const std::vector<kube::Object>& snapshot) const {
  std::vector<std::pair<uint32_t, kube::Object>> out;
  base::MutexLock lock(impl_->mutex);
  const kube::Object none;
  const size_t count = std::max(snapshot.size(), impl_->slots.size());
  for (size_t slot = 0; slot < count; ++slot) {
    const kube::Object& now = slot < impl_->slots.size() ? impl_->slots[slot].object : none;
    if (slot < snapshot.size() ? snapshot[slot].SameAs(now) : !now) continue;
    out.emplace_back(static_cast<uint32_t>(slot), now);
  }
  return out;
}

void StoreShard::AddIndex(uint64_t index, PostingIndex postings) {
  base::MutexLock lock(impl_->mutex);
  impl_->indices.emplace_back(index, std::move(postings));
  impl_->Tidy();
}

PostingIndex StoreShard::RemoveIndex(uint64_t index) {
  PostingIndex removed;
  base::MutexLock lock(impl_->mutex);
  for (auto& [id, postings] : impl_->indices) {
    if (id == index) removed = std::move(postings);
  }
  std::erase_if(impl_->indices, [index](const auto& entry) { return entry.first == index; });
  impl_->Tidy();
  return removed;
}

}  // namespace oarlock::cache
