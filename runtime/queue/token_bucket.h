#pragma once
// TokenBucket: at most `burst` at once and `qps` per second in the long run. The queue asks it when
// a key is handed out, never when one is added. Time is passed in. Not thread-safe: guarded by its
// owner.

#include "base/clock.h"

namespace oarlock::queue {

struct TokenBucketOptions {
  double qps = 0;  // 0 = no limit
  double burst = 1;
  bool operator==(const TokenBucketOptions&) const = default;
};

class TokenBucket {
 public:
  explicit TokenBucket(TokenBucketOptions options)
      : options_(options), tokens_(options.burst < 1 ? 1 : options.burst) {}

  bool limits() const { return options_.qps > 0; }
  bool TryTake(base::MonoTime now);
  // When the next TryTake can succeed; `now` if at once.
  base::MonoTime NextAt(base::MonoTime now);

 private:
  void Refill(base::MonoTime now);

  TokenBucketOptions options_;
  double tokens_;
  base::MonoTime last_{};
};

}  // namespace oarlock::queue
