#pragma once
// Metrics of the plugin: declared with Declaration::Counter, Gauge and Histogram, fed here by id.
//
//   Metrics(ctx).Count(kRestarts, {"Deployment"});
// Label values come in the order of the declared names. A mistake is a status, never a throw.
// Threads: as the context.

#include <initializer_list>
#include <string_view>
#include <vector>

#include "oarlock/sdk/context.h"

namespace oarlock::sdk {

class Metrics {
 public:
  using Labels = std::initializer_list<std::string_view>;
  explicit Metrics(const Context& ctx) : api_(&ctx.api()) {}

  int32_t Count(uint32_t metric, Labels labels = {}, uint64_t add = 1) const {
    const auto views = Views(labels);
    return api_->metrics.count(api_->handle, metric, views.data(), views.size(), add);
  }
  int32_t Set(uint32_t metric, double value, Labels labels = {}) const {
    const auto views = Views(labels);
    return api_->metrics.set(api_->handle, metric, views.data(), views.size(), value);
  }
  int32_t Add(uint32_t metric, double difference, Labels labels = {}) const {
    const auto views = Views(labels);
    return api_->metrics.add(api_->handle, metric, views.data(), views.size(), difference);
  }
  int32_t Observe(uint32_t metric, double value, Labels labels = {}) const {
    const auto views = Views(labels);
    return api_->metrics.observe(api_->handle, metric, views.data(), views.size(), value);
  }

 private:
  static std::vector<oar_view> Views(Labels labels) {
    std::vector<oar_view> views;
    for (const std::string_view label : labels) views.push_back(ToView(label));
    return views;
  }
  const Api* api_;
};

}  // namespace oarlock::sdk
