#pragma once
// SandboxMetrics: what a sandbox counts, as families for its own /metrics.
//
// Rendered by Sandbox at each request for the path. Threads: [any]. Errors: none.

#include <vector>

#include "base/metrics.h"
#include "sandbox/faults/fault_script.h"
#include "sandbox/store/store.h"
#include "server/http_server.h"

namespace oarlock::sandbox {

std::vector<base::MetricFamily> SandboxMetrics(const server::HttpCounters& http, const Store& store,
                                               const std::vector<FaultCount>& faults);

}  // namespace oarlock::sandbox
