#pragma once
// SegmentedArray<T>: an array that grows without moving its elements, so that readers need no lock.
//
// Used by the store's table and its indices. Threads: one writer (Grow); At is [any] for elements
// that the reader learned of after they were there. T is made of atomics. Memory: segments double,
// so at most half of it is unused; it goes with the array.

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace oarlock::cache {

template <typename T>
class SegmentedArray {
 public:
  SegmentedArray() = default;
  ~SegmentedArray() {
    for (auto& segment : segments_) delete[] segment.load(std::memory_order_relaxed);
  }
  SegmentedArray(const SegmentedArray&) = delete;
  SegmentedArray& operator=(const SegmentedArray&) = delete;

  T& At(uint32_t i) const {
    const Place place = PlaceOf(i);
    return segments_[place.segment].load(std::memory_order_acquire)[place.offset];
  }
  // Makes room for element `i`, whose predecessor is there.
  void Grow(uint32_t i) {
    const Place place = PlaceOf(i);
    if (segments_[place.segment].load(std::memory_order_relaxed) != nullptr) return;
    segments_[place.segment].store(new T[size_t{kFirst} << place.segment](),
                                   std::memory_order_release);
  }

 private:
  static constexpr uint32_t kFirst = 16;
  struct Place {
    uint32_t segment;
    uint64_t offset;
  };
  // Segment 0 has the first kFirst, each segment twice as many as the one before it.
  static Place PlaceOf(uint32_t i) {
    const uint64_t from_first = uint64_t{i} + kFirst;
    const auto top = 63u ^ static_cast<uint32_t>(std::countl_zero(from_first));
    return {top - (std::bit_width(kFirst) - 1), from_first ^ (uint64_t{1} << top)};
  }

  std::array<std::atomic<T*>, 29> segments_{};
};

}  // namespace oarlock::cache
