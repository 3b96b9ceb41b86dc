#include "cache/index.h"

#include <algorithm>
#include <utility>

namespace oarlock::cache {

void IndexValues::Add(std::string_view value) {
  if (failed_) return;
  if (values_.size() >= kIndexValuesMax) return Fail("more values than an index takes");
  values_.emplace_back(value);
}

void IndexValues::Fail(std::string_view message) {
  if (failed_) return;
  failed_ = true;
  error_ = message;
}

std::vector<std::string> IndexValues::Take() {
  std::vector<std::string> values = std::exchange(values_, {});
  if (failed_) return {};
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

void NamespaceIndex(const kube::Object& object, IndexValues& values) {
  if (!object.ns().empty()) values.Add(object.ns());
}

void OwnerUidIndex(const kube::Object& object, IndexValues& values) {
  for (const auto& [key, owner] : kube::Members(object.owner_references())) {
    const std::string_view uid = owner["uid"].AsString();
    if (!uid.empty()) values.Add(uid);
  }
}

void ControllerUidIndex(const kube::Object& object, IndexValues& values) {
  const std::string_view uid = object.controller_owner()["uid"].AsString();
  if (!uid.empty()) values.Add(uid);
}

}  // namespace oarlock::cache
