#pragma once
// RetryDelay: how long a key waits after its n-th failure in a row. A pure function, because the
// queue keeps the count of failures beside the key: a limiter has no state of its own that could
// leak. Every delay is non-negative and never decreases past its cap (no overflow, C-WQ-07).
//
// The shared token bucket of other limiters is not here: it belongs to dispatch (token_bucket.h),
// where a key that was coalesced costs nothing.
// Values; threads [any].

#include <cstdint>
#include <functional>
#include <vector>

#include "base/clock.h"

namespace oarlock::queue {

// `failures` is the number of earlier failures in a row: 0 for the first retry.
using RetryDelay = std::function<base::Duration(uint32_t failures)>;

inline constexpr base::Duration kRetryBaseDefault = std::chrono::milliseconds(5);
inline constexpr base::Duration kRetryMaxDefault = std::chrono::seconds(1000);

// base * 2^failures, at most `max` (RL-2). The default of a queue: 5 ms … 1000 s.
RetryDelay ExponentialDelay(base::Duration base = kRetryBaseDefault,
                            base::Duration max = kRetryMaxDefault);
// `fast` for the first `fast_attempts` retries, then `slow` (RL-3).
RetryDelay FastSlowDelay(base::Duration fast, base::Duration slow, uint32_t fast_attempts);
// The longest of its parts (RL-5); 0 without parts.
RetryDelay MaxOfDelays(std::vector<RetryDelay> parts);
// `inner`, at most `max` (RL-6).
RetryDelay CappedDelay(RetryDelay inner, base::Duration max);

}  // namespace oarlock::queue
