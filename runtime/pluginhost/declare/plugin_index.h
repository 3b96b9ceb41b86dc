#pragma once
// PluginIndex: the values that a callback indexer of a plugin gave for the objects of one type, and
// the objects by value. Private to its instance; made anew at each activation.
//
// Written on the generation's callback thread, before the same change reaches the plugin's mappers;
// read by lists of the cache. Threads: [any]. Limits: cache::kIndexValuesMax values per object.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "kube/names.h"

namespace oarlock::pluginhost {

class PluginIndex {
 public:
  // Replaces what was known of the object; without values it is in the index no more.
  void Set(const kube::NamespacedName& object, std::vector<std::string> values);
  // In order.
  std::vector<kube::NamespacedName> Find(std::string_view value) const;
  void Clear();

 private:
  using Objects = std::set<kube::NamespacedName>;
  void Forget(const kube::NamespacedName& object) OARLOCK_REQUIRES(mutex_);

  mutable base::Mutex mutex_;
  std::map<kube::NamespacedName, std::vector<std::string>> values_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, Objects, std::less<>> objects_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost
