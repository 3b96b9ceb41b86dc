#pragma once
// ReadyKeys: the keys of a work queue that can be handed out, in order of priority, age and
// arrival, and their number per priority.
//
// The rank of a key is fixed when it becomes ready: its time less `ageing_per_point` for each point
// of priority. So ageing costs no re-sorting, and keys of one priority become ready in the order of
// their ranks: for the first kLanes priorities in use they are kept as plain lists, first in first
// out. What does not fit there (further priorities, a key that keeps an older rank as its priority
// is raised) is in a heap. With no ageing the rank is the priority alone.
// Internal to WorkQueue, guarded by its lock. Borrows the entries. O(1), in the heap O(log n).

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/indexed_heap.h"
#include "queue/queue_entry.h"
#include "queue/queue_metrics.h"

namespace oarlock::queue {

class ReadyKeys {
 public:
  explicit ReadyKeys(base::Duration ageing_per_point) : ageing_(ageing_per_point.count()) {}

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  Entry& top() const;
  std::vector<std::pair<std::string, size_t>> DepthByLabel() const { return depth_.ByLabel(); }

  // How many keys come before a ready one, and the first `n` in order. O(size).
  size_t CountBefore(const Entry& entry) const;
  std::vector<const Entry*> First(size_t n) const;

  void Push(Entry& entry, base::MonoTime now);
  void Remove(Entry& entry);
  // Moves a ready key to the end of a higher level, but never behind the place it had.
  void Raise(Entry& entry, Priority priority, base::MonoTime now);

 private:
  static constexpr uint32_t kLanes = 8;
  static constexpr uint32_t kHeap = kLanes;  // as an entry's lane

  struct Lane {
    Priority priority = kPriorityDefault;
    Entry* first = nullptr;  // null: the lane is free
    Entry* last = nullptr;
  };

  int64_t Rank(Priority priority, base::MonoTime now) const;
  uint32_t LaneFor(const Entry& entry) const;
  void Place(Entry& entry);
  void TakeOut(Entry& entry);
  template <typename Visit>
  void ForEach(Visit visit) const;

  int64_t ageing_;
  uint64_t sequence_ = 0;
  size_t size_ = 0;
  std::array<Lane, kLanes> lanes_;
  base::IndexedHeap<Entry, ReadyOrder> heap_;
  PriorityDepth depth_;
};

}  // namespace oarlock::queue
