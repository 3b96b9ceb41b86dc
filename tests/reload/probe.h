#pragma once
// Probe: what the pulse plugins of these tests write down, in the memory of the test: its address
// is in their configuration. Lock-free; threads [any].

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace oarlock::reloadtest {

inline constexpr size_t kKeys = 64;
inline constexpr size_t kBuilds = 16;
inline constexpr int64_t kGone = -1;

struct Probe {
  std::array<std::atomic<uint64_t>, kBuilds> runs{};  // reconciles, by build
  std::array<std::atomic<int64_t>, kBuilds> last_run{};
  std::array<std::atomic<int64_t>, kBuilds> first_run{};  // since it was set to 0
  std::array<std::atomic<int>, kKeys> busy{};
  std::array<std::atomic<int64_t>, kKeys> seen{};  // data.v of the newest that was read, or kGone
  std::atomic<uint64_t> overlaps{0};               // two reconciles of one key at once
  std::atomic<uint64_t> created{0};                // instances
  std::atomic<uint64_t> state{0};                  // what the newest instance was handed over
  std::atomic<bool> fresh{true};                   // globals of each load were as built
};

inline int64_t NowNanos() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace oarlock::reloadtest
