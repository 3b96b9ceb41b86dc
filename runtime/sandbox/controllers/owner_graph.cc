#include "sandbox/controllers/owner_graph.h"

#include <utility>

namespace oarlock::sandbox {

std::string PlaceOf(std::string_view resource, std::string_view key) {
  return std::string(resource) + " " + std::string(key);
}

Place SplitPlace(std::string_view place) {
  const size_t blank = place.find(' ');
  return {place.substr(0, blank), place.substr(blank + 1)};
}

void OwnerGraph::Clear() {
  owners_.clear();
  dependents_.clear();
}

std::vector<OwnerRef> OwnerGraph::Set(const std::string& place, std::vector<OwnerRef> owners) {
  std::vector<OwnerRef> before;
  if (const auto found = owners_.find(place); found != owners_.end()) {
    before = std::move(found->second);
    owners_.erase(found);
  }
  for (const OwnerRef& owner : before) {
    const auto found = dependents_.find(owner.uid);
    if (found == dependents_.end()) continue;
    found->second.erase(place);
    if (found->second.empty()) dependents_.erase(found);
  }
  for (const OwnerRef& owner : owners) dependents_[owner.uid].insert(place);
  if (!owners.empty()) owners_.emplace(place, std::move(owners));
  return before;
}

const std::vector<OwnerRef>& OwnerGraph::OwnersAt(const std::string& place) const {
  static const std::vector<OwnerRef> kNone;
  const auto found = owners_.find(place);
  return found == owners_.end() ? kNone : found->second;
}

std::vector<std::string> OwnerGraph::DependentsOf(const std::string& uid) const {
  const auto found = dependents_.find(uid);
  if (found == dependents_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

}  // namespace oarlock::sandbox
