#include "sandbox/workloads/workloads.h"

#include "sandbox/workloads/daemon_sets.h"
#include "sandbox/workloads/deployments.h"
#include "sandbox/workloads/jobs.h"
#include "sandbox/workloads/pod_driver.h"
#include "sandbox/workloads/replica_sets.h"
#include "sandbox/workloads/stateful_sets.h"

namespace oarlock::sandbox {

std::vector<std::unique_ptr<Controller>> MakeWorkloads(const ControllerContext& context) {
  std::vector<std::unique_ptr<Controller>> out;
  out.push_back(std::make_unique<Deployments>(context));
  out.push_back(std::make_unique<ReplicaSets>(context));
  out.push_back(std::make_unique<StatefulSets>(context));
  out.push_back(std::make_unique<DaemonSets>(context));
  out.push_back(std::make_unique<Jobs>(context));
  out.push_back(std::make_unique<PodDriver>(context));
  return out;
}

}  // namespace oarlock::sandbox
