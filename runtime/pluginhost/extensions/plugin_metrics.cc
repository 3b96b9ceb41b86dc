#include "pluginhost/extensions/plugin_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "oarlock/abi/abi.h"

namespace oarlock::pluginhost {
namespace {

constexpr std::string_view kHostPrefixes[] = {"oarlock_",     "controller_runtime_", "workqueue_",
                                              "rest_client_", "informer_",           "process_"};
constexpr std::string_view kHostLabels[] = {"plugin", "controller", "le"};

bool IsName(std::string_view text) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

base::Status CheckName(const MetricDecl& metric) {
  if (!IsName(metric.name)) {
    return base::InvalidArgument("its name has other characters than letters, digits and _");
  }
  for (const std::string_view prefix : kHostPrefixes) {
    if (metric.name.starts_with(prefix)) {
      return base::InvalidArgument(fmt::format("names in {} are the host's", prefix));
    }
  }
  if (metric.kind == OAR_METRIC_COUNTER && !metric.name.ends_with("_total")) {
    return base::InvalidArgument("a counter's name ends in _total");
  }
  return base::Status::Ok();
}

base::Status CheckLabels(const std::vector<std::string>& labels) {
  if (labels.size() > kMetricLabelsMax) {
    return base::InvalidArgument(fmt::format("it has more than {} labels", kMetricLabelsMax));
  }
  std::set<std::string_view> seen(std::begin(kHostLabels), std::end(kHostLabels));
  for (const std::string& label : labels) {
    if (IsName(label) && seen.insert(label).second) continue;
    return base::InvalidArgument(
        fmt::format("label \"{}\" is no name, is there twice or is the host's", label));
  }
  return base::Status::Ok();
}

base::Status CheckBuckets(const MetricDecl& metric) {
  const std::vector<double>& buckets = metric.buckets;
  if (buckets.empty()) return base::Status::Ok();
  if (metric.kind != OAR_METRIC_HISTOGRAM) {
    return base::InvalidArgument("only a histogram has buckets");
  }
  const bool ascends =
      std::adjacent_find(buckets.begin(), buckets.end(), std::greater_equal<>()) == buckets.end();
  const bool finite = std::all_of(buckets.begin(), buckets.end(),
                                  [](double bound) { return std::isfinite(bound); });
  if (!ascends || !finite || buckets.size() > kMetricBucketsMax) {
    return base::InvalidArgument(
        fmt::format("its buckets are not up to {} ascending bounds", kMetricBucketsMax));
  }
  return base::Status::Ok();
}

const std::vector<double>& BoundsOf(const MetricDecl& metric) {
  static const auto& defaults =
      *new std::vector<double>{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
  return metric.buckets.empty() ? defaults : metric.buckets;
}

bool SameShape(const MetricDecl& a, const MetricDecl& b) {
  return a.kind == b.kind && a.labels == b.labels && a.buckets == b.buckets;
}

}  // namespace

base::Status CheckMetric(const MetricDecl& metric) {
  if (metric.kind < OAR_METRIC_COUNTER || metric.kind > OAR_METRIC_HISTOGRAM) {
    return {base::StatusCode::kUnimplemented,
            fmt::format("it is of kind {}, which this host does not know", metric.kind)};
  }
  OARLOCK_RETURN_IF_ERROR(CheckName(metric));
  OARLOCK_RETURN_IF_ERROR(CheckLabels(metric.labels));
  return CheckBuckets(metric);
}

PluginMetric::Series PluginMetric::Make(const std::vector<std::string>& values) const {
  base::MetricLabels labels{{"plugin", plugin_}, {"controller", controller_}};
  for (size_t i = 0; i < values.size(); ++i) labels.emplace_back(decl_.labels[i], values[i]);
  Series series;
  if (decl_.kind == OAR_METRIC_COUNTER) {
    series.counter = registry_.MakeCounter(decl_.name, decl_.help, std::move(labels));
  } else if (decl_.kind == OAR_METRIC_GAUGE) {
    series.gauge = registry_.MakeGauge(decl_.name, decl_.help, std::move(labels));
  } else {
    series.histogram =
        registry_.MakeHistogram(decl_.name, decl_.help, BoundsOf(decl_), std::move(labels));
  }
  return series;
}

PluginMetric::Series& PluginMetric::Of(std::vector<std::string> values) {
  auto found = series_.find(values);
  if (found != series_.end()) return found->second;
  if (series_.size() >= kMetricSeriesMax) {
    for (std::string& value : values) value = "other";
    found = series_.find(values);
    if (found != series_.end()) return found->second;
  }
  Series made = Make(values);
  return series_.emplace(std::move(values), std::move(made)).first->second;
}

std::shared_ptr<base::Counter> PluginMetric::CounterOf(std::vector<std::string> values) {
  base::MutexLock lock(mutex_);
  return Of(std::move(values)).counter;
}
std::shared_ptr<base::Gauge> PluginMetric::GaugeOf(std::vector<std::string> values) {
  base::MutexLock lock(mutex_);
  return Of(std::move(values)).gauge;
}
std::shared_ptr<base::Histogram> PluginMetric::HistogramOf(std::vector<std::string> values) {
  base::MutexLock lock(mutex_);
  return Of(std::move(values)).histogram;
}

base::Result<std::shared_ptr<PluginMetric>> PluginMetrics::Claim(const MetricDecl& decl,
                                                                 const std::string& plugin,
                                                                 const std::string& controller,
                                                                 base::MetricRegistry& registry) {
  base::MutexLock lock(mutex_);
  if (!names_.contains(decl.name) && names_.size() >= kMetricNamesMax) {
    return base::Status(base::StatusCode::kResourceExhausted, "too many names of metrics");
  }
  // The registry keeps a name's kind for as long as the process lives.
  Name& name = names_.try_emplace(decl.name, Name{decl.kind, {}}).first->second;
  std::erase_if(name.owners, [](const auto& owner) { return owner.second.expired(); });
  const auto differs = [&decl](const std::shared_ptr<PluginMetric>& other) {
    return other && !SameShape(other->decl(), decl);
  };
  const bool taken = std::any_of(name.owners.begin(), name.owners.end(),
                                 [&](const auto& owner) { return differs(owner.second.lock()); });
  if (taken || name.kind != decl.kind) {
    return base::Status(
        base::StatusCode::kAlreadyExists,
        fmt::format("metric {}: the name is in use with another kind, other labels or other "
                    "buckets; choose another name",
                    decl.name));
  }
  std::map<Owner, std::weak_ptr<PluginMetric>>& owners = name.owners;
  std::weak_ptr<PluginMetric>& slot = owners[{plugin, controller}];
  std::shared_ptr<PluginMetric> metric = slot.lock();
  if (!metric) {
    metric = std::make_shared<PluginMetric>(decl, plugin, controller, registry);
    slot = metric;
  }
  return metric;
}

}  // namespace oarlock::pluginhost
