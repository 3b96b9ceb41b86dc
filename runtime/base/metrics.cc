#include "base/metrics.h"

#include <algorithm>

#include "base/check.h"
#include "base/metric/metric_observer.h"

namespace oarlock::base {
namespace {

std::atomic<MetricObserver> metric_observer{nullptr};

}  // namespace

void SetMetricObserver(MetricObserver observer) { metric_observer = observer; }

void Gauge::Add(double v) {
  double old = value_.load(std::memory_order_relaxed);
  while (!value_.compare_exchange_weak(old, old + v, std::memory_order_relaxed)) {
  }
}

Histogram::Histogram(std::vector<double> bounds)
    : bounds_(std::move(bounds)), counts_(bounds_.size() + 1) {
  OARLOCK_CHECK(std::is_sorted(bounds_.begin(), bounds_.end()));
}

void Histogram::Observe(double v) {
  const auto it = std::lower_bound(bounds_.begin(), bounds_.end(), v);
  const auto bucket = static_cast<size_t>(it - bounds_.begin());
  counts_[bucket].fetch_add(1, std::memory_order_relaxed);
  sum_.Add(v);
}

std::vector<uint64_t> Histogram::counts() const {
  std::vector<uint64_t> out;
  out.reserve(counts_.size());
  for (const auto& count : counts_) out.push_back(count.load(std::memory_order_relaxed));
  return out;
}

std::vector<double> ExponentialBuckets(double start, double factor, size_t count) {
  std::vector<double> bounds;
  for (double bound = start; bounds.size() < count; bound *= factor) bounds.push_back(bound);
  return bounds;
}

bool MetricRegistry::Series::HeldOutside() const {
  return counter.use_count() > 1 || gauge.use_count() > 1 || histogram.use_count() > 1;
}

// What nobody holds must not crowd out what is new, also where nobody ever collects.
void MetricRegistry::Sweep(Family& family) {
  std::erase_if(family.series, [](const auto& entry) { return !entry.second.HeldOutside(); });
  family.sweep_at = std::min(std::max(kSweepMin, 2 * family.series.size()), kSeriesPerFamilyMax);
}

MetricRegistry::Series& MetricRegistry::Find(std::string_view name, std::string_view help,
                                             MetricType type, MetricLabels labels) {
  auto it = families_.find(name);
  if (it == families_.end()) {
    it = families_.emplace(std::string(name), Family{std::string(help), type, {}}).first;
  }
  Family& family = it->second;
  OARLOCK_CHECK(family.type == type);  // one name, one type: a bug of the caller otherwise
  if (family.series.size() >= family.sweep_at && !family.series.contains(labels)) Sweep(family);
  if (family.series.size() >= kSeriesPerFamilyMax && !family.series.contains(labels)) {
    ++series_dropped_;
    for (auto& label : labels) label.second = "other";
  }
  const auto [series, is_new] = family.series.try_emplace(std::move(labels));
  const MetricObserver observer = metric_observer.load(std::memory_order_relaxed);
  if (is_new && observer != nullptr) {
    observer({std::string(name), std::string(help), type, {{series->first, 0, {}, {}, 0}}});
  }
  return series->second;
}

std::shared_ptr<Counter> MetricRegistry::MakeCounter(std::string_view name, std::string_view help,
                                                     MetricLabels labels) {
  MutexLock lock(mutex_);
  Series& series = Find(name, help, MetricType::kCounter, std::move(labels));
  if (!series.counter) series.counter = std::make_shared<Counter>();
  return series.counter;
}

std::shared_ptr<Gauge> MetricRegistry::MakeGauge(std::string_view name, std::string_view help,
                                                 MetricLabels labels) {
  MutexLock lock(mutex_);
  Series& series = Find(name, help, MetricType::kGauge, std::move(labels));
  if (!series.gauge) series.gauge = std::make_shared<Gauge>();
  return series.gauge;
}

std::shared_ptr<Histogram> MetricRegistry::MakeHistogram(std::string_view name,
                                                         std::string_view help,
                                                         std::vector<double> bounds,
                                                         MetricLabels labels) {
  MutexLock lock(mutex_);
  Series& series = Find(name, help, MetricType::kHistogram, std::move(labels));
  if (!series.histogram) series.histogram = std::make_shared<Histogram>(std::move(bounds));
  return series.histogram;
}

std::shared_ptr<void> MetricRegistry::AddCollector(Collector collector) {
  auto shared = std::make_shared<Collector>(std::move(collector));
  MutexLock lock(mutex_);
  const uint64_t id = next_collector_++;
  collectors_.emplace(id, shared);
  return {shared.get(), [this, id](void*) {
            std::shared_ptr<Collector> last;  // destroyed outside of the lock
            {
              MutexLock unregister(mutex_);
              last = std::move(collectors_[id]);
              collectors_.erase(id);
            }
          }};
}

namespace {

MetricSample Sample(const MetricLabels& labels, const Counter* counter, const Gauge* gauge,
                    const Histogram* histogram) {
  MetricSample sample{labels, 0, {}, {}, 0};
  if (counter) sample.value = static_cast<double>(counter->value());
  if (gauge) sample.value = gauge->value();
  if (histogram) {
    sample.bounds = histogram->bounds();
    sample.bucket_counts = histogram->counts();
    sample.sum = histogram->sum();
  }
  return sample;
}

// Collectors may add to a family that others also feed: one family per name in the output.
std::vector<MetricFamily> MergeByName(std::vector<MetricFamily> families) {
  std::stable_sort(families.begin(), families.end(),
                   [](const auto& a, const auto& b) { return a.name < b.name; });
  std::vector<MetricFamily> merged;
  for (MetricFamily& family : families) {
    if (!merged.empty() && merged.back().name == family.name) {
      auto& samples = merged.back().samples;
      samples.insert(samples.end(), family.samples.begin(), family.samples.end());
    } else {
      merged.push_back(std::move(family));
    }
  }
  return merged;
}

}  // namespace

std::vector<MetricFamily> MetricRegistry::Collect() {
  std::vector<MetricFamily> out;
  std::vector<std::shared_ptr<Collector>> collectors;
  {
    MutexLock lock(mutex_);
    for (auto& [name, family] : families_) {
      std::erase_if(family.series, [](const auto& entry) { return !entry.second.HeldOutside(); });
      MetricFamily copy{name, family.help, family.type, {}};
      for (const auto& [labels, series] : family.series) {
        copy.samples.push_back(
            Sample(labels, series.counter.get(), series.gauge.get(), series.histogram.get()));
      }
      if (!copy.samples.empty()) out.push_back(std::move(copy));
    }
    MetricSample dropped{{}, static_cast<double>(series_dropped_), {}, {}, 0};
    out.push_back({"oarlock_metrics_series_dropped_total",
                   "Label sets folded into \"other\" because a family was full.",
                   MetricType::kCounter,
                   {std::move(dropped)}});
    for (const auto& [id, collector] : collectors_) collectors.push_back(collector);
  }
  for (const auto& collector : collectors) (*collector)(out);
  if (const MetricObserver observer = metric_observer.load(std::memory_order_relaxed)) {
    for (const MetricFamily& family : out) observer(family);
  }
  return MergeByName(std::move(out));
}

}  // namespace oarlock::base
