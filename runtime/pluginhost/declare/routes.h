#pragma once
// Routes: what an instance declared about changes (primary types, owned types, watches) turned into
// the controller module's sources, one per watched type.
//
// Made by ControllerRun at activation, on [control]. Routes that need plugin code (callback mappers
// and predicates) mark their source, which then runs on the generation's callback thread.
// Errors: kInvalidArgument for a declaration that cannot be compiled.

#include <vector>

#include "base/status.h"
#include "controller/sources/source.h"
#include "pluginhost/instance.h"
#include "pluginhost/plugin_calls.h"

namespace oarlock::pluginhost {

struct TypeRoutes {
  std::vector<controller::Route> routes;
  bool needs_plugin = false;  // some route calls into the plugin
  bool is_primary = false;
};

// Of changes of one type, which is served.
base::Result<TypeRoutes> CompileRoutes(const Instance& instance, PluginCalls& calls,
                                       const BoundType& from);

}  // namespace oarlock::pluginhost
