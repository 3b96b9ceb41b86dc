#pragma once
// MakeWorkloads: the controllers behind the switch "workloads": what makes Pods of Deployments,
// StatefulSets, DaemonSets and Jobs, and what brings Pods to life without running anything.
// Threads: as controllers/controller.h says. Errors: none.

#include <memory>
#include <vector>

#include "sandbox/controllers/controller.h"

namespace oarlock::sandbox {

std::vector<std::unique_ptr<Controller>> MakeWorkloads(const ControllerContext& context);

}  // namespace oarlock::sandbox
