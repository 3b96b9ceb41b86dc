#include "cache/watch_list_memory.h"

#include <utility>

namespace oarlock::cache {

bool WatchListMemory::MayTry(std::string_view resource) {
  base::MutexLock lock(mutex_);
  const auto known = refused_.find(resource);
  if (known == refused_.end()) return true;
  if (clock_.Now() < known->second.until) return false;
  refused_.erase(known);
  return true;
}

void WatchListMemory::NoteRefused(std::string_view resource) {
  base::MutexLock lock(mutex_);
  const base::MonoTime until = clock_.Now() + kWatchListAskAgain;
  const auto known = refused_.find(resource);
  if (known != refused_.end()) {
    known->second.until = until;
    return;
  }
  if (refused_.size() >= kWatchListMemoryMax) return;
  Entry entry{until, nullptr};
  if (metrics_ != nullptr) {
    entry.gauge = metrics_->MakeGauge("oarlock_watch_list_refused",
                                      "1: the server does not stream the first list of the "
                                      "resource, so it is listed.",
                                      {{"resource", std::string(resource)}});
    entry.gauge->Set(1);
  }
  refused_.emplace(resource, std::move(entry));
}

void WatchListMemory::NoteWorked(std::string_view resource) {
  base::MutexLock lock(mutex_);
  const auto known = refused_.find(resource);
  if (known != refused_.end()) refused_.erase(known);
}

size_t WatchListMemory::refused() const {
  base::MutexLock lock(mutex_);
  return refused_.size();
}

}  // namespace oarlock::cache
