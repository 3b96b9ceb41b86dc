#pragma once
// HostState: what all calls to one API server share: the pause it asked for, and whether HTTP/2
// works with it. Owned by RestTransport, used on [io] only.

#include <optional>

#include "base/clock.h"
#include "base/random.h"
#include "base/time/backoff.h"

namespace oarlock::client {

inline constexpr base::Duration kHttp1Period = std::chrono::minutes(10);

class HostState {
 public:
  HostState(const base::Clock& clock, base::Random& random, bool http2);

  // A 429: nothing is sent before the pause is over (C-RC-06). Without Retry-After the pause grows
  // by back-off. Pauses never get shorter and are cut at kHostPauseMax.
  void Pause(std::optional<base::Duration> retry_after);
  base::MonoTime open_at() const { return open_at_; }
  void OnSuccess(bool http2);

  bool http2() const { return http2_ && clock_.Now() >= http1_until_; }
  // A failure of HTTP/2 itself before any answer. True when HTTP/1.1 is used from now on, for a
  // while: HTTP/2 is tried again after kHttp1Period, and one failure is then enough.
  bool OnHttp2Failure();

 private:
  const base::Clock& clock_;
  base::Backoff backoff_;
  base::MonoTime open_at_{};
  const bool http2_;  // by configuration
  int http2_failures_ = 0;
  base::MonoTime last_http2_failure_{};
  base::MonoTime http1_until_{};
};

}  // namespace oarlock::client
