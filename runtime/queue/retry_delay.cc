#include "queue/retry_delay.h"

#include <algorithm>
#include <utility>

namespace oarlock::queue {

using base::Duration;

RetryDelay ExponentialDelay(Duration base, Duration max) {
  base = std::max(base, Duration::zero());
  max = std::max(max, base);
  return [base, max](uint32_t failures) {
    // Compared by shifting the cap down, so that nothing can overflow.
    if (failures >= 63 || base.count() > (max.count() >> failures)) return max;
    return Duration(base.count() << failures);
  };
}

RetryDelay FastSlowDelay(Duration fast, Duration slow, uint32_t fast_attempts) {
  return [=](uint32_t failures) { return failures < fast_attempts ? fast : slow; };
}

RetryDelay MaxOfDelays(std::vector<RetryDelay> parts) {
  return [parts = std::move(parts)](uint32_t failures) {
    Duration longest = Duration::zero();
    for (const RetryDelay& part : parts) longest = std::max(longest, part(failures));
    return longest;
  };
}

RetryDelay CappedDelay(RetryDelay inner, Duration max) {
  return
      [inner = std::move(inner), max](uint32_t failures) { return std::min(inner(failures), max); };
}

}  // namespace oarlock::queue
