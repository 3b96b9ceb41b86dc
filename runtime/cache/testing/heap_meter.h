#pragma once
// HeapMeter: how many bytes the process holds on the heap, for tests about memory.
//
// With a sanitizer it counts every allocation from the first HeapMeter on, and knows the most there
// was; without one it asks the allocator when it is asked, and the most is the most it has seen.
// Threads: [any]; numbers of other threads' allocations are in it.

#include <cstdint>

namespace oarlock::cache::testing {

class HeapMeter {
 public:
  HeapMeter();
  // Bytes since this meter was made, and the most since then or since the last Restart.
  int64_t used();
  int64_t peak();
  void Restart();

 private:
  int64_t start_ = 0;
};

}  // namespace oarlock::cache::testing
