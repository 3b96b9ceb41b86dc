#pragma once
// Entry: everything a work queue knows about one key, and the orders it is in.
// Internal to WorkQueue, guarded by its lock; made and dropped by KeyTable. A key is at most one of
// ready and processing.

#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/indexed_heap.h"
#include "queue/key.h"
#include "queue/work_queue.h"

namespace oarlock::queue {

struct Entry {
  Key key;
  size_t hash = 0;              // of the key
  Entry* next = nullptr;        // in the same bucket of the table
  Entry* ready_next = nullptr;  // in its lane of ready keys
  Entry* ready_prev = nullptr;
  int64_t order = 0;            // rank among ready keys, lower first
  uint64_t sequence = 0;        // place among ready keys of equal order
  uint64_t delay_sequence = 0;  // place among delays that end at once
  base::MonoTime ready_since{};
  base::MonoTime processing_since{};
  base::MonoTime run_ready_since{};  // when the key of the run under way became ready
  base::MonoTime due{};
  uint32_t ready_lane = base::kNoSlot;
  uint32_t ready_slot = base::kNoSlot;  // in the heap beside the lanes
  uint32_t delay_slot = base::kNoSlot;
  uint32_t processing_slot = base::kNoSlot;
  uint32_t failures = 0;
  Priority priority = kPriorityDefault;          // while ready or dirty
  Priority delayed_priority = kPriorityDefault;  // while delayed
  bool refresh = false;
  bool delayed_refresh = false;
  bool dirty = false;
  bool held = false;
  bool backoff = false;  // the delay is one after a failure
  bool idle = false;     // only a failure count or a hold keeps it

  bool ready() const { return ready_lane != base::kNoSlot; }
  bool delayed() const { return delay_slot != base::kNoSlot; }
  bool processing() const { return processing_slot != base::kNoSlot; }
};

struct ReadyOrder {
  static uint32_t& Slot(Entry& e) { return e.ready_slot; }
  static bool Before(const Entry& a, const Entry& b) {
    return a.order != b.order ? a.order < b.order : a.sequence < b.sequence;
  }
};

struct DueOrder {
  static uint32_t& Slot(Entry& e) { return e.delay_slot; }
  static bool Before(const Entry& a, const Entry& b) {
    return a.due != b.due ? a.due < b.due : a.delay_sequence < b.delay_sequence;
  }
};

}  // namespace oarlock::queue
