#pragma once
// The rules a chosen cluster and user must meet (KC-10). Each adds what is wrong to `errors` and
// goes on, so that one message names everything. Called by ResolveKubeconfig.
// Threads: [any]; looks whether named files can be read.

#include <string>
#include <vector>

#include "client/kubeconfig.h"

namespace oarlock::client {

void ValidateCluster(const KubeCluster& cluster, std::vector<std::string>& errors);
void ValidateUser(const KubeUser& user, std::vector<std::string>& errors);

}  // namespace oarlock::client
