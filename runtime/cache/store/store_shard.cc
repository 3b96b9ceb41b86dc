#include "cache/store/store_shard.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>

#include "base/check.h"
#include "base/mutex.h"
#include "cache/store/posting_index.h"
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

  static constexpr uint32_t kNoSlot = 0xffffffff;

  mutable base::Mutex mutex;
  std::vector<Slot> slots OARLOCK_GUARDED_BY(mutex);
  std::vector<uint32_t> free OARLOCK_GUARDED_BY(mutex);
  boost::unordered_flat_map<std::string, uint32_t, StringHash, std::equal_to<>> keys
      OARLOCK_GUARDED_BY(mutex);
  std::vector<std::pair<uint64_t, PostingIndex>> indices OARLOCK_GUARDED_BY(mutex);
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

StoreShard::StoreShard() : impl_(std::make_unique<Impl>()) {}
StoreShard::~StoreShard() = default;

kube::Object StoreShard::Get(std::string_view key) const {
  base::MutexLock lock(impl_->mutex);
  const uint32_t slot = impl_->Find(key);
  return slot == Impl::kNoSlot ? kube::Object() : impl_->slots[slot].object;
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

kube::Object StoreShard::Put(std::string_view key, const kube::Object& object,
                             const std::vector<Values>& values, uint32_t mark) {
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
  for (size_t i = 0; i < values.size(); ++i) impl_->indices[i].second.Set(slot, values[i]);
  return old;
}

kube::Object StoreShard::Erase(std::string_view key) {
  kube::Object old;
  base::MutexLock lock(impl_->mutex);
  const auto found = impl_->keys.find(key);
  if (found == impl_->keys.end()) return old;
  old = impl_->Free(found->second);
  impl_->keys.erase(found);
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
}

std::vector<std::pair<uint32_t, kube::Object>> StoreShard::Slots() const {
  std::vector<std::pair<uint32_t, kube::Object>> out;
  base::MutexLock lock(impl_->mutex);
  for (uint32_t slot = 0; slot < impl_->slots.size(); ++slot) {
    if (impl_->slots[slot].object) out.emplace_back(slot, impl_->slots[slot].object);
  }
  return out;
}

void StoreShard::AddIndex(uint64_t index, const std::vector<std::pair<uint32_t, Values>>& slots) {
  PostingIndex postings;
  for (const auto& [slot, values] : slots) postings.Set(slot, values);
  base::MutexLock lock(impl_->mutex);
  impl_->indices.emplace_back(index, std::move(postings));
}

void StoreShard::RemoveIndex(uint64_t index) {
  base::MutexLock lock(impl_->mutex);
  std::erase_if(impl_->indices, [index](const auto& entry) { return entry.first == index; });
}

}  // namespace oarlock::cache
