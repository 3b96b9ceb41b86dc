#pragma once
// MapReader: typed members of one map of a kubeconfig file; what is wrong is collected with file,
// line and path, so that a file is read to its end and one error names everything.
// Internal to kubeconfig/. Borrows document and findings. Threads: not shared.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/yaml.h"

namespace oarlock::client {

struct Findings {
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
};

class MapReader {
 public:
  MapReader(const kube::YamlDocument& document, kube::Value map, std::string path,
            Findings& findings);

  // Absent and null are the same: an empty value. A wrong type is an error and an empty value.
  std::string String(std::string_view key) const;
  // "true" in quotes is taken with a warning; yes, on and 1 are refused (C-YM-03).
  bool Bool(std::string_view key) const;
  std::string Base64(std::string_view key) const;
  std::vector<std::string> Strings(std::string_view key) const;
  MapReader Map(std::string_view key) const;
  // Calls `each` with every element of a list of maps.
  void Each(std::string_view key, const std::function<void(const MapReader&)>& each) const;

  kube::Value value(std::string_view key) const { return map_[key]; }
  kube::Value value() const { return map_; }
  void Error(kube::Value at, std::string_view key, std::string_view message) const;
  void Warning(kube::Value at, std::string_view key, std::string_view message) const;
  int LineOf(kube::Value at) const { return document_.PositionOf(at).line; }

 private:
  std::string PathOf(std::string_view key) const;

  const kube::YamlDocument& document_;
  const kube::Value map_;
  const std::string path_;
  Findings& findings_;
};

}  // namespace oarlock::client
