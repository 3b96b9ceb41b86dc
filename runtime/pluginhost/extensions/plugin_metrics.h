#pragma once
// PluginMetrics: which names the plugins' own metrics have, in which shape, and their series.
//
// One per host (HostEnv). An instance claims what it declared before it may feed it and holds the
// claims while it lives; a claim of the same controller of the next generation is the same series,
// so counters go on over a reload. Storage and rendering are base::MetricRegistry's.
// Threads: [any]. Errors: kInvalidArgument for a name, label or bucket that cannot be,
// kAlreadyExists where the name is in use in another shape.
// Limits: kMetricNamesMax, kMetricLabelsMax, kMetricBucketsMax, kMetricSeriesMax per metric and
// controller (past it further label sets share one, "other"), kMetricLabelBytesMax of a value
// (longer ones are cut).

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/metrics.h"
#include "base/mutex.h"
#include "base/status.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

inline constexpr size_t kMetricLabelsMax = 10;
inline constexpr size_t kMetricBucketsMax = 100;
inline constexpr size_t kMetricSeriesMax = 1000;
inline constexpr size_t kMetricNamesMax = 10'000;
inline constexpr size_t kMetricLabelBytesMax = 128;

// Can a plugin have that metric at all?
base::Status CheckMetric(const MetricDecl& metric);

// One metric of one controller.
class PluginMetric {
 public:
  PluginMetric(MetricDecl decl, std::string plugin, std::string controller,
               base::MetricRegistry& registry)
      : decl_(std::move(decl)),
        plugin_(std::move(plugin)),
        controller_(std::move(controller)),
        registry_(registry) {}

  const MetricDecl& decl() const { return decl_; }
  // `values` in the order of the declared labels, as many as there are.
  std::shared_ptr<base::Counter> CounterOf(std::vector<std::string> values);
  std::shared_ptr<base::Gauge> GaugeOf(std::vector<std::string> values);
  std::shared_ptr<base::Histogram> HistogramOf(std::vector<std::string> values);

 private:
  struct Series {
    std::shared_ptr<base::Counter> counter;
    std::shared_ptr<base::Gauge> gauge;
    std::shared_ptr<base::Histogram> histogram;
  };
  Series& Of(std::vector<std::string> values) OARLOCK_REQUIRES(mutex_);
  Series Make(const std::vector<std::string>& values) const;

  const MetricDecl decl_;
  const std::string plugin_;
  const std::string controller_;
  base::MetricRegistry& registry_;
  base::Mutex mutex_;
  std::map<std::vector<std::string>, Series> series_ OARLOCK_GUARDED_BY(mutex_);
};

class PluginMetrics {
 public:
  base::Result<std::shared_ptr<PluginMetric>> Claim(const MetricDecl& decl,
                                                    const std::string& plugin,
                                                    const std::string& controller,
                                                    base::MetricRegistry& registry);

 private:
  using Owner = std::pair<std::string, std::string>;  // plugin and controller
  struct Name {
    int32_t kind = 0;
    std::map<Owner, std::weak_ptr<PluginMetric>> owners;
  };
  base::Mutex mutex_;
  std::map<std::string, Name> names_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost
