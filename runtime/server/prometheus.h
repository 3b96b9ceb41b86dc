#pragma once
// The metrics of the registry as Prometheus text (version 0.0.4), written by prometheus-cpp.
// The only place that knows Prometheus. Threads: [any].

#include <string>
#include <vector>

#include "base/metrics.h"

namespace oarlock::server {

inline constexpr char kPrometheusContentType[] = "text/plain; version=0.0.4; charset=utf-8";

std::string RenderPrometheus(const std::vector<base::MetricFamily>& families);

}  // namespace oarlock::server
