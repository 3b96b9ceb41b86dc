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
  error_ = message.substr(0, kIndexErrorMax);
}

void IndexValues::Finish() {
  if (failed_) values_.clear();
  if (values_.size() < 2) return;
  std::sort(values_.begin(), values_.end());
  values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
}

std::vector<std::string> IndexValues::Take() {
  Finish();
  return std::exchange(values_, {});
}

void IndexValues::Reset() {
  values_.clear();
  error_.clear();
  failed_ = false;
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
