#pragma once
// TypeNumbers: the host's numbers of groups and kinds, which name the members of type sets in keys
// (oar_key.type_index). A number means the same kind as long as the process lives, in every set and
// generation, so keys outlive a reload. One per host (HostEnv).
// Threads: [any]. Limits: kTypeNumbersMax; past it Of returns 0.

#include <cstdint>
#include <map>

#include "base/mutex.h"
#include "kube/gvk.h"

namespace oarlock::pluginhost {

inline constexpr size_t kTypeNumbersMax = 100'000;

class TypeNumbers {
 public:
  // From 1 on; 0: too many.
  uint32_t Of(const kube::GroupKind& kind) {
    base::MutexLock lock(mutex_);
    const auto found = numbers_.find(kind);
    if (found != numbers_.end()) return found->second;
    if (numbers_.size() >= kTypeNumbersMax) return 0;
    const auto number = static_cast<uint32_t>(numbers_.size() + 1);
    numbers_.emplace(kind, number);
    return number;
  }

 private:
  base::Mutex mutex_;
  std::map<kube::GroupKind, uint32_t> numbers_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost
