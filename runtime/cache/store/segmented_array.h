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
    const size_t size = place.segment == 0 ? kFirst : size_t{kFirst} << (place.segment - 1);
    segments_[place.segment].store(new T[size](), std::memory_order_release);
  }

 private:
  static constexpr uint32_t kFirst = 16;
  struct Place {
    uint32_t segment;
    uint32_t offset;
  };
  // Segment 0 has the first kFirst, segment n as many as all before it.
  static Place PlaceOf(uint32_t i) {
    const auto segment = static_cast<uint32_t>(std::bit_width(i / kFirst));
    return {segment, segment == 0 ? i : i - (kFirst << (segment - 1))};
  }

  std::array<std::atomic<T*>, 29> segments_{};
};

}  // namespace oarlock::cache
