#pragma once
// EntryPool: the memory of a work queue's entries, in slabs of 41, and their names: 32 bits each,
// half of a pointer, so that a table of them is small.
//
// Used by KeyTable only, guarded by the queue's lock. Owns the slabs; every entry is given back
// before it is destroyed. Memory shrinks with the content: of the slabs with no entry in use at
// most one, and one for each 16 in use, are kept for the next keys. O(1) per operation.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "queue/keys/queue_entry.h"

namespace oarlock::queue {

class EntryPool {
 public:
  EntryPool() = default;
  ~EntryPool();
  EntryPool(const EntryPool&) = delete;
  EntryPool& operator=(const EntryPool&) = delete;

  Entry& Take();
  void Give(Entry& entry);
  Entry& At(uint32_t id) const;

 private:
  struct Slab;
  friend struct Entry;

  static Slab& SlabOf(const Entry& entry);
  Slab* Make();
  void Link(Slab& slab);
  void Unlink(Slab& slab);
  void FreeUnused();
  void Renumber();

  std::vector<Slab*> slabs_;            // by number; null: free
  std::vector<uint32_t> free_numbers_;  // of slabs_
  Slab* roomy_ = nullptr;               // those with entries in use and free ones, a list
  std::vector<Slab*> unused_;
  size_t used_ = 0;  // slabs with entries in use
};

}  // namespace oarlock::queue
