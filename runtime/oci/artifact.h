#pragma once
// Artifact: a plugin as an OCI artifact: a manifest with an artifact type, a small configuration
// and one layer, the library as it stands.
//
// Read from what a registry gives, so nothing of it is trusted; written for `oarlock push`. Also an
// index of such manifests by architecture is understood. Values. Threads: [any].
// Errors: kInvalidArgument in words for who reads the status. Limits: kArtifactManifestBytesMax.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest/sha256.h"
#include "base/status.h"

namespace oarlock::oci {

inline constexpr size_t kArtifactManifestBytesMax = 4 * 1024 * 1024;
inline constexpr size_t kArtifactLibraryBytesMax = 512 * 1024 * 1024;

inline constexpr std::string_view kManifestType = "application/vnd.oci.image.manifest.v1+json";
inline constexpr std::string_view kIndexType = "application/vnd.oci.image.index.v1+json";
inline constexpr std::string_view kPluginType = "application/vnd.oarlock.plugin.v1";
inline constexpr std::string_view kPluginConfigType =
    "application/vnd.oarlock.plugin.config.v1+json";
inline constexpr std::string_view kPluginLibraryType = "application/vnd.oarlock.plugin.library.v1";

// As OCI writes it: "sha256:" and lower-case hex. What came piece by piece is at its end with this.
std::string DigestOf(std::string_view bytes);
std::string DigestOf(base::Sha256& pieces);

// Of this program, as OCI spells it: "amd64", "arm64".
std::string_view HostArchitecture();

struct BlobDescriptor {
  std::string media_type;
  std::string digest;
  uint64_t size = 0;
};

// What the note in a library says, and where it runs.
struct PluginFacts {
  std::string name;     // its id, "dev.example.reloader"
  std::string version;  // its own
  std::string abi;      // "1.0"
  std::string architecture;
};

// The manifest's library; or the digest of the manifest that an index has for `architecture`.
struct ArtifactPart {
  bool is_manifest = false;
  BlobDescriptor blob;
};
base::Result<ArtifactPart> ReadArtifact(std::string_view bytes, std::string_view architecture);

std::string PluginConfigJson(const PluginFacts& facts);
// Without a date: the same library always has the same digest.
std::string PluginManifestJson(const PluginFacts& facts, const BlobDescriptor& config,
                               const BlobDescriptor& library);

}  // namespace oarlock::oci
