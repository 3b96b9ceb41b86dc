#pragma once
// StatusOfDeployment: counts and conditions of a Deployment from those of its ReplicaSets. Pure.
// Values; threads [any]. Errors: none.

#include <optional>

#include "base/clock.h"
#include "sandbox/workloads/pods.h"

namespace oarlock::sandbox {

struct DeploymentStatus {
  Json document;
  std::optional<base::Duration> deadline;  // when it is too late for progress, if that may come
};

// `newest` is null where there is none; `all` has it too.
DeploymentStatus StatusOfDeployment(const Json& deployment, const Json& newest,
                                    const Documents& all, base::UnixTime now);

}  // namespace oarlock::sandbox
