#pragma once
// ChangePlan: what has to happen for a running plugin to become what the manifest says now.
// Pure; called on the plugin's lifecycle thread after the library was opened. Threads: [any].

#include <string>
#include <string_view>

#include "supervisor/manifest.h"

namespace oarlock::supervisor {

enum class PluginChange : uint8_t {
  kNone,           // the same bytes, configuration and settings
  kSettings,       // settings that the host alone applies: concurrency, reload, required
  kConfiguration,  // in place, where the plugin accepts it
  kGeneration,     // a new generation: other bytes, namespaces, deadlines or resync periods
};

std::string_view PluginChangeName(PluginChange change);

// Spec and digests of one side of the comparison.
struct PluginVersion {
  const PluginSpec& spec;
  const std::string& library_digest;
  const std::string& config_digest;
  const std::string& values_digest;  // of what is given beside it
};

PluginChange PlanChange(const PluginVersion& now, const PluginVersion& next);

}  // namespace oarlock::supervisor
