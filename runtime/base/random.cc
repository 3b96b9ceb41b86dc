#include "base/random.h"

namespace oarlock::base {

uint64_t Random::OsSeed() {
  std::random_device device;
  return (static_cast<uint64_t>(device()) << 32) | device();
}

uint64_t Random::Next() {
  MutexLock lock(mutex_);
  return engine_();
}

double Random::NextDouble() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

Duration Random::Between(Duration low, Duration high) {
  if (high <= low) return low;
  const double span = static_cast<double>((high - low).count());
  return low + Duration(static_cast<Duration::rep>(span * NextDouble()));
}

}  // namespace oarlock::base
