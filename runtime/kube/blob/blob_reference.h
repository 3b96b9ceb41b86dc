#pragma once
// BlobReference: the name of an artifact in an OCI registry, "oci://HOST[:PORT]/REPOSITORY[:TAG]
// [@sha256:HEX]". A plugin's library may be named so in the manifest.
//
// A value. Threads: [any]. Errors: kInvalidArgument that says what is wrong with which part.
// Nothing is added to what is written: no default registry, no default tag.
// Limits: kBlobReferenceBytesMax.

#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::kube {

inline constexpr std::string_view kOciScheme = "oci://";
inline constexpr size_t kBlobReferenceBytesMax = 1024;

struct BlobReference {
  std::string registry;    // "registry.example:5000"
  std::string repository;  // "team/plugin"
  std::string tag;         // may be empty
  std::string digest;      // "sha256:" and 64 lower-case hex digits; may be empty

  // The scheme may be left out.
  static base::Result<BlobReference> Parse(std::string_view text);
  // The same, and it names a digest: the only kind of name whose bytes cannot change.
  static base::Result<BlobReference> ParseFixed(std::string_view text);
  std::string ToString() const;  // with the scheme
};

inline bool IsBlobReference(std::string_view text) { return text.starts_with(kOciScheme); }
// "sha256:" and 64 lower-case hex digits.
bool IsBlobDigest(std::string_view text);

}  // namespace oarlock::kube
