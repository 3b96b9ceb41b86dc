#pragma once
// The media types by which client and server agree on a format of objects.
// Threads: [any]. Errors: an unknown type has no ContentType.

#include <optional>
#include <string_view>

#include "kube/decode.h"

namespace oarlock::kube {

inline constexpr std::string_view kJsonMediaType = "application/json";
inline constexpr std::string_view kProtobufMediaType = "application/vnd.kubernetes.protobuf";

// Of a Content-Type header, with or without parameters. None at all is JSON (RC-10).
inline std::optional<ContentType> ContentTypeOf(std::string_view header) {
  if (header.empty() || header.starts_with(kJsonMediaType)) return ContentType::kJson;
  if (header.starts_with(kProtobufMediaType)) return ContentType::kProtobuf;
  return std::nullopt;
}

}  // namespace oarlock::kube
