#pragma once
// ReflectorMetrics: how lists and watches of one resource go: the series that all reflectors of it
// share, and the age of the last event of one informer.
//
// Label `resource` ("group/version/resource") alone, so the number of series does not grow with
// namespaces or selectors; the time of the last event has the informer's labels.
// Threads: handles [any]. Without a registry the handles exist and nobody sees them.

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "base/metrics.h"

namespace oarlock::cache {

// Why a watch stream ended.
enum class WatchEnd : uint8_t {
  kClosed,    // by the server, or the connection broke
  kShort,     // at once and empty: a list follows
  kExpired,   // 410: a list follows
  kError,     // anything else the server or the bytes said
  kSilent,    // bookmarks came before, now nothing comes
  kDeadline,  // the server did not end it when it should have
  kOverflow,  // over its byte budget
};
inline constexpr size_t kWatchEnds = 7;
std::string_view WatchEndName(WatchEnd end);

struct ReflectorMetrics {
  ReflectorMetrics(base::MetricRegistry* registry, const std::string& resource,
                   base::MetricLabels informer);

  std::shared_ptr<base::Histogram> list_seconds;
  std::shared_ptr<base::Counter> list_bytes;
  std::shared_ptr<base::Counter> list_items;
  std::shared_ptr<base::Counter> list_items_known;
  std::shared_ptr<base::Histogram> watch_seconds;
  std::array<std::shared_ptr<base::Counter>, kWatchEnds> watch_ends;
  std::shared_ptr<base::Gauge> last_event;  // Unix seconds
  std::shared_ptr<base::Counter> verifications;
  std::shared_ptr<base::Counter> verify_differences;
};

}  // namespace oarlock::cache
