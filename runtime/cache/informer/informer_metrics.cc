#include "cache/informer/informer_metrics.h"

#include <string_view>

#include "cache/shared_informer.h"

namespace oarlock::cache {
namespace {

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

}  // namespace

InformerMetrics::InformerMetrics(base::MetricRegistry* registry, const InformerScope& scope)
    : labels_(LabelsOf(scope)) {
  const auto gauge = [&](std::string_view name, std::string_view help) {
    return registry != nullptr ? registry->MakeGauge(name, help, labels_)
                               : std::make_shared<base::Gauge>();
  };
  const auto counter = [&](std::string_view name, std::string_view help) {
    return registry != nullptr ? registry->MakeCounter(name, help, labels_)
                               : std::make_shared<base::Counter>();
  };
  items = gauge("oarlock_informer_items", "Objects in the informer's store.");
  bytes = gauge("oarlock_informer_bytes", "Bytes of the objects in the informer's store.");
  phase = gauge("oarlock_informer_state",
                "0 new, 1 syncing, 2 synced, 3 stale, 4 forbidden, 5 not served, 6 gone, "
                "7 stopped.");
  set_aside = gauge("oarlock_informer_set_aside", "Objects the informer could not take in.");
  set_aside_total = counter("oarlock_informer_set_aside_total",
                            "Objects and events that could not be taken in, so far.");
  events = counter("oarlock_informer_events_total", "Watch events received.");
  lists = counter("oarlock_informer_lists_total", "Complete lists applied.");
  relists = counter("oarlock_informer_relists_total", "Complete lists applied after the first.");
  watches = counter("oarlock_informer_watches_total", "Watch requests made.");
  watch_restarts = counter("oarlock_informer_watch_restarts_total",
                           "Watch requests made to resume from the last version.");
  watch_overflows = counter("oarlock_informer_watch_overflows_total",
                            "Watches closed because they were over their byte budget.");
  errors = counter("oarlock_informer_errors_total", "Failed lists and watches.");
  coalesced = counter("oarlock_informer_coalesced_total",
                      "Changes merged with a later one of the same key before the store.");
}

std::shared_ptr<base::Gauge> HandlerPendingGauge(base::MetricRegistry* registry,
                                                 const InformerScope& scope,
                                                 const std::string& handler) {
  if (registry == nullptr) return std::make_shared<base::Gauge>();
  base::MetricLabels labels = LabelsOf(scope);
  labels.emplace_back("handler", handler);
  return registry->MakeGauge("oarlock_informer_handler_pending",
                             "Keys with a notification that waits for the handler.", labels);
}

}  // namespace oarlock::cache
