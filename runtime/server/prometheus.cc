#include "server/prometheus.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <limits>

namespace oarlock::server {
namespace {

prometheus::MetricType TypeOf(base::MetricType type) {
  switch (type) {
    case base::MetricType::kCounter: return prometheus::MetricType::Counter;
    case base::MetricType::kGauge: return prometheus::MetricType::Gauge;
    case base::MetricType::kHistogram: return prometheus::MetricType::Histogram;
  }
  return prometheus::MetricType::Untyped;
}

void FillHistogram(const base::MetricSample& sample, prometheus::ClientMetric& metric) {
  uint64_t cumulative = 0;
  for (size_t i = 0; i < sample.bucket_counts.size(); ++i) {
    cumulative += sample.bucket_counts[i];
    const double bound =
        i < sample.bounds.size() ? sample.bounds[i] : std::numeric_limits<double>::infinity();
    metric.histogram.bucket.push_back({cumulative, bound});
  }
  metric.histogram.sample_count = cumulative;
  metric.histogram.sample_sum = sample.sum;
}

prometheus::ClientMetric ToMetric(const base::MetricSample& sample, base::MetricType type) {
  prometheus::ClientMetric metric;
  for (const auto& [name, value] : sample.labels) metric.label.push_back({name, value});
  switch (type) {
    case base::MetricType::kCounter: metric.counter.value = sample.value; break;
    case base::MetricType::kGauge: metric.gauge.value = sample.value; break;
    case base::MetricType::kHistogram: FillHistogram(sample, metric); break;
  }
  return metric;
}

}  // namespace

std::string RenderPrometheus(const std::vector<base::MetricFamily>& families) {
  std::vector<prometheus::MetricFamily> out;
  out.reserve(families.size());
  for (const base::MetricFamily& family : families) {
    prometheus::MetricFamily copy{family.name, family.help, TypeOf(family.type), {}};
    for (const base::MetricSample& sample : family.samples) {
      copy.metric.push_back(ToMetric(sample, family.type));
    }
    out.push_back(std::move(copy));
  }
  return prometheus::TextSerializer().Serialize(out);
}

}  // namespace oarlock::server
