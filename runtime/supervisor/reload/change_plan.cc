#include "supervisor/reload/change_plan.h"

namespace oarlock::supervisor {
namespace {

// Concurrency changes under way; resync periods belong to the subscriptions of a generation.
bool SameResync(const PluginSpec& a, const PluginSpec& b) {
  const auto resync_of = [](const PluginSpec& spec, const std::string& name) {
    const auto it = spec.controllers.find(name);
    return it == spec.controllers.end() ? ControllerSpec().resync_period : it->second.resync_period;
  };
  for (const auto& [name, controller] : a.controllers) {
    if (controller.resync_period != resync_of(b, name)) return false;
  }
  for (const auto& [name, controller] : b.controllers) {
    if (controller.resync_period != resync_of(a, name)) return false;
  }
  return true;
}

}  // namespace

std::string_view PluginChangeName(PluginChange change) {
  switch (change) {
    case PluginChange::kNone: return "nothing";
    case PluginChange::kSettings: return "settings";
    case PluginChange::kConfiguration: return "configuration";
    case PluginChange::kGeneration: return "generation";
  }
  return "unknown";
}

PluginChange PlanChange(const PluginVersion& now, const PluginVersion& next) {
  if (now.library_digest != next.library_digest || now.spec.namespaces != next.spec.namespaces ||
      now.spec.permissions != next.spec.permissions ||
      now.spec.service_account != next.spec.service_account ||
      now.spec.reconcile_deadline != next.spec.reconcile_deadline ||
      now.spec.unload_never != next.spec.unload_never ||
      now.spec.install_crds != next.spec.install_crds ||
      now.spec.leader_election != next.spec.leader_election || !SameResync(now.spec, next.spec)) {
    return PluginChange::kGeneration;
  }
  if (now.config_digest != next.config_digest || now.values_digest != next.values_digest) {
    return PluginChange::kConfiguration;
  }
  return now.spec.entry_json == next.spec.entry_json ? PluginChange::kNone
                                                     : PluginChange::kSettings;
}

}  // namespace oarlock::supervisor
