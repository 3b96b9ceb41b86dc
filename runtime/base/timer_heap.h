#pragma once
// TimerHeap: pending timers ordered by deadline, then by the order they were scheduled.
// Used by RealClock and FakeClock under their own locks. Not thread-safe.
//
// A heap and not a timer wheel: docs/adr/0004. O(log n) to add and remove, O(1) to look at the next
// one. An id is a place and the number of the timer in it, so that an old id finds nothing; of a
// burst of timers twelve bytes each stay for their places.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/indexed_heap.h"

namespace oarlock::base {

class TimerHeap {
 public:
  TimerId Add(MonoTime deadline, Task task);
  bool Remove(TimerId id);
  // Deadline of the first timer, or kNever.
  MonoTime NextDeadline() const;
  // Takes the first timer out when it is due at `now`; empty otherwise.
  std::optional<Task> PopDue(MonoTime now);
  size_t size() const { return heap_.size(); }

 private:
  struct Timer {
    MonoTime deadline;
    TimerId id;  // grows, apart from its lowest bits
    uint32_t heap_slot;
    Task task;
  };
  struct Order {
    static uint32_t& Slot(Timer& t) { return t.heap_slot; }
    static bool Before(const Timer& a, const Timer& b) {
      return a.deadline != b.deadline ? a.deadline < b.deadline : a.id < b.id;
    }
  };

  static constexpr unsigned kPlaceBits = 22;
  static_assert(kTimersMax < size_t{1} << kPlaceBits);

  Task Take(size_t place);

  IndexedHeap<Timer, Order> heap_;
  std::vector<std::unique_ptr<Timer>> timers_;  // by place
  std::vector<uint32_t> free_;                  // places
  uint64_t number_ = 0;
};

}  // namespace oarlock::base
