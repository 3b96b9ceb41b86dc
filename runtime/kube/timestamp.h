#pragma once
// RFC 3339 times as Kubernetes writes them. Threads: [any].

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace oarlock::kube {

// "2026-08-11T19:37:19Z", any fraction, any offset. Empty when it is no such time.
std::optional<base::UnixTime> ParseTimestamp(std::string_view text);
// metav1.Time: whole seconds, "…19Z".
std::string FormatTime(base::UnixTime time);
// metav1.MicroTime: always six digits, "…19.103000Z" (C-LE-01).
std::string FormatMicroTime(base::UnixTime time);

}  // namespace oarlock::kube
