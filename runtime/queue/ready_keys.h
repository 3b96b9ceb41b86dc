#pragma once
// ReadyKeys: the keys of a work queue that can be handed out, in order of priority, age and
// arrival, and their number per priority.
//
// The rank of a key is fixed when it becomes ready: its time less `ageing_per_point` for each point
// of priority. So ageing costs no re-sorting. With no ageing the rank is the priority alone.
// Internal to WorkQueue, guarded by its lock. Borrows the entries. O(log n).

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

  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  Entry& top() const { return heap_.top(); }
  std::vector<std::pair<std::string, size_t>> DepthByLabel() const { return depth_.ByLabel(); }

  // How many keys come before a ready one, and the first `n` in order. O(size).
  size_t CountBefore(const Entry& entry) const;
  std::vector<const Entry*> First(size_t n) const { return heap_.First(n); }

  void Push(Entry& entry, base::MonoTime now);
  void Remove(Entry& entry);
  // Moves a ready key to the end of a higher level, but never behind the place it had.
  void Raise(Entry& entry, Priority priority, base::MonoTime now);

 private:
  int64_t Rank(Priority priority, base::MonoTime now) const;

  int64_t ageing_;
  uint64_t sequence_ = 0;
  base::IndexedHeap<Entry, ReadyOrder> heap_;
  PriorityDepth depth_;
};

}  // namespace oarlock::queue
