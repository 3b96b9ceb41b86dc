#pragma once
// Envelope: the frame around every protobuf object of an API server: four magic bytes, then a
// message with apiVersion, kind and the object's bytes. Internal to kube. Threads: [any].

#include <string_view>

#include "base/status.h"

namespace oarlock::kube::protobuf {

inline constexpr std::string_view kMagic{"k8s\0", 4};

struct Envelope {
  std::string_view api_version;
  std::string_view kind;
  std::string_view raw;
  std::string_view content_type;  // "" = protobuf
};

inline bool HasEnvelope(std::string_view bytes) { return bytes.starts_with(kMagic); }
// kDataLoss when malformed, kUnimplemented when the content is encoded once more.
base::Result<Envelope> OpenEnvelope(std::string_view bytes);

}  // namespace oarlock::kube::protobuf
