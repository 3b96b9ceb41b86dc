#pragma once
// Metrics: counter, gauge and histogram handles, and the registry that holds their storage.
//
// Modules ask the registry for a handle once and then only touch atomics. `server` alone knows
// Prometheus: it renders Collect(). A family is created by the first user; the same name, type and
// label values give the same series again (so a reloaded plugin continues its series).
// Threads: handles and registry [any]. A handle keeps its series alive; a series whose last handle
// is gone is dropped at the next Collect or when its family has doubled, so that informers and
// plugins that come and go leave none, whether anybody collects or not.
// Limits: kSeriesPerFamilyMax; past it a family's further label sets share one series whose label
// values are all "other", and oarlock_metrics_series_dropped_total counts them.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace oarlock::base {

inline constexpr size_t kSeriesPerFamilyMax = 2000;

using MetricLabels = std::vector<std::pair<std::string, std::string>>;

class Counter {
 public:
  void Add(uint64_t n = 1) { value_.fetch_add(n, std::memory_order_relaxed); }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

class Gauge {
 public:
  void Set(double v) { value_.store(v, std::memory_order_relaxed); }
  void Add(double v);
  double value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_{0};
};

class Histogram {
 public:
  // `bounds` are upper bounds, ascending; +Inf is implied.
  explicit Histogram(std::vector<double> bounds);
  void Observe(double v);
  const std::vector<double>& bounds() const { return bounds_; }
  // Count per bucket (not cumulative), the last one being +Inf.
  std::vector<uint64_t> counts() const;
  double sum() const { return sum_.value(); }

 private:
  std::vector<double> bounds_;
  std::vector<std::atomic<uint64_t>> counts_;
  Gauge sum_;
};

// `start`, `start*factor`, … `count` bounds.
std::vector<double> ExponentialBuckets(double start, double factor, size_t count);

enum class MetricType { kCounter, kGauge, kHistogram };

struct MetricSample {
  MetricLabels labels;
  double value = 0;                     // counter, gauge
  std::vector<double> bounds;           // histogram
  std::vector<uint64_t> bucket_counts;  // histogram, not cumulative
  double sum = 0;                       // histogram
};

struct MetricFamily {
  std::string name;
  std::string help;
  MetricType type;
  std::vector<MetricSample> samples;
};

class MetricRegistry {
 public:
  std::shared_ptr<Counter> MakeCounter(std::string_view name, std::string_view help,
                                       MetricLabels labels = {});
  std::shared_ptr<Gauge> MakeGauge(std::string_view name, std::string_view help,
                                   MetricLabels labels = {});
  std::shared_ptr<Histogram> MakeHistogram(std::string_view name, std::string_view help,
                                           std::vector<double> bounds, MetricLabels labels = {});

  // A function that appends samples at each Collect, for values that already live elsewhere (queue
  // depth, cache size). It must be quick, take no long lock and never call plugin code.
  // The returned handle unregisters it when destroyed; a Collect that runs meanwhile may still call
  // it once, so capture what it reads by shared or weak pointer. The registry outlives the handle.
  using Collector = std::function<void(std::vector<MetricFamily>&)>;
  std::shared_ptr<void> AddCollector(Collector collector);

  // All families, sorted by name. Drops series nobody holds a handle to.
  std::vector<MetricFamily> Collect();

 private:
  struct Series {
    std::shared_ptr<Counter> counter;
    std::shared_ptr<Gauge> gauge;
    std::shared_ptr<Histogram> histogram;
    bool HeldOutside() const;
  };
  struct Family {
    std::string help;
    MetricType type{};
    std::map<MetricLabels, Series> series;
    size_t sweep_at = kSweepMin;  // when so many are there, look for those nobody holds
  };

  static constexpr size_t kSweepMin = 256;
  static void Sweep(Family& family);
  Series& Find(std::string_view name, std::string_view help, MetricType type, MetricLabels labels)
      OARLOCK_REQUIRES(mutex_);

  Mutex mutex_;
  std::map<std::string, Family, std::less<>> families_ OARLOCK_GUARDED_BY(mutex_);
  std::map<uint64_t, std::shared_ptr<Collector>> collectors_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t next_collector_ OARLOCK_GUARDED_BY(mutex_) = 1;
  uint64_t series_dropped_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

}  // namespace oarlock::base
