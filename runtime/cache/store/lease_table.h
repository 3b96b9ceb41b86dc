#pragma once
// LeaseTable and ObjectLease: which objects of a store one reader has in his hands, said where the
// store looks before it frees, so that taking an object touches no counter that readers share.
//
// A context of a plugin's call has a table; Store::Lease writes the object's address into it inside
// its read section, and the store's limbo (object_limbo.h) looks at all tables after the grace
// period: by then every lease that could name a replaced object is written.
// Threads: a table and its leases belong to one thread at a time. Looking (Leased) is [any].
// Ownership: an ObjectLease keeps its object alive, and must end before its table. It may outlive
// the store. Cost: two stores to lines of the reader's own; a chunk of kLeaseChunk slots is taken
// from a pool with the first lease and goes back with the table. Limits: whoever holds the leases
// bounds them; chunks are kept for the next reader (8.5 bytes per lease there ever was at once).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kube/object.h"

namespace oarlock::cache {

inline constexpr uint32_t kLeaseChunk = 60;

class LeaseTable;
// An address; or, free, where the next free one is, which is odd; or null, never used.
using LeaseSlot = std::atomic<const void*>;

// An object for as long as it is needed: leased, or with a count of its own. Moves only.
class ObjectLease {
 public:
  ObjectLease() = default;
  // Of an object that no store replaces.
  explicit ObjectLease(kube::Object object) : object_(std::move(object)) {}
  ObjectLease(ObjectLease&& other) noexcept
      : object_(std::move(other.object_)),
        table_(std::exchange(other.table_, nullptr)),
        slot_(other.slot_) {}
  ObjectLease& operator=(ObjectLease&& other) noexcept;
  ~ObjectLease() { End(); }

  explicit operator bool() const { return static_cast<bool>(object_); }
  // Valid while the lease lives; a copy of it is counted and may live on.
  const kube::Object& object() const { return object_; }

 private:
  friend class LeaseTable;
  ObjectLease(kube::Object borrowed, LeaseTable* table, LeaseSlot* slot)
      : object_(std::move(borrowed)), table_(table), slot_(slot) {}
  void End();

  kube::Object object_;
  LeaseTable* table_ = nullptr;  // null: nothing to give back
  LeaseSlot* slot_ = nullptr;
};

class LeaseTable {
 public:
  LeaseTable() = default;
  ~LeaseTable();
  LeaseTable(const LeaseTable&) = delete;
  LeaseTable& operator=(const LeaseTable&) = delete;

  // In the read section in which the address was found in a store.
  ObjectLease Take(const void* address) {
    LeaseSlot* slot = free_;
    if (slot != nullptr) {
      free_ = NextFree(slot->load(std::memory_order_relaxed));
    } else {
      slot = FreshSlot();
    }
    slot->store(address, std::memory_order_release);
    ++size_;
    return {kube::Object::Borrow(address), this, slot};
  }
  size_t size() const { return size_; }

  // For those who free: every address that some table names, sorted.
  static std::vector<const void*> Leased();

 private:
  friend class ObjectLease;
  struct Chunk;
  class Pool;

  static const void* FreeMark(LeaseSlot* next) {
    return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(next) | 1);
  }
  static LeaseSlot* NextFree(const void* mark) {
    return reinterpret_cast<LeaseSlot*>(reinterpret_cast<uintptr_t>(mark) & ~uintptr_t{1});
  }
  LeaseSlot* FreshSlot();
  void Return(LeaseSlot* slot) {
    slot->store(FreeMark(std::exchange(free_, slot)), std::memory_order_release);
    --size_;
  }

  std::vector<Chunk*> chunks_;
  uint32_t used_ = 0;  // slots that were ever used
  LeaseSlot* free_ = nullptr;
  size_t size_ = 0;
};

inline void ObjectLease::End() {
  if (table_ != nullptr) std::exchange(table_, nullptr)->Return(slot_);
}

}  // namespace oarlock::cache
