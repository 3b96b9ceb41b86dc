#include "base/time/backoff.h"

#include <algorithm>

namespace oarlock::base {
namespace {

// Saturating: a factor may not carry the delay past the cap, whatever the count of failures.
Duration Scale(Duration value, double factor, Duration cap) {
  const double scaled = static_cast<double>(value.count()) * factor;
  if (scaled >= static_cast<double>(cap.count())) return cap;
  return Duration(static_cast<Duration::rep>(scaled));
}

}  // namespace

Backoff::Backoff(BackoffOptions options, const Clock& clock, Random& random)
    : options_(options), clock_(clock), random_(random), nominal_(options.initial) {}

Duration Backoff::Next() {
  const MonoTime now = clock_.Now();
  if (last_end_ && now - *last_end_ >= options_.reset_after) Reset();
  const Duration nominal = std::min(nominal_, options_.cap);
  nominal_ = Scale(nominal, options_.factor, options_.cap);
  const Duration ceiling = Scale(nominal, 1.0 + options_.jitter, options_.cap * 2);
  const Duration delay = random_.Between(nominal, ceiling);
  last_end_ = now + delay;
  return delay;
}

void Backoff::Reset() {
  nominal_ = options_.initial;
  last_end_.reset();
}

}  // namespace oarlock::base
