#pragma once
// What keeps the callback indexes of a type up to date: a handler that tells the plugin's indexers
// of each change, and only then whoever maps it to keys.
//
// Made by ControllerRun at activation, added with the generation's callback executor. Indexes start
// empty. Errors: kInvalidArgument where the plugin has no oarlock.plugin.index/1.

#include <memory>

#include "base/status.h"
#include "cache/notification.h"
#include "pluginhost/declare/bound_type.h"
#include "pluginhost/plugin_calls.h"

namespace oarlock::pluginhost {

// `next` may be null.
base::Result<std::shared_ptr<cache::EventHandler>> MakeIndexFeeder(
    PluginCalls& calls, const BoundType& type, std::shared_ptr<cache::EventHandler> next);

}  // namespace oarlock::pluginhost
