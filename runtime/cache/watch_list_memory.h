#pragma once
// WatchListMemory: which resources the API server does not stream a first list of (watch-list), so
// that an old server, or a proxy that loses the closing bookmark, is not asked again at every list.
//
// Built by `app` when watch-lists are switched on; shared by all reflectors of the process, which
// talk to one server. Threads: [any]. Ownership: outlives the informers. Errors: none.
// Limits: kWatchListMemoryMax resources; past it a further one is asked again each time. A refusal
// is remembered for kWatchListAskAgain, then the server may have been upgraded.

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/mutex.h"

namespace oarlock::cache {

inline constexpr size_t kWatchListMemoryMax = 4096;
inline constexpr base::Duration kWatchListAskAgain = std::chrono::hours(1);

class WatchListMemory {
 public:
  // `metrics` may be null.
  WatchListMemory(const base::Clock& clock, base::MetricRegistry* metrics)
      : clock_(clock), metrics_(metrics) {}

  // `resource`: group/version/resource as text.
  bool MayTry(std::string_view resource);
  void NoteRefused(std::string_view resource);
  void NoteWorked(std::string_view resource);
  size_t refused() const;

 private:
  struct Entry {
    base::MonoTime until;
    std::shared_ptr<base::Gauge> gauge;
  };

  const base::Clock& clock_;
  base::MetricRegistry* const metrics_;
  mutable base::Mutex mutex_;
  std::map<std::string, Entry, std::less<>> refused_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::cache
