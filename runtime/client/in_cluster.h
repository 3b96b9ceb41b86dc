#pragma once
// Configuration of a process that runs in a pod (IC-1, IC-2), and the choice between it and a
// kubeconfig (IC-3). Called by `app` at start. Threads: [any]; blocks on the disk.
// Errors: kFailedPrecondition when this is no pod; kInvalidArgument and others for a service
// account that cannot be used. A missing or bad ca.crt is a warning: the system's authorities are
// used then.

#include <string>

#include "base/status.h"
#include "client/config.h"
#include "client/environment.h"
#include "client/kubeconfig.h"

namespace oarlock::client {

struct InClusterPaths {
  std::string service_account_dir = "/var/run/secrets/kubernetes.io/serviceaccount";
};

// Whether the variables that a pod has are there.
bool IsInCluster(const Environment& environment);
// The token's file is kept in the result, because it is renewed while the process runs.
base::Result<ClientConfig> LoadInClusterConfig(const Environment& environment,
                                               const InClusterPaths& paths = {});

// A kubeconfig that chooses a cluster, else the pod's own configuration. An error of a kubeconfig
// that exists, and an explicit path, are never covered up by the pod's configuration.
base::Result<ClientConfig> LoadDefaultConfig(const KubeconfigOptions& options,
                                             const KubeconfigOverrides& overrides,
                                             const Environment& environment,
                                             const InClusterPaths& paths = {});

}  // namespace oarlock::client
