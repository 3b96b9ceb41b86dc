#pragma once
// Entry: everything a work queue knows about one key, and the orders it is in.
// Internal to WorkQueue, guarded by its lock; made and dropped by KeyTable, in slabs of EntryPool.
// With many keys each entry is read from far away, so what every turn of a key needs is one cache
// line, and what a delay needs is elsewhere in the slab.

#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/indexed_heap.h"
#include "queue/key.h"
#include "queue/work_queue.h"

namespace oarlock::queue {

inline constexpr size_t kCacheLine = 64;

struct EntryDelay {
  base::MonoTime due{};
  uint64_t sequence = 0;  // place among delays that end at once
  uint32_t slot = base::kNoSlot;
  Priority priority = kPriorityDefault;
};

struct alignas(kCacheLine) Entry {
  // Where it is, beside the table; at most one of ready (a lane, the heap beside the lanes) and
  // processing.
  static constexpr uint8_t kLanes = 8;  // 0 to 7
  static constexpr uint8_t kHeap = kLanes;
  static constexpr uint8_t kProcessing = kHeap + 1;
  static constexpr uint8_t kNowhere = kProcessing + 1;

  Key key;
  int64_t order = 0;             // rank among ready keys, lower first
  uint64_t sequence = 0;         // place among ready keys of equal order
  base::MonoTime ready_since{};  // ready or dirty
  uint32_t id = 0;               // in the pool
  uint32_t place = 0;            // there where it is
  uint32_t failures = 0;
  Priority priority = kPriorityDefault;  // while ready or dirty
  Reasons reasons = 0;                   // likewise
  uint8_t where = kNowhere;
  bool dirty = false;
  bool held = false;
  bool idle = false;  // only a failure count or a hold keeps it
  bool delayed = false;
  bool refresh : 1 = false;
  bool delayed_refresh : 1 = false;
  bool delayed_by_failure : 1 = false;

  bool ready() const { return where <= kHeap; }
  bool processing() const { return where == kProcessing; }
  EntryDelay& delay();
  const EntryDelay& delay() const { return const_cast<Entry*>(this)->delay(); }
};
static_assert(sizeof(Entry) == kCacheLine);

struct ReadyOrder {
  static uint32_t& Slot(Entry& e) { return e.place; }
  static bool Before(const Entry& a, const Entry& b) {
    return a.order != b.order ? a.order < b.order : a.sequence < b.sequence;
  }
};

struct DueOrder {
  static uint32_t& Slot(Entry& e) { return e.delay().slot; }
  static bool Before(const Entry& a, const Entry& b) {
    const EntryDelay& left = a.delay();
    const EntryDelay& right = b.delay();
    return left.due != right.due ? left.due < right.due : left.sequence < right.sequence;
  }
};

}  // namespace oarlock::queue
