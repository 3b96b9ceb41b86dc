#include "queue/keys/entry_pool.h"

#include <array>
#include <bit>
#include <new>

namespace oarlock::queue {
namespace {

// A slab is a page less one line, so that the allocator can put its own words between two of them.
constexpr size_t kSlabAlign = 4096;
constexpr uint32_t kSlabEntries = 41;
constexpr uint64_t kAllFree = (uint64_t{1} << kSlabEntries) - 1;
constexpr uint32_t kIdShift = 6;  // the lower bits of an id: which one of the slab

}  // namespace

struct EntryPool::Slab {
  uint64_t free = kAllFree;  // a bit for each entry
  Slab* next = nullptr;
  Slab* prev = nullptr;
  uint32_t number = 0;
  alignas(kCacheLine) std::array<std::byte, kSlabEntries * sizeof(Entry)> memory;
  std::array<EntryDelay, kSlabEntries> delays;

  Entry* entries() { return reinterpret_cast<Entry*>(memory.data()); }
  uint32_t IndexOf(const Entry& entry) {
    return static_cast<uint32_t>(&entry - static_cast<const Entry*>(entries()));
  }
};

EntryDelay& Entry::delay() {
  EntryPool::Slab& slab = EntryPool::SlabOf(*this);
  return slab.delays[slab.IndexOf(*this)];
}

EntryPool::~EntryPool() {
  used_ = 0;
  while (!unused_.empty()) FreeUnused();
}

EntryPool::Slab& EntryPool::SlabOf(const Entry& entry) {
  const auto address = reinterpret_cast<uintptr_t>(&entry);
  return *reinterpret_cast<Slab*>(address & ~uintptr_t{kSlabAlign - 1});
}

Entry& EntryPool::At(uint32_t id) const {
  return slabs_[id >> kIdShift]->entries()[id & ((1u << kIdShift) - 1)];
}

Entry& EntryPool::Take() {
  if (roomy_ == nullptr) {
    if (unused_.empty()) unused_.push_back(Make());
    Link(*unused_.back());
    unused_.pop_back();
    ++used_;
  }
  Slab& slab = *roomy_;
  const auto at = static_cast<uint32_t>(std::countr_zero(slab.free));
  slab.free &= slab.free - 1;
  if (slab.free == 0) Unlink(slab);
  Entry& entry = *new (slab.entries() + at) Entry;
  entry.id = slab.number << kIdShift | at;
  return entry;
}

void EntryPool::Give(Entry& entry) {
  Slab& slab = SlabOf(entry);
  entry.~Entry();
  if (slab.free == 0) Link(slab);
  slab.free |= uint64_t{1} << slab.IndexOf(entry);
  if (slab.free != kAllFree) return;
  Unlink(slab);
  unused_.push_back(&slab);
  --used_;
  while (unused_.size() > 1 + used_ / 16) FreeUnused();
  if (used_ == 0 && slabs_.size() > 1) Renumber();
}

EntryPool::Slab* EntryPool::Make() {
  static_assert(sizeof(Slab) <= kSlabAlign - kCacheLine);
  void* const memory = ::operator new (sizeof(Slab), std::align_val_t{kSlabAlign});
  Slab* const slab = new (memory) Slab;
  if (free_numbers_.empty()) {
    slab->number = static_cast<uint32_t>(slabs_.size());
    slabs_.push_back(slab);
    return slab;
  }
  slab->number = free_numbers_.back();
  free_numbers_.pop_back();
  slabs_[slab->number] = slab;
  return slab;
}

void EntryPool::FreeUnused() {
  Slab* const slab = unused_.back();
  unused_.pop_back();
  slabs_[slab->number] = nullptr;
  free_numbers_.push_back(slab->number);
  slab->~Slab();
  ::operator delete (slab, std::align_val_t{kSlabAlign});
}

// Nobody knows an id any more: the numbers begin again.
void EntryPool::Renumber() {
  std::vector<Slab*>(unused_).swap(slabs_);
  std::vector<Slab*>(unused_).swap(unused_);
  std::vector<uint32_t>().swap(free_numbers_);
  for (uint32_t n = 0; n < slabs_.size(); ++n) slabs_[n]->number = n;
}

void EntryPool::Link(Slab& slab) {
  slab.prev = nullptr;
  slab.next = roomy_;
  if (roomy_ != nullptr) roomy_->prev = &slab;
  roomy_ = &slab;
}

void EntryPool::Unlink(Slab& slab) {
  (slab.prev == nullptr ? roomy_ : slab.prev->next) = slab.next;
  if (slab.next != nullptr) slab.next->prev = slab.prev;
}

}  // namespace oarlock::queue
