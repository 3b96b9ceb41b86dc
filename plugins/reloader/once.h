#pragma once
// Once: says each thing once, so that a workload gets one event and not one per change.
//
// Threads: [any]. Limits: remembers kOnceEntries; when they are full it forgets all of them.

#include <mutex>
#include <string>
#include <unordered_set>

namespace oarlock::reloader {

inline constexpr size_t kOnceEntries = 10'000;

class Once {
 public:
  // True the first time that `text` is given.
  bool First(const std::string& text) {
    const std::lock_guard lock(mu_);
    if (said_.size() >= kOnceEntries) said_.clear();
    return said_.insert(text).second;
  }

 private:
  std::mutex mu_;
  std::unordered_set<std::string> said_;
};

}  // namespace oarlock::reloader
