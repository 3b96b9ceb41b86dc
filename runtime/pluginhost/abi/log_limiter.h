#pragma once
// LogLimiter: how much one instance may log from each place of its code: a burst, then a steady
// rate, so that one noisy line does not drown the others.
// Threads: [any]. Limits: kLogBurst and kLogPerSecond per call site; kLogCallSitesMax sites, past
// which they are counted together.

#include <cstdint>
#include <unordered_map>

#include "base/clock.h"
#include "base/mutex.h"
#include "queue/token_bucket.h"

namespace oarlock::pluginhost {

inline constexpr double kLogBurst = 200;
inline constexpr double kLogPerSecond = 20;
inline constexpr size_t kLogCallSitesMax = 1000;

class LogLimiter {
 public:
  bool Allow(uint64_t call_site, base::MonoTime now) {
    base::MutexLock lock(mutex_);
    if (sites_.size() >= kLogCallSitesMax && !sites_.contains(call_site)) call_site = 0;
    const queue::TokenBucketOptions options{kLogPerSecond, kLogBurst};
    return sites_.try_emplace(call_site, options).first->second.TryTake(now);
  }

 private:
  base::Mutex mutex_;
  std::unordered_map<uint64_t, queue::TokenBucket> sites_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost
