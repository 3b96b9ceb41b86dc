#pragma once
// Supervisor: the plugins of a manifest, started and stopped together, each on its own.
//
// Built by `app` after everything it borrows, stopped before it. Start returns at once; the plugins
// come up in parallel, each on its lifecycle thread, and say where they stand.
// Threads: Start and Stop [main]; the rest [any]. Errors: in the statuses; nothing stops the
// others. Metrics: oarlock_plugin_active{plugin}, oarlock_plugin_state{plugin,state},
// oarlock_plugin_zombies.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "supervisor/plugin.h"

namespace oarlock::supervisor {

class Supervisor {
 public:
  // Knows the plugins from here on, so that readiness never answers without them.
  Supervisor(PluginEnv env, const Manifest& manifest);
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  void Start();
  // Drains and unloads all in parallel, and returns by `deadline` at the latest: plugins that have
  // not ended by then are left where they are (stuck()).
  void Stop(base::MonoTime deadline);

  std::vector<PluginStatus> statuses() const;
  // The first required plugin that has failed, with its reason.
  std::optional<PluginStatus> FailedRequired() const;
  // After Stop: some plugin never returned; the process has to end without static destructors.
  bool stuck() const;

 private:
  PluginEnv env_;
  // Shared with the metrics collector, which may outlive a destruction by one call.
  std::shared_ptr<std::vector<std::unique_ptr<Plugin>>> plugins_;
  std::shared_ptr<void> collector_;
  bool cut_off_ = false;  // [main] some plugin had not ended by Stop's deadline
};

}  // namespace oarlock::supervisor
