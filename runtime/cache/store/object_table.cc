#include "cache/store/object_table.h"

#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "cache/store/key_text.h"
#include "kube/resource_version.h"

namespace oarlock::cache {
namespace {

constexpr size_t kSlotsKept = 64;
constexpr size_t kRetiredKept = 64;

// An object that a table names: only in a read section, or for the writer.
kube::Object At(const void* address) { return kube::Object::Borrow(address); }
kube::Object Counted(const void* address) {
  return kube::Object::Attach(kube::Object::Borrow(address).Detach());
}

// Of two states of one key the one that was read later stays.
void DropRepeatedKeys(std::vector<kube::Object>& objects, size_t first) {
  std::unordered_set<std::string> keys;
  for (size_t i = objects.size(); i-- > first;) {
    if (!keys.insert(objects[i].key()).second) objects[i] = {};
  }
  std::erase_if(objects, [](const kube::Object& object) { return !object; });
}

}  // namespace

ObjectTable::ObjectTable() : root_(new Root) {}

ObjectTable::~ObjectTable() {
  for (uint32_t slot = 0; slot < root().slot_count.load(std::memory_order_relaxed); ++slot) {
    const void* address = root().slots.At(slot).load(std::memory_order_relaxed);
    if (address != nullptr) limbo_.Add(kube::Object::Attach(address));
  }
  delete &root();
}

// ------------------------------------------------------------------------------------------------

ObjectTable::Found ObjectTable::Find(const Root& root, std::string_view key) {
  Found found;
  found.slot = root.keys.Find(HashOf(key), [&](uint32_t slot) {
    found.address = root.slots.At(slot).load(std::memory_order_seq_cst);
    return found.address != nullptr && kube::Object::HasKey(found.address, key);
  });
  if (found.slot == IdTable::kNone) found.address = nullptr;
  return found;
}

kube::Object ObjectTable::Get(std::string_view key) const {
  const base::ReadSection section;
  return Counted(Find(*root_.load(std::memory_order_seq_cst), key).address);
}

ObjectLease ObjectTable::Lease(std::string_view key, LeaseTable& leases) const {
  const base::ReadSection section;
  const Found found = Find(*root_.load(std::memory_order_seq_cst), key);
  return found.address == nullptr ? ObjectLease() : leases.Take(found.address);
}

// A key that goes and comes back under a slot that was free may be seen twice: under the old slot
// and then under the new one.
void ObjectTable::AppendObjects(std::vector<kube::Object>& out) const {
  const size_t first = out.size();
  const base::ReadSection section;
  const Root& root = *root_.load(std::memory_order_seq_cst);
  const uint64_t reuses = root.reuses.load(std::memory_order_acquire);
  const uint32_t count = root.slot_count.load(std::memory_order_acquire);
  for (uint32_t slot = 0; slot < count; ++slot) {
    const void* address = root.slots.At(slot).load(std::memory_order_seq_cst);
    if (address != nullptr) out.push_back(Counted(address));
  }
  if (root.reuses.load(std::memory_order_acquire) != reuses) DropRepeatedKeys(out, first);
}

// `read` gets the root and the index; false: what it read was replaced meanwhile. So is what it
// read of an index that was removed, or of a set of indices that is not the root's any more.
template <typename Read>
bool ObjectTable::ReadIndex(uint64_t index, Read&& read) const {
  for (;;) {
    const base::ReadSection section;
    const Root& root = *root_.load(std::memory_order_seq_cst);
    const Indices* indices = root.indices.load(std::memory_order_seq_cst);
    const auto found = std::find_if(indices->begin(), indices->end(),
                                    [index](const TableIndex& entry) { return entry.id == index; });
    if (found == indices->end()) return false;
    if (read(root, *found->postings) && root.indices.load(std::memory_order_seq_cst) == indices) {
      return true;
    }
  }
}

// `read` visits slots of the index, each with a check whether it is still there.
template <typename Read>
bool ObjectTable::AppendSlots(uint64_t index, std::vector<kube::Object>& out, Read&& read) const {
  const size_t first = out.size();
  const bool known = ReadIndex(index, [&](const Root& root, const PostingIndex& postings) {
    out.resize(first);
    return read(postings, [&](uint32_t slot, auto still_there) {
      const void* address = root.slots.At(slot).load(std::memory_order_seq_cst);
      if (address != nullptr && still_there()) out.push_back(Counted(address));
    });
  });
  if (!known) out.resize(first);
  return known;
}

bool ObjectTable::AppendByIndex(uint64_t index, std::string_view value,
                                std::vector<kube::Object>& out) const {
  return AppendSlots(index, out, [value](const PostingIndex& postings, auto visit) {
    return postings.Read(value, visit);
  });
}

bool ObjectTable::AppendSetAside(uint64_t index, std::vector<kube::Object>& out) const {
  return AppendSlots(index, out, [](const PostingIndex& postings, auto visit) {
    return postings.ReadSetAside(visit);
  });
}

bool ObjectTable::AppendValues(uint64_t index, std::vector<std::string>& out) const {
  const size_t first = out.size();
  const bool known = ReadIndex(index, [&](const Root&, const PostingIndex& postings) {
    out.resize(first);
    postings.AppendValues(out);
    return true;
  });
  if (!known) out.resize(first);
  return known;
}

std::pair<uint64_t, std::shared_ptr<const IndexFn>> ObjectTable::FindIndex(
    std::string_view name) const {
  const base::ReadSection section;
  const Root& root = *root_.load(std::memory_order_seq_cst);
  for (const TableIndex& index : *root.indices.load(std::memory_order_seq_cst)) {
    if (index.name == name) return {index.id, index.fn};
  }
  return {0, nullptr};
}

std::vector<std::string> ObjectTable::IndexNames() const {
  std::vector<std::string> names;
  const base::ReadSection section;
  const Root& root = *root_.load(std::memory_order_seq_cst);
  for (const TableIndex& index : *root.indices.load(std::memory_order_seq_cst)) {
    names.push_back(index.name);
  }
  return names;
}

size_t ObjectTable::set_aside() const {
  size_t count = 0;
  const base::ReadSection section;
  const Root& root = *root_.load(std::memory_order_seq_cst);
  for (const TableIndex& index : *root.indices.load(std::memory_order_seq_cst)) {
    count += index.postings->set_aside();
  }
  return count;
}

std::vector<kube::Object> ObjectTable::Snapshot() const {
  std::vector<kube::Object> out;
  const base::ReadSection section;
  const Root& root = *root_.load(std::memory_order_seq_cst);
  const uint32_t count = root.slot_count.load(std::memory_order_acquire);
  out.reserve(count);
  for (uint32_t slot = 0; slot < count; ++slot) {
    out.push_back(Counted(root.slots.At(slot).load(std::memory_order_seq_cst)));
  }
  return out;
}

void ObjectTable::RunIndex(const IndexFn& fn, const kube::Object& object, IndexValues& values) {
  values.Reset();
  fn(object, values);
  values.Finish();
  if (values.failed()) index_errors_.fetch_add(1, std::memory_order_relaxed);
}

// ------------------------------------------------------------------------------------------------

kube::Object ObjectTable::Get(std::string_view key, uint32_t& mark) const {
  const Found found = Find(root(), key);
  if (found.address == nullptr) return {};
  mark = root().marks[found.slot];
  return Counted(found.address);
}

uint32_t ObjectTable::NewSlot() {
  Root& root = this->root();
  if (!root.free.empty()) {
    const uint32_t slot = root.free.back();
    root.free.pop_back();
    root.reuses.fetch_add(1, std::memory_order_release);
    return slot;
  }
  const uint32_t slot = root.slot_count.load(std::memory_order_relaxed);
  OARLOCK_CHECK(slot < IdTable::kNone - 2);
  root.slots.Grow(slot);
  root.marks.push_back(0);
  root.slot_count.store(slot + 1, std::memory_order_release);
  return slot;
}

// What the slot held before goes to limbo with the table's count; the caller gets one of his own.
kube::Object ObjectTable::Exchange(uint32_t slot, const kube::Object& object) {
  const void* next = object.Borrow().Detach();
  const void* last = root().slots.At(slot).exchange(next, std::memory_order_seq_cst);
  if (last == nullptr) return {};
  kube::Object old = kube::Object::Attach(last);
  limbo_.Add(old);
  return old;
}

kube::Object ObjectTable::Put(std::string_view key, const kube::Object& object, uint32_t mark) {
  const Indices& indices = *root().indices.load(std::memory_order_relaxed);
  const uint32_t known = Find(root(), key).slot;
  const bool is_new = known == IdTable::kNone;
  // The namespace is part of the key.
  const auto is_settled = [is_new](const TableIndex& index) {
    return !is_new && index.name == kNamespaceIndex;
  };
  scratch_.resize(indices.size());
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!is_settled(indices[i])) RunIndex(*indices[i].fn, object, scratch_[i]);
  }
  const uint32_t slot = is_new ? NewSlot() : known;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!is_settled(indices[i])) indices[i].postings->Leave(slot, scratch_[i]);
  }
  kube::Object old = Exchange(slot, object);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!is_settled(indices[i])) indices[i].postings->Enter(slot, scratch_[i]);
  }
  if (is_new) root().keys.Insert(HashOf(key), slot, retired_);
  root().marks[slot] = mark;
  Tidy();
  return old;
}

kube::Object ObjectTable::Free(uint32_t slot, std::string_view key) {
  Root& root = this->root();
  for (const TableIndex& index : *root.indices.load(std::memory_order_relaxed)) {
    index.postings->Clear(slot);
  }
  root.keys.Erase(HashOf(key), slot, retired_);
  root.free.push_back(slot);
  return Exchange(slot, {});
}

kube::Object ObjectTable::Erase(std::string_view key) {
  const uint32_t slot = Find(root(), key).slot;
  if (slot == IdTable::kNone) return {};
  kube::Object old = Free(slot, key);
  Tidy();
  return old;
}

bool ObjectTable::Mark(std::string_view key, uint32_t mark) {
  const uint32_t slot = Find(root(), key).slot;
  if (slot == IdTable::kNone) return false;
  root().marks[slot] = mark;
  return true;
}

void ObjectTable::Sweep(uint32_t mark, std::string_view list_version,
                        std::vector<kube::Object>& removed) {
  for (uint32_t slot = 0; slot < root().marks.size(); ++slot) {
    const void* address = root().slots.At(slot).load(std::memory_order_relaxed);
    if (address == nullptr || root().marks[slot] == mark || root().marks[slot] == kPinned) continue;
    const kube::Object object = At(address);
    const auto order = kube::CompareResourceVersions(object.resource_version(), list_version);
    if (order.has_value() && *order > 0) continue;
    removed.push_back(Free(slot, KeyText(object).view()));
  }
  Tidy();
}

std::vector<std::pair<uint32_t, kube::Object>> ObjectTable::ChangedSince(
    const std::vector<kube::Object>& snapshot) const {
  std::vector<std::pair<uint32_t, kube::Object>> out;
  const size_t slots = root().marks.size();
  for (size_t i = 0; i < std::max(snapshot.size(), slots); ++i) {
    const auto slot = static_cast<uint32_t>(i);
    const void* now = i < slots ? root().slots.At(slot).load(std::memory_order_relaxed) : nullptr;
    if (i < snapshot.size() ? snapshot[i].address() == now : now == nullptr) continue;
    out.emplace_back(slot, Counted(now));
  }
  return out;
}

void ObjectTable::SetIndices(const Indices* indices) {
  retired_.Retire(root().indices.exchange(indices, std::memory_order_seq_cst));
}

void ObjectTable::AddIndex(TableIndex index) {
  index.postings->RetireTo(retired_);
  auto* next = new Indices(*root().indices.load(std::memory_order_relaxed));
  next->push_back(std::move(index));
  SetIndices(next);
  Reclaim();
}

void ObjectTable::RemoveIndex(uint64_t index) {
  auto* next = new Indices(*root().indices.load(std::memory_order_relaxed));
  std::erase_if(*next, [index](const TableIndex& entry) { return entry.id == index; });
  SetIndices(next);
  Reclaim();
}

void ObjectTable::Tidy() {
  if (root().marks.size() > kSlotsKept && root().keys.size() < root().marks.size() / 4) Compact();
  if (limbo_.due() || retired_.size() > kRetiredKept) Reclaim();
  replaced_.store(limbo_.size(), std::memory_order_relaxed);
}

void ObjectTable::Reclaim() {
  if (limbo_.size() + retired_.size() == 0) return;
  const base::GraceStamp reached = base::Grace::Reached();
  limbo_.Sweep(reached);
  retired_.Sweep(reached);
  replaced_.store(limbo_.size(), std::memory_order_relaxed);
}

// Everything as it is, in a root that is as large as it has to be.
void ObjectTable::Compact() {
  Root& old = root();
  auto* next = new Root;
  std::vector<uint32_t> to(old.marks.size(), PostingIndex::kNoSlot);
  for (uint32_t slot = 0; slot < old.marks.size(); ++slot) {
    const void* address = old.slots.At(slot).load(std::memory_order_relaxed);
    if (address == nullptr) continue;
    const auto moved = static_cast<uint32_t>(next->marks.size());
    to[slot] = moved;
    next->slots.Grow(moved);
    next->slots.At(moved).store(address, std::memory_order_relaxed);
    next->marks.push_back(old.marks[slot]);
    next->keys.Insert(HashOf(KeyText(At(address)).view()), moved, retired_);
  }
  next->slot_count.store(static_cast<uint32_t>(next->marks.size()), std::memory_order_relaxed);
  auto* indices = new Indices(*old.indices.load(std::memory_order_relaxed));
  for (TableIndex& index : *indices) {
    auto copy = std::make_shared<PostingIndex>(retired_);
    copy->CopyFrom(*index.postings, to);
    index.postings = std::move(copy);
  }
  delete next->indices.exchange(indices, std::memory_order_relaxed);
  root_.store(next, std::memory_order_seq_cst);
  retired_.Retire(&old);
}

}  // namespace oarlock::cache
