#pragma once
// ReadyLane: ready keys of one priority, first in first out, of which any can be taken out: a ring
// of pointers with gaps.
//
// Used by ReadyKeys only, guarded by the queue's lock. Borrows the entries and keeps their `place`.
// O(1) per operation. Who takes the first can see those behind it and fetch them ahead, which a
// list would not allow. Memory shrinks with the content.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "queue/keys/queue_entry.h"

namespace oarlock::queue {

class ReadyLane {
 public:
  bool empty() const { return count_ == 0; }
  Entry& first() const { return *ring_[head_ & mask()]; }
  // The one `n` places behind the first. Null where there is none, or a gap.
  const Entry* Behind(uint32_t n) const {
    return n < tail_ - head_ ? ring_[(head_ + n) & mask()] : nullptr;
  }
  void Push(Entry& entry) {
    if (tail_ - head_ == size_) MakeRoom();
    entry.place = tail_;
    ring_[tail_++ & mask()] = &entry;
    ++count_;
  }
  void Remove(const Entry& entry) {
    ring_[entry.place & mask()] = nullptr;
    while (head_ != tail_ && ring_[head_ & mask()] == nullptr) ++head_;
    if (--count_ < shrink_below_) Rebuild(size_ / 4);
  }

  template <typename Visit>
  void ForEach(Visit visit) const {
    for (uint32_t at = head_; at != tail_; ++at) {
      if (const Entry* entry = ring_[at & mask()]; entry != nullptr) visit(*entry);
    }
  }

 private:
  uint32_t mask() const { return size_ - 1; }
  void MakeRoom();
  void Rebuild(uint32_t size);

  std::vector<Entry*> ring_;
  uint32_t size_ = 0;  // of the ring: a power of two, or nothing yet
  uint32_t shrink_below_ = 0;
  // Places count on and on, modulo 2^32. The one at head_ is no gap.
  uint32_t head_ = 0;
  uint32_t tail_ = 0;
  uint32_t count_ = 0;
};

}  // namespace oarlock::queue
