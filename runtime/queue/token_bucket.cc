#include "queue/token_bucket.h"

#include <algorithm>
#include <cmath>

namespace oarlock::queue {
namespace {

// Tokens are fractions, and sums of fractions are not exact: a hair below one token is one token,
// and NextAt aims between the two, so that a wake-up comes neither in vain nor late. What is taken
// too early stays as a debt, so the rate holds in the long run.
constexpr double kWholeToken = 1.0 - 1e-6;
constexpr double kAim = 1.0 - 5e-7;

}  // namespace

void TokenBucket::Refill(base::MonoTime now) {
  if (last_ == base::MonoTime{}) last_ = now;
  if (now <= last_) return;
  const double seconds = std::chrono::duration<double>(now - last_).count();
  tokens_ = std::min(std::max(options_.burst, 1.0), tokens_ + seconds * options_.qps);
  last_ = now;
}

bool TokenBucket::TryTake(base::MonoTime now) {
  if (!limits()) return true;
  Refill(now);
  if (tokens_ < kWholeToken) return false;
  tokens_ -= 1.0;
  return true;
}

base::MonoTime TokenBucket::NextAt(base::MonoTime now) {
  if (!limits()) return now;
  Refill(now);
  if (tokens_ >= kWholeToken) return now;
  const double nanos = std::ceil((kAim - tokens_) / options_.qps * 1e9);
  return now + base::Duration(static_cast<int64_t>(std::min(nanos, 3.6e12)));
}

}  // namespace oarlock::queue
