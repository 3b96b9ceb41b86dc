#pragma once
// Deployments: a ReplicaSet per template, rolled out in steps, with revisions to go back to, and
// the status that says how far it is (deployment_status.h).

#include <vector>

#include "sandbox/workloads/workload_controller.h"

namespace oarlock::sandbox {

class Deployments final : public WorkloadController {
 public:
  explicit Deployments(const ControllerContext& context)
      : WorkloadController(context, {"deployments.apps", "Deployment", "replicasets.apps"}) {}

  ApiStatus Reconcile(const std::string& key) override;

 private:
  // The newest, if there is one, and the old ones from the oldest on.
  struct Sets {
    Json newest;
    Documents old;
  };
  static Sets Sort(const Json& deployment, Documents all);
  ApiStatus Advance(Json& deployment, Sets& sets);
  // Gives the newest the next revision and what else it has from its Deployment.
  ApiStatus Refresh(Json& deployment, Sets& sets);
  ApiStatus MakeNewest(const Json& deployment, Sets& sets);
  ApiStatus Resize(const Json& deployment, Sets& sets);
  ApiStatus ForgetOld(const Json& deployment, const Sets& sets);
  ApiStatus Report(const Json& deployment, const Sets& sets);
};

}  // namespace oarlock::sandbox
