#include "cache/store/id_table.h"

#include <algorithm>
#include <bit>

namespace oarlock::cache {

IdTable::IdTable() : cells_(new Cells(kFewest)) {}
IdTable::~IdTable() { delete cells_.load(std::memory_order_relaxed); }

void IdTable::Insert(uint32_t hash, uint32_t id, base::RetireList& retired) {
  const Cells* cells = cells_.load(std::memory_order_relaxed);
  if ((uint64_t{used_} + 1) * 4 > (uint64_t{cells->mask} + 1) * 3) {
    Resize(retired);
    cells = cells_.load(std::memory_order_relaxed);
  }
  uint32_t i = hash & cells->mask;
  while (cells->at[i].load(std::memory_order_relaxed) > kGone) i = (i + 1) & cells->mask;
  if (cells->at[i].load(std::memory_order_relaxed) == kEmpty) ++used_;
  cells->at[i].store(CellOf(hash, id), std::memory_order_release);
  ++live_;
}

// Marks before an empty cell lead nowhere and become empty themselves.
void IdTable::Erase(uint32_t hash, uint32_t id, base::RetireList& retired) {
  const Cells* cells = cells_.load(std::memory_order_relaxed);
  uint32_t i = hash & cells->mask;
  while (cells->at[i].load(std::memory_order_relaxed) != CellOf(hash, id))
    i = (i + 1) & cells->mask;
  cells->at[i].store(kGone, std::memory_order_release);
  --live_;
  if (cells->at[(i + 1) & cells->mask].load(std::memory_order_relaxed) == kEmpty) {
    for (; cells->at[i].load(std::memory_order_relaxed) == kGone; i = (i - 1) & cells->mask) {
      cells->at[i].store(kEmpty, std::memory_order_release);
      --used_;
    }
  }
  if (cells->mask >= kFewest && uint64_t{live_} * 8 < cells->mask) Resize(retired);
}

// Room for half as many again.
void IdTable::Resize(base::RetireList& retired) {
  const Cells* old = cells_.load(std::memory_order_relaxed);
  const uint64_t wanted = std::bit_ceil(uint64_t{live_} + live_ / 2 + 2);
  auto* next = new Cells(static_cast<uint32_t>(std::max<uint64_t>(wanted, kFewest)));
  for (uint32_t i = 0; i <= old->mask; ++i) {
    const uint64_t cell = old->at[i].load(std::memory_order_relaxed);
    if (cell <= kGone) continue;
    uint32_t to = static_cast<uint32_t>(cell >> 32) & next->mask;
    while (next->at[to].load(std::memory_order_relaxed) != kEmpty) to = (to + 1) & next->mask;
    next->at[to].store(cell, std::memory_order_relaxed);
  }
  used_ = live_;
  cells_.store(next, std::memory_order_seq_cst);
  retired.Retire(old);
}

}  // namespace oarlock::cache
