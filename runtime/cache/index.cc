#include "cache/index.h"

#include <algorithm>
#include <utility>

namespace oarlock::cache {
namespace {

constexpr size_t kValuesKept = 64;

}  // namespace

void IndexValues::Add(std::string_view value) {
  if (failed_) return;
  if (count_ >= kIndexValuesMax) return Fail("more values than an index takes");
  if (count_ == values_.size()) values_.emplace_back();
  values_[count_++].assign(value);
}

void IndexValues::Fail(std::string_view message) {
  if (failed_) return;
  failed_ = true;
  error_ = message.substr(0, kIndexErrorMax);
}

void IndexValues::Finish() {
  if (failed_) count_ = 0;
  if (count_ < 2) return;
  const auto first = values_.begin();
  const auto end = first + static_cast<std::ptrdiff_t>(count_);
  std::sort(first, end);
  count_ = static_cast<size_t>(std::unique(first, end) - first);
}

std::vector<std::string> IndexValues::Take() {
  Finish();
  values_.resize(std::exchange(count_, 0));
  return std::exchange(values_, {});
}

void IndexValues::Reset() {
  if (values_.size() > kValuesKept) values_.resize(kValuesKept);
  count_ = 0;
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
