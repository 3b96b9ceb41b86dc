#pragma once
// What every plugin of a manifest needs: each is loaded in a child process, up to its declaration.
//
// For `oarlock rbac`. Threads: the caller must be the only one of its process (child_process.h).
// Errors: one Status that names the plugin and what is wrong with it.

#include <map>
#include <string>

#include "app/rbac/needs.h"
#include "base/status.h"
#include "supervisor/manifest.h"

namespace oarlock::app {

base::Result<PluginNeeds> NeedsOfPlugin(const supervisor::PluginSpec& spec,
                                        const std::string& plugin_dir);

}  // namespace oarlock::app
