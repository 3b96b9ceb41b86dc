#pragma once
// Reads a PluginManifest from a file or a directory (all *.yaml in name order, plugin names unique
// over all), or from an object of the cluster.
//
// Called by the supervisor at start and at every change; pure but for reading the files.
// Errors: kInvalidArgument, one line per fault, each "file:line:column: path: what is wrong, and
// what to do" (an object has no lines: "cluster:NAMESPACE/NAME: path: …"); the caller's running set
// stays as it was. A key whose feature is not built yet is accepted at its default only. Threads:
// [any]. Limits: kube/yaml.h; kManifestFilesMax files.

#include <string>
#include <vector>

#include "base/status.h"
#include "kube/object.h"
#include "supervisor/manifest.h"

namespace oarlock::supervisor {

inline constexpr size_t kManifestFilesMax = 200;
// Before NAMESPACE/NAME of a manifest that is an object of the cluster.
inline constexpr std::string_view kClusterManifestPrefix = "cluster:";

base::Result<Manifest> ReadManifest(const std::string& path);
// The files that ReadManifest would read, in its order.
base::Result<std::vector<std::string>> ManifestFiles(const std::string& path);
// The same from text; `file` is for messages.
base::Result<Manifest> ParseManifest(std::string_view text, const std::string& file);
base::Result<Manifest> ManifestFromObject(const kube::Object& object);

}  // namespace oarlock::supervisor
