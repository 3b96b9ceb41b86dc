#include "cache/informer/informer_metrics.h"

#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "cache/shared_informer.h"

namespace oarlock::cache {
namespace {

constexpr size_t kExactDigits = 15;

std::string_view FormName(ObjectForm form) {
  switch (form) {
    case ObjectForm::kFull: return "full";
    case ObjectForm::kFullWithManaged: return "full+managed";
    case ObjectForm::kMetadataOnly: return "metadata";
  }
  return "unknown";
}

base::MetricLabels LabelsOf(const InformerScope& scope) {
  std::string selector = scope.label_selector;
  if (!scope.field_selector.empty()) selector += ";" + scope.field_selector;
  std::string form(FormName(scope.form));
  if (scope.transform) form += "/" + scope.transform.name;
  return {{"resource", scope.resource.gvr.ToString()},
          {"namespace", scope.ns},
          {"selector", std::move(selector)},
          {"form", std::move(form)}};
}

// "full", then what narrows it: "full/ns?app=web".
base::MetricLabels PeerLabels(const InformerScope& scope) {
  std::string name(FormName(scope.form));
  if (!scope.ns.empty()) name += "/" + scope.ns;
  if (!scope.label_selector.empty()) name += "?" + scope.label_selector;
  if (!scope.field_selector.empty()) name += "#" + scope.field_selector;
  if (scope.transform) name += "~" + scope.transform.name;
  const auto& gvr = scope.resource.gvr;
  return {{"name", std::move(name)},
          {"group", gvr.group},
          {"version", gvr.version},
          {"resource", gvr.resource}};
}

// Without a registry the handles exist all the same.
struct Maker {
  std::shared_ptr<base::Gauge> Gauge(std::string_view name, std::string_view help) const {
    return registry ? registry->MakeGauge(name, help, labels) : std::make_shared<base::Gauge>();
  }
  std::shared_ptr<base::Counter> Counter(std::string_view name, std::string_view help) const {
    return registry ? registry->MakeCounter(name, help, labels) : std::make_shared<base::Counter>();
  }
  std::shared_ptr<base::Histogram> Histogram(std::string_view name, std::string_view help,
                                             std::vector<double> bounds) const {
    return registry ? registry->MakeHistogram(name, help, std::move(bounds), labels)
                    : std::make_shared<base::Histogram>(std::move(bounds));
  }
  base::MetricRegistry* registry;
  base::MetricLabels labels;
};

}  // namespace

InformerMetrics::InformerMetrics(base::MetricRegistry* registry, const InformerScope& scope)
    : labels_(LabelsOf(scope)) {
  const Maker make{registry, labels_};
  items = make.Gauge("oarlock_informer_items", "Objects in the informer's store.");
  bytes = make.Gauge("oarlock_informer_bytes", "Bytes of the objects in the informer's store.");
  memory = make.Gauge("oarlock_informer_memory_bytes",
                      "Memory behind the objects of the informer, what they share included.");
  shared = make.Gauge("oarlock_informer_shared_blocks",
                      "Contents that several of the informer's objects share.");
  unshared = make.Gauge(
      "oarlock_informer_unshared_objects",
      "Objects that got memory of their own so far, because the shared one had no room.");
  phase = make.Gauge("oarlock_informer_state",
                     "0 new, 1 syncing, 2 synced, 3 stale, 4 forbidden, 5 not served, 6 gone, "
                     "7 stopped.");
  set_aside = make.Gauge("oarlock_informer_set_aside", "Objects the informer could not take in.");
  index_set_aside = make.Gauge("oarlock_informer_index_set_aside",
                               "Objects missing in an index whose function failed for them.");
  pending_answers =
      make.Gauge("oarlock_informer_pending_answers",
                 "Answers and delete marks of own writes that the watch has not brought yet.");
  replaced_objects =
      make.Gauge("oarlock_informer_replaced_objects",
                 "Replaced and removed objects that are held for who reads or leases them.");
  set_aside_total = make.Counter("oarlock_informer_set_aside_total",
                                 "Objects and events that could not be taken in, so far.");
  events = make.Counter("oarlock_informer_events_total", "Watch events received.");
  lists = make.Counter("oarlock_informer_lists_total", "Complete lists applied.");
  relists =
      make.Counter("oarlock_informer_relists_total", "Complete lists applied after the first.");
  watches = make.Counter("oarlock_informer_watches_total", "Watch requests made.");
  watch_restarts = make.Counter("oarlock_informer_watch_restarts_total",
                                "Watch requests made to resume from the last version.");
  watch_overflows = make.Counter("oarlock_informer_watch_overflows_total",
                                 "Watches closed because they were over their byte budget.");
  watch_pauses = make.Counter("oarlock_informer_watch_pauses_total",
                              "How often a watch had to wait, half of its byte budget in use.");
  errors = make.Counter("oarlock_informer_errors_total", "Failed lists and watches.");
  coalesced = make.Counter("oarlock_informer_coalesced_total",
                           "Changes merged with a later one of the same key before the store.");
  last_contact = make.Gauge("oarlock_informer_last_contact_timestamp_seconds",
                            "When the last list, event or bookmark came, in unix time.");
  held = make.Gauge("oarlock_informer_held",
                    "1 while a slow handler that asked for it holds the source back.");
  holds = make.Counter("oarlock_informer_holds_total",
                       "How often a slow handler began to hold the source back.");
  const Maker peer{registry, PeerLabels(scope)};
  queued = peer.Gauge("informer_queued_items", "Items that arrived and are not applied yet.");
  latency = peer.Histogram("informer_processing_latency_seconds",
                           "From the arrival of a batch of items to the end of its distribution.",
                           {.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10});
  store_version = peer.Gauge("informer_store_resource_version",
                             "Resource version of the store, its last 15 digits.");
}

HandlerMetrics::HandlerMetrics(base::MetricRegistry* registry, const InformerScope& user,
                               const std::string& handler) {
  base::MetricLabels labels = LabelsOf(user);
  labels.emplace_back("handler", handler);
  const Maker make{registry, labels};
  pending = make.Gauge("oarlock_informer_handler_pending",
                       "Keys with a notification that waits for the handler.");
  high_water = make.Gauge("oarlock_informer_handler_pending_high_water",
                          "The most keys that ever waited for the handler.");
  seconds = make.Histogram("oarlock_informer_handler_seconds",
                           "How long the handler took for one notification.",
                           {0.0001, 0.001, 0.01, 0.1, 1, 10});
  failures = make.Counter("oarlock_informer_handler_failures_total",
                          "Notifications at which the handler threw.");
}

void InformerMetrics::SetSegment(const kube::SegmentStats& stats) {
  memory->Set(static_cast<double>(stats.backed_bytes + stats.table_bytes));
  shared->Set(static_cast<double>(stats.shared));
  unshared->Set(static_cast<double>(stats.refused));
}

void InformerMetrics::SetStoreVersion(std::string_view version) {
  if (version.size() > kExactDigits) version.remove_prefix(version.size() - kExactDigits);
  uint64_t number = 0;
  const auto parsed = std::from_chars(version.data(), version.data() + version.size(), number);
  if (parsed.ec == std::errc() && parsed.ptr == version.data() + version.size()) {
    store_version->Set(static_cast<double>(number));
  }
}

}  // namespace oarlock::cache
