#pragma once
// IndexedHeap: a binary min-heap of pointers whose elements know their place, so that any element
// can be removed or moved in O(log n). `Traits` gives `static uint32_t& Slot(T&)` and
// `static bool Before(const T&, const T&)`. Borrows its elements. Memory shrinks with its content.
// Not thread-safe. Limits: 2^32 - 1 elements.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace oarlock::base {

inline constexpr uint32_t kNoSlot = UINT32_MAX;

template <typename T, typename Traits>
class IndexedHeap {
 public:
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  size_t capacity() const { return items_.capacity(); }
  T& top() const { return *items_.front(); }
  const std::vector<T*>& items() const { return items_; }  // in no order

  void Push(T& item) {
    items_.push_back(&item);
    SiftUp(items_.size() - 1);
  }

  void Remove(T& item) {
    const size_t slot = Traits::Slot(item);
    Traits::Slot(item) = kNoSlot;
    T* const last = items_.back();
    items_.pop_back();
    if (last != &item) {
      Place(slot, last);
      if (SiftUp(slot) == slot) SiftDown(slot);
    }
    if (items_.capacity() > kKeepCapacity && items_.size() < items_.capacity() / 4) Shrink();
  }

  // The first `n` in order. O(size).
  std::vector<const T*> First(size_t n) const {
    std::vector<const T*> out(items_.begin(), items_.end());
    n = std::min(n, out.size());
    std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(n), out.end(),
                      [](const T* a, const T* b) { return Traits::Before(*a, *b); });
    out.resize(n);
    return out;
  }

  // Restores the order after `item` changed its rank.
  void Update(T& item) {
    const size_t slot = Traits::Slot(item);
    if (SiftUp(slot) == slot) SiftDown(slot);
  }

 private:
  static constexpr size_t kKeepCapacity = 1024;

  void Place(size_t slot, T* item) {
    items_[slot] = item;
    Traits::Slot(*item) = static_cast<uint32_t>(slot);
  }

  size_t SiftUp(size_t slot) {
    T* const item = items_[slot];
    while (slot > 0) {
      const size_t parent = (slot - 1) / 2;
      if (!Traits::Before(*item, *items_[parent])) break;
      Place(slot, items_[parent]);
      slot = parent;
    }
    Place(slot, item);
    return slot;
  }

  void SiftDown(size_t slot) {
    T* const item = items_[slot];
    for (;;) {
      size_t child = 2 * slot + 1;
      if (child >= items_.size()) break;
      if (child + 1 < items_.size() && Traits::Before(*items_[child + 1], *items_[child])) ++child;
      if (!Traits::Before(*items_[child], *item)) break;
      Place(slot, items_[child]);
      slot = child;
    }
    Place(slot, item);
  }

  void Shrink() {
    std::vector<T*> smaller;
    smaller.reserve(items_.size() * 2);
    smaller.assign(items_.begin(), items_.end());
    items_ = std::move(smaller);
  }

  std::vector<T*> items_;
};

}  // namespace oarlock::base
