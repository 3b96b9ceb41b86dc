#pragma once
// Backoff: exponential delays with jitter that reset after a quiet period.
//
// Nominal delays are initial, initial*factor, ... up to cap and stay there (no sawtooth, REF-7); a
// drawn delay is uniform in [d, d*(1+jitter)). The sequence starts again when `reset_after` has
// passed since the last draw ended. Not thread-safe: owned by one reflector, connection or plugin.

#include <optional>

#include "base/clock.h"
#include "base/random.h"

namespace oarlock::base {

struct BackoffOptions {
  Duration initial = std::chrono::milliseconds(800);
  Duration cap = std::chrono::seconds(30);
  double factor = 2.0;
  double jitter = 1.0;
  Duration reset_after = std::chrono::minutes(2);
};

class Backoff {
 public:
  Backoff(BackoffOptions options, const Clock& clock, Random& random);
  // The next delay. Counts as used: the quiet period starts when this delay has passed.
  Duration Next();
  void Reset();

 private:
  BackoffOptions options_;
  const Clock& clock_;
  Random& random_;
  Duration nominal_;
  std::optional<MonoTime> last_end_;
};

}  // namespace oarlock::base
