#include "oci/artifact.h"

#include <fmt/format.h>

#include "kube/blob/blob_reference.h"
#include "kube/decode.h"
#include "kube/json_text.h"
#include "kube/printable.h"
#include "kube/value.h"

namespace oarlock::oci {
namespace {

constexpr std::string_view kArchitectureKey = "dev.oarlock.plugin.architecture";
constexpr size_t kShownBytes = 200;

std::string Quoted(std::string_view text) {
  std::string out;
  kube::AppendJsonString(text, out);
  return out;
}

std::string Shown(std::string_view text) { return kube::PrintableText(text, kShownBytes); }

base::Result<BlobDescriptor> ReadDescriptor(kube::Value value) {
  BlobDescriptor out;
  out.media_type = value["mediaType"].AsString();
  out.digest = value["digest"].AsString();
  const int64_t size = value["size"].AsInt(-1);
  if (!kube::IsBlobDigest(out.digest) || size < 0) {
    return base::InvalidArgument("the manifest has a part without a sha256 digest and a size");
  }
  out.size = static_cast<uint64_t>(size);
  return out;
}

base::Status WrongArchitecture(std::string_view there, std::string_view here) {
  return base::InvalidArgument(fmt::format(
      "the plugin is built for {}, this host runs on {}; push a build for {} and name its digest",
      Shown(there), here, here));
}

base::Result<ArtifactPart> FromIndex(kube::Value root, std::string_view architecture) {
  std::string others;
  for (const auto& [key, entry] : kube::Members(root["manifests"])) {
    const kube::Value platform = entry["platform"];
    const std::string_view there = platform["architecture"].AsString();
    if (there == architecture && platform["os"].AsString("linux") == "linux") {
      OARLOCK_ASSIGN_OR_RETURN(BlobDescriptor blob, ReadDescriptor(entry));
      return ArtifactPart{true, std::move(blob)};
    }
    others += (others.empty() ? "" : ", ") + std::string(there);
  }
  return WrongArchitecture(others.empty() ? "nothing" : others, architecture);
}

// A layer of ours, or the only one: other tools that push artifacts name it as they like.
base::Result<BlobDescriptor> LibraryOf(kube::Value layers) {
  kube::Value found;
  for (const auto& [key, layer] : kube::Members(layers)) {
    if (layer["mediaType"].AsString() == kPluginLibraryType) {
      if (found.exists()) return base::InvalidArgument("the artifact has more than one library");
      found = layer;
    }
  }
  if (!found.exists() && layers.size() == 1) found = layers.At(0);
  if (!found.exists()) {
    return base::InvalidArgument("the artifact has no layer of the type " +
                                 std::string(kPluginLibraryType));
  }
  OARLOCK_ASSIGN_OR_RETURN(BlobDescriptor blob, ReadDescriptor(found));
  if (blob.media_type.find(".tar") != std::string::npos) {
    return base::InvalidArgument("that is a container image (its layer is a " +
                                 Shown(blob.media_type) +
                                 "), no plugin: oarlock push makes an artifact of a library");
  }
  if (blob.size == 0 || blob.size > kArtifactLibraryBytesMax) {
    return base::InvalidArgument(fmt::format("a library of {} bytes; from 1 to {} are taken",
                                             blob.size, kArtifactLibraryBytesMax));
  }
  return blob;
}

}  // namespace

std::string DigestOf(std::string_view bytes) {
  base::Sha256 whole;
  whole.Add(bytes);
  return DigestOf(whole);
}
std::string DigestOf(base::Sha256& pieces) { return "sha256:" + pieces.Hex(); }

std::string_view HostArchitecture() {
#if defined(__x86_64__)
  return "amd64";
#elif defined(__aarch64__)
  return "arm64";
#else
#error "the ABI knows x86-64 and AArch64 only"
#endif
}

base::Result<ArtifactPart> ReadArtifact(std::string_view bytes, std::string_view architecture) {
  const auto document = kube::DocumentFromJson(bytes);
  if (!document.ok() || !document->root().is_map()) {
    return base::InvalidArgument("its manifest is no JSON object");
  }
  const kube::Value root = document->root();
  if (root["schemaVersion"].AsInt() != 2) {
    return base::InvalidArgument("its manifest is none of schema version 2");
  }
  if (root["manifests"].is_array()) return FromIndex(root, architecture);
  const std::string_view there = root["annotations"][kArchitectureKey].AsString(architecture);
  if (there != architecture) return WrongArchitecture(there, architecture);
  OARLOCK_ASSIGN_OR_RETURN(BlobDescriptor blob, LibraryOf(root["layers"]));
  return ArtifactPart{false, std::move(blob)};
}

std::string PluginConfigJson(const PluginFacts& facts) {
  return fmt::format(R"({{"id":{},"version":{},"abi":{},"architecture":{},"os":"linux"}})",
                     Quoted(facts.name), Quoted(facts.version), Quoted(facts.abi),
                     Quoted(facts.architecture));
}

std::string PluginManifestJson(const PluginFacts& facts, const BlobDescriptor& config,
                               const BlobDescriptor& library) {
  const auto descriptor = [](const BlobDescriptor& blob) {
    return fmt::format(R"({{"mediaType":{},"digest":{},"size":{}}})", Quoted(blob.media_type),
                       Quoted(blob.digest), blob.size);
  };
  return fmt::format(
      R"({{"schemaVersion":2,"mediaType":{},"artifactType":{},"config":{},"layers":[{}],)"
      R"("annotations":{{"org.opencontainers.image.title":{},)"
      R"("org.opencontainers.image.version":{},)"
      R"("dev.oarlock.plugin.id":{},"dev.oarlock.plugin.abi":{},{}:{}}}}})",
      Quoted(kManifestType), Quoted(kPluginType), descriptor(config), descriptor(library),
      Quoted(facts.name), Quoted(facts.version), Quoted(facts.name), Quoted(facts.abi),
      Quoted(kArchitectureKey), Quoted(facts.architecture));
}

}  // namespace oarlock::oci
