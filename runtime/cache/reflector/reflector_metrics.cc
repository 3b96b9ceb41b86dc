#include "cache/reflector/reflector_metrics.h"

#include <utility>

namespace oarlock::cache {

std::string_view WatchEndName(WatchEnd end) {
  switch (end) {
    case WatchEnd::kClosed: return "closed";
    case WatchEnd::kShort: return "short";
    case WatchEnd::kExpired: return "expired";
    case WatchEnd::kError: return "error";
    case WatchEnd::kSilent: return "silent";
    case WatchEnd::kDeadline: return "deadline";
    case WatchEnd::kOverflow: return "overflow";
  }
  return "unknown";
}

ReflectorMetrics::ReflectorMetrics(base::MetricRegistry* registry, const std::string& resource,
                                   base::MetricLabels informer) {
  const base::MetricLabels labels = {{"resource", resource}};
  const auto counter = [&](std::string_view name, std::string_view help,
                           base::MetricLabels with = {}) {
    if (with.empty()) with = labels;
    return registry != nullptr ? registry->MakeCounter(name, help, std::move(with))
                               : std::make_shared<base::Counter>();
  };
  const auto histogram = [&](std::string_view name, std::string_view help,
                             std::vector<double> bounds) {
    return registry != nullptr ? registry->MakeHistogram(name, help, std::move(bounds), labels)
                               : std::make_shared<base::Histogram>(std::move(bounds));
  };
  list_seconds = histogram("oarlock_reflector_list_seconds",
                           "Time from the first request of a complete list to its end.",
                           base::ExponentialBuckets(0.005, 4, 9));
  list_bytes = counter("oarlock_reflector_list_bytes_total", "Bytes of objects in lists.");
  list_items = counter("oarlock_reflector_list_items_total", "Objects in lists.");
  list_items_known = counter("oarlock_reflector_list_items_known_total",
                             "Objects in lists that were held in that version: not decoded.");
  watch_seconds = histogram("oarlock_reflector_watch_seconds", "How long watch streams lived.",
                            {1, 10, 60, 180, 300, 600, 1200});
  for (size_t i = 0; i < kWatchEnds; ++i) {
    base::MetricLabels with = labels;
    with.emplace_back("reason", WatchEndName(static_cast<WatchEnd>(i)));
    watch_ends[i] = counter("oarlock_reflector_watch_ends_total",
                            "Watch streams that ended, by reason.", std::move(with));
  }
  last_event = registry != nullptr
                   ? registry->MakeGauge("oarlock_reflector_last_event_timestamp_seconds",
                                         "When the last event, bookmark or list item came.",
                                         std::move(informer))
                   : std::make_shared<base::Gauge>();
  verifications = counter("oarlock_informer_verifications_total",
                          "Comparisons of a cache with the server that were completed.");
  verify_differences =
      counter("oarlock_informer_verify_differences_total",
              "Objects in which a cache differed from the server at the same version.");
}

}  // namespace oarlock::cache
