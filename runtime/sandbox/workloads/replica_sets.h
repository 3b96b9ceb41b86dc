#pragma once
// ReplicaSets: as many Pods of a ReplicaSet's template as it asks for, and its status.

#include "sandbox/workloads/workload_controller.h"

namespace oarlock::sandbox {

class ReplicaSets final : public WorkloadController {
 public:
  explicit ReplicaSets(const ControllerContext& context)
      : WorkloadController(context, {"replicasets.apps", "ReplicaSet", "pods"}) {}

  ApiStatus Reconcile(const std::string& key) override;

 private:
  ApiStatus Scale(const Json& set, Documents active);
  ApiStatus Report(const Json& set, const Documents& pods, int64_t leaving,
                   const ApiStatus& failure);
};

}  // namespace oarlock::sandbox
