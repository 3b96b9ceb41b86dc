#pragma once
// ManifestDocument: one PluginManifest, from a YAML document or an object of the cluster, checked
// and read into values.
//
// Called by manifest_reader.h. Pure. Threads: [any]. Errors: kInvalidArgument, one line per fault;
// those of a file begin with "file:line:column: path", those of an object with its name and path.

#include <string>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "kube/yaml.h"
#include "supervisor/manifest.h"

namespace oarlock::supervisor {

// Where a manifest stands, for messages.
class ManifestOrigin {
 public:
  explicit ManifestOrigin(const kube::YamlDocument& document) : document_(&document) {}  // borrowed
  // "cluster:NAMESPACE/NAME": it has no lines.
  explicit ManifestOrigin(std::string object) : object_(std::move(object)) {}

  std::string Fault(kube::Value at, std::string_view path, std::string_view message) const;
  std::string PositionOf(kube::Value value, std::string_view path) const;

 private:
  const kube::YamlDocument* document_ = nullptr;
  std::string object_;
};

base::Result<Manifest> ReadManifestDocument(kube::Value root, const ManifestOrigin& origin);

}  // namespace oarlock::supervisor
