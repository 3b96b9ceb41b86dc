#pragma once
// ReadyKeys: the keys of a work queue that can be handed out, in order of priority, age and
// arrival, and their number per priority.
//
// The rank of a key is fixed when it becomes ready: its time less `ageing_per_point` for each point
// of priority. So ageing costs no re-sorting, and keys of one priority become ready in the order of
// their ranks: for the first priorities in use there are lanes, first in first out. What does not
// fit there (further priorities, a key that keeps an older rank as its priority is raised) is in a
// heap. With no ageing the rank is the priority alone. Internal to WorkQueue, guarded by its lock,
// but for size(). Borrows the entries. O(1), in the heap O(log n).

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/indexed_heap.h"
#include "queue/keys/queue_entry.h"
#include "queue/keys/ready_lane.h"
#include "queue/queue_metrics.h"

namespace oarlock::queue {

class ReadyKeys {
 public:
  explicit ReadyKeys(base::Duration ageing_per_point) : ageing_(ageing_per_point.count()) {}

  bool empty() const { return size() == 0; }
  size_t size() const { return size_.load(std::memory_order_relaxed); }  // [any]
  Entry& top() const;
  // What stands `n` places behind a key that is the first of its lane; null if nothing does.
  const Entry* Behind(const Entry& first, uint32_t n) const {
    return first.where < Entry::kLanes ? lanes_[first.where].keys.Behind(n) : nullptr;
  }
  std::vector<std::pair<std::string, size_t>> DepthByLabel() const { return depth_.ByLabel(); }

  // How many keys come before a ready one, and the first `n` in order. O(size).
  size_t CountBefore(const Entry& entry) const;
  std::vector<const Entry*> First(size_t n) const;

  void Push(Entry& entry, base::MonoTime now);
  void Remove(Entry& entry);
  // Moves a ready key to the end of a higher level, but never behind the place it had.
  void Raise(Entry& entry, Priority priority, base::MonoTime now);

 private:
  struct Lane {  // free when it is empty
    Priority priority = kPriorityDefault;
    size_t* depth = nullptr;  // of that priority
    int64_t last_order = 0;   // no key in it is behind that
    ReadyLane keys;
  };

  int64_t Rank(Priority priority, base::MonoTime now) const;
  uint8_t LaneFor(const Entry& entry) const;
  void CountMore(size_t n) { size_.store(size() + n, std::memory_order_relaxed); }
  void Place(Entry& entry);
  template <typename Visit>
  void ForEach(Visit visit) const;

  int64_t ageing_;
  uint64_t sequence_ = 0;
  std::atomic<size_t> size_{0};  // written under the lock only
  std::array<Lane, Entry::kLanes> lanes_;
  uint8_t lanes_end_ = 0;  // the lanes from here on are free, and the one before it is not
  base::IndexedHeap<Entry, ReadyOrder> heap_;
  PriorityDepth depth_;
};

}  // namespace oarlock::queue
