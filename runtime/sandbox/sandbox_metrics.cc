#include "sandbox/sandbox_metrics.h"

#include <string>
#include <utility>

namespace oarlock::sandbox {
namespace {

using base::MetricFamily;
using base::MetricType;

MetricFamily One(MetricType type, std::string name, std::string help, uint64_t value) {
  MetricFamily family{std::move(name), std::move(help), type, {}};
  family.samples.push_back({{}, static_cast<double>(value), {}, {}, 0});
  return family;
}

MetricFamily Count(std::string name, std::string help, uint64_t value) {
  return One(MetricType::kCounter, std::move(name), std::move(help), value);
}

MetricFamily Level(std::string name, std::string help, uint64_t value) {
  return One(MetricType::kGauge, std::move(name), std::move(help), value);
}

MetricFamily AppliedFaults(const std::vector<FaultCount>& faults) {
  MetricFamily family{"oarlock_sandbox_faults_applied_total",
                      "Requests that a rule of the fault script made go wrong",
                      MetricType::kCounter,
                      {}};
  for (const FaultCount& fault : faults) {
    family.samples.push_back(
        {{{"rule", fault.rule}}, static_cast<double>(fault.applied), {}, {}, 0});
  }
  return family;
}

}  // namespace

std::vector<MetricFamily> SandboxMetrics(const server::HttpCounters& http, const Store& store,
                                         const std::vector<FaultCount>& faults) {
  const StoreStats stats = store.stats();
  const Snapshot state = store.Read();
  std::vector<MetricFamily> families = {
      Level("oarlock_sandbox_connections", "Open connections", http.connections),
      Count("oarlock_sandbox_connections_refused_total", "Connections past the limit",
            http.refused),
      Count("oarlock_sandbox_requests_total", "Requests whose head was read", http.requests),
      Count("oarlock_sandbox_bad_requests_total", "Requests that are no HTTP or past a limit",
            http.bad_requests),
      Level("oarlock_sandbox_streams", "Open watches and other answers without an end",
            http.streams),
      Count("oarlock_sandbox_received_bytes_total", "Bytes of requests", http.bytes_received),
      Count("oarlock_sandbox_sent_bytes_total", "Bytes of answers", http.bytes_sent),
      Level("oarlock_sandbox_objects", "Objects that are stored", state->objects),
      Level("oarlock_sandbox_object_bytes", "Bytes of the objects that are stored", state->bytes),
      Count("oarlock_sandbox_writes_total", "Writes that changed the state", stats.commits),
      Count("oarlock_sandbox_write_conflicts_total", "Writes that others overtook",
            stats.conflicts),
      Count("oarlock_sandbox_writes_refused_total", "Writes past a limit of the store",
            stats.refused),
      Count("oarlock_sandbox_forgotten_changes_total", "Changes that left a window",
            stats.forgotten_changes)};
  if (!faults.empty()) families.push_back(AppliedFaults(faults));
  return families;
}

}  // namespace oarlock::sandbox
