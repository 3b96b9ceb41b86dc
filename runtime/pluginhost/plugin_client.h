#pragma once
// PluginClient: a client whose calls stay within one plugin's budget and are counted for it.
//
// Made for each generation, around the host's client or that of the plugin's own identity.
// Threads: [any]; calls block. Ownership: shares both. Errors: those of the client and of the
// budget.

#include <memory>

#include "kube/client.h"
#include "pluginhost/account/api_budget.h"

namespace oarlock::pluginhost {

std::shared_ptr<kube::Client> MakePluginClient(std::shared_ptr<kube::Client> client,
                                               std::shared_ptr<ApiBudget> budget);

}  // namespace oarlock::pluginhost
