#pragma once
// LoadedGeneration: GenerationControl over a library that the loader maps and pluginhost runs.
//
// One factory per plugin, made by Plugin; it owns the plugin's queues, which all generations of it
// share, and shuts them down at its end. Threads: [lifecycle], see generation_control.h.

#include <memory>

#include "pluginhost/plugin_pause.h"
#include "supervisor/generation_control.h"

namespace oarlock::supervisor {

struct PluginEnv;

std::unique_ptr<GenerationFactory> MakeLoadedGenerations(
    const PluginEnv& env, std::shared_ptr<pluginhost::PluginPause> pause);

}  // namespace oarlock::supervisor
