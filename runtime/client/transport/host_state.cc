#include "client/transport/host_state.h"

#include <algorithm>

#include "client/transport_options.h"

namespace oarlock::client {
namespace {

constexpr base::BackoffOptions kPauseBackoff{.initial = std::chrono::seconds(1),
                                             .cap = std::chrono::seconds(30),
                                             .factor = 2.0,
                                             .jitter = 0.2,
                                             .reset_after = std::chrono::minutes(2)};
constexpr int kHttp2FailuresMax = 3;
// One broken connection fails many streams at once: that counts once.
constexpr base::Duration kHttp2FailureWindow = std::chrono::seconds(1);

}  // namespace

HostState::HostState(const base::Clock& clock, base::Random& random, bool http2)
    : clock_(clock), backoff_(kPauseBackoff, clock, random), http2_(http2) {}

void HostState::Pause(std::optional<base::Duration> retry_after) {
  const base::Duration pause = retry_after ? *retry_after : backoff_.Next();
  open_at_ = std::max(open_at_, clock_.Now() + std::min(pause, kHostPauseMax));
}

void HostState::OnSuccess(bool http2) {
  backoff_.Reset();
  if (http2) http2_failures_ = 0;
}

bool HostState::OnHttp2Failure() {
  const base::MonoTime now = clock_.Now();
  if (!http2()) return false;
  if (http2_failures_ > 0 && now - last_http2_failure_ < kHttp2FailureWindow) return false;
  last_http2_failure_ = now;
  if (++http2_failures_ < kHttp2FailuresMax) return false;
  http1_until_ = now + kHttp1Period;
  return true;
}

}  // namespace oarlock::client
