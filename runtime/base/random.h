#pragma once
// Random: injected randomness. Seeded from the OS in `app`, from a printed seed in tests.
// Threads: [any], one small lock.

#include <cstdint>
#include <random>

#include "base/clock.h"
#include "base/mutex.h"

namespace oarlock::base {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // A generator seeded from the operating system.
  static uint64_t OsSeed();

  uint64_t Next();
  // Uniform in [0, 1).
  double NextDouble();
  // Uniform in [low, high); low when the range is empty.
  Duration Between(Duration low, Duration high);

 private:
  Mutex mutex_;
  std::mt19937_64 engine_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::base
