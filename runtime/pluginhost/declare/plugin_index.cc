#include "pluginhost/declare/plugin_index.h"

#include <utility>

namespace oarlock::pluginhost {

void PluginIndex::Set(const kube::NamespacedName& object, std::vector<std::string> values) {
  base::MutexLock lock(mutex_);
  Forget(object);
  if (values.empty()) return;
  for (const std::string& value : values) objects_[value].insert(object);
  values_.emplace(object, std::move(values));
}

std::vector<kube::NamespacedName> PluginIndex::Find(std::string_view value) const {
  base::MutexLock lock(mutex_);
  const auto found = objects_.find(value);
  if (found == objects_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

void PluginIndex::Clear() {
  base::MutexLock lock(mutex_);
  values_.clear();
  objects_.clear();
}

void PluginIndex::Forget(const kube::NamespacedName& object) {
  const auto known = values_.find(object);
  if (known == values_.end()) return;
  for (const std::string& value : known->second) {
    const auto under = objects_.find(value);
    under->second.erase(object);
    if (under->second.empty()) objects_.erase(under);
  }
  values_.erase(known);
}

}  // namespace oarlock::pluginhost
