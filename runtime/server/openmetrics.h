#pragma once
// The metrics of the registry as OpenMetrics text (version 1.0.0). prometheus-cpp has no serialiser
// for it. Threads: [any].
//
// A counter's family has no "_total" at its end, its samples have; label values and help are
// escaped; the text ends with "# EOF".

#include <string>
#include <vector>

#include "base/metrics.h"

namespace oarlock::server {

inline constexpr char kOpenMetricsContentType[] =
    "application/openmetrics-text; version=1.0.0; charset=utf-8";

std::string RenderOpenMetrics(const std::vector<base::MetricFamily>& families);

}  // namespace oarlock::server
