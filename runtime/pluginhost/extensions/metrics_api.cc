// The ABI's extension oarlock.metrics/1: feeds the series that the instance claimed.
#include <optional>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/extensions/plugin_metrics.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

struct LabelViews {
  const oar_view* first;
  uint64_t count;
};

// At most the limit, cut at a character.
std::string LabelValue(oar_view view) {
  char room[kMetricLabelBytesMax];
  oar_text text{room, sizeof(room), 0};
  WriteText(text, FromView(view));
  return TextOf(text);
}

// Finds the metric, reads the labels and feeds it; `feed` takes metric and label values.
template <typename Feed>
int32_t WithMetric(oar_host host, uint32_t id, int32_t kind, const LabelViews& labels, Feed feed) {
  const Pinned<Instance> instance(host.id);
  if (!instance) return OAR_E_STALE;
  PluginMetric* metric = instance->FindMetric(id);
  if (metric == nullptr) return OAR_E_UNDECLARED;
  if (metric->decl().kind != kind || labels.count != metric->decl().labels.size() ||
      (labels.first == nullptr && labels.count > 0)) {
    return OAR_E_INVALID;
  }
  std::vector<std::string> values;
  for (uint64_t i = 0; i < labels.count; ++i) {
    if (!IsView(labels.first[i])) return OAR_E_INVALID;
    values.push_back(LabelValue(labels.first[i]));
  }
  feed(*metric, std::move(values));
  return OAR_OK;
}

int32_t Count(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
              uint64_t add) noexcept {
  return WithMetric(host, metric, OAR_METRIC_COUNTER, {labels, labels_count},
                    [add](PluginMetric& m, auto values) { m.CounterOf(values)->Add(add); });
}

int32_t Set(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
            double value) noexcept {
  return WithMetric(host, metric, OAR_METRIC_GAUGE, {labels, labels_count},
                    [value](PluginMetric& m, auto values) { m.GaugeOf(values)->Set(value); });
}

int32_t Add(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
            double difference) noexcept {
  return WithMetric(
      host, metric, OAR_METRIC_GAUGE, {labels, labels_count},
      [difference](PluginMetric& m, auto values) { m.GaugeOf(values)->Add(difference); });
}

int32_t Observe(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
                double value) noexcept {
  return WithMetric(
      host, metric, OAR_METRIC_HISTOGRAM, {labels, labels_count},
      [value](PluginMetric& m, auto values) { m.HistogramOf(values)->Observe(value); });
}

}  // namespace

const oar_metrics_api& MetricsApi() {
  static constexpr oar_metrics_api kApi = {sizeof(oar_metrics_api), 0, Count, Set, Add, Observe};
  return kApi;
}

}  // namespace oarlock::pluginhost
