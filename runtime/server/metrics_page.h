#pragma once
// MetricsPage: the answer to a scrape, in the format and the encoding that the scraper asks for:
// OpenMetrics or Prometheus text, gzip or as it is.
//
// Answers /metrics of every listener. Threads: [any]. Errors: none; what is not understood in a
// header gives text, not compressed.

#include <string_view>
#include <vector>

#include "base/metrics.h"
#include "server/router.h"

namespace oarlock::server {

Response MetricsPage(const std::vector<base::MetricFamily>& families, const Request& request);

}  // namespace oarlock::server
