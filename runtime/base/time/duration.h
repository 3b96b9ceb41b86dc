#pragma once
// Durations as people write them in manifests and flags: "30s", "10h", "1h30m", "250ms".
// The syntax of Go's time.ParseDuration (h, m, s, ms, us, ns; fractions; sign). Threads: [any].
// Errors: kInvalidArgument that says what is accepted.

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/status.h"

namespace oarlock::base {

Result<Duration> ParseDuration(std::string_view text);
// "1h30m", "30s", "1.5s", "0s": the largest units that give a short exact text.
std::string FormatDuration(Duration duration);

}  // namespace oarlock::base
