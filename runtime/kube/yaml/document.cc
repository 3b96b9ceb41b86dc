#include "kube/yaml.h"
#include "kube/yaml/text.h"

namespace oarlock::kube {

Position YamlDocument::PositionOf(Value value) const {
  const auto mark = marks_.find(value.node());
  return mark == marks_.end() ? Position{} : mark->second.value;
}

Position YamlDocument::KeyPositionOf(Value value) const {
  const auto mark = marks_.find(value.node());
  return mark == marks_.end() ? Position{} : mark->second.key;
}

bool YamlDocument::WasQuoted(Value value) const {
  const auto mark = marks_.find(value.node());
  return mark != marks_.end() && mark->second.quoted;
}

base::Status YamlDocument::Error(Value at, std::string_view path, std::string_view message) const {
  return base::InvalidArgument(PositionPrefix(file_, PositionOf(at), path) + std::string(message));
}

}  // namespace oarlock::kube
