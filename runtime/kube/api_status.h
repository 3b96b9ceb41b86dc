#pragma once
// From what an API server answers to base::Status, and the questions callers ask of it.
// Threads: [any]. Errors: a body that is no Status becomes a plain HTTP error with the code and the
// first kErrorBodyTextMax bytes of its text (C-WAT-18).

#include <chrono>
#include <optional>
#include <string_view>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

inline constexpr size_t kErrorBodyTextMax = 200;
inline constexpr size_t kErrorMessageBytesMax =
    4096;  // a Status's message, and each text of a cause
inline constexpr size_t kErrorCausesMax = 64;
inline constexpr std::chrono::hours kRetryAfterMax{24};

// `http_status` >= 400 with its body (a Status as JSON or protobuf, `null`, HTML, …).
base::Status StatusFromResponse(int http_status, std::string_view body,
                                std::optional<std::chrono::nanoseconds> retry_after = {});
// A Status object that came as the ERROR event of a watch. Never OK, whatever it says.
base::Status StatusFromObject(Value status_object);

// 410 by either reason, Expired or Gone (LST-6).
bool IsExpired(const base::Status& status);
// "Too large resource version" in any of its spellings (LST-5). A plain timeout is not.
bool IsTooLargeResourceVersion(const base::Status& status);

}  // namespace oarlock::kube
