#pragma once
// Supervisor: the plugins of a manifest, started, changed and stopped together, each on its own.
//
// Built by `app` after everything it borrows, stopped before it. Start and Apply return at once;
// the plugins come up and are reloaded in parallel, each on its lifecycle thread, and say where
// they stand. A plugin that the manifest does not have any more is taken down and forgotten.
// Threads: Start and Stop [main]; Apply one at a time; the rest [any]. Errors: in the statuses;
// nothing stops the others, unless the manifest says allOrNothing.
// Metrics: oarlock_plugin_active{plugin}, oarlock_plugin_state{plugin,state},
// oarlock_plugin_cache_bytes{plugin}, oarlock_plugin_zombies.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
#include "supervisor/plugin.h"

namespace oarlock::supervisor {

class Supervisor {
 public:
  // Knows the plugins from here on, so that readiness never answers without them; none: they come
  // with the first Apply, which then counts as the start.
  Supervisor(PluginEnv env, const std::optional<Manifest>& manifest);
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  void Start();
  // What the manifest says from now on; every plugin looks at its library anew, too. The number of
  // this change, for Settled; 0 after Stop.
  uint64_t Apply(const Manifest& manifest);
  // Every plugin has worked the change off, or a later one.
  bool Settled(uint64_t revision) const;
  base::Status RollBack(const std::string& plugin, const std::string& reason);
  // No reconcile of the plugin begins until it is resumed or the host ends. Again: no error.
  base::Status SetPaused(const std::string& plugin, bool paused);
  // This replica has begun or ceased to lead.
  void OnLeadership();
  // Nothing is at work that belongs to a term of this replica.
  bool AtRest() const;
  // Drains and unloads all in parallel, and returns by `deadline` at the latest: plugins that have
  // not ended by then are left where they are (stuck()).
  void Stop(base::MonoTime deadline);

  // In the manifest's order, then those that are on their way out.
  std::vector<PluginStatus> statuses() const;
  // Controllers at work, by plugin.
  std::map<std::string, std::vector<pluginhost::ControllerView>> views() const;
  // The first required plugin that failed at the start, with its reason.
  std::optional<PluginStatus> FailedRequired() const;
  // After Stop: some plugin never returned; the process has to end without static destructors.
  bool stuck() const;

 private:
  using Plugins = std::vector<std::shared_ptr<Plugin>>;
  // Shared with the metrics collector, which may outlive a destruction by one call.
  struct Set {
    mutable base::Mutex mutex;
    Plugins plugins OARLOCK_GUARDED_BY(mutex);
    Plugins Copy() const;
  };
  std::shared_ptr<Plugin> Find(const std::string& plugin) const;
  std::shared_ptr<Plugin> Hand(PluginRequest request, const Plugins& known);

  PluginEnv env_;
  const uint64_t first_revision_;  // which counts as the start
  std::shared_ptr<Set> set_;
  std::shared_ptr<void> collector_;
  base::Mutex apply_mutex_;  // Apply against Start and Stop
  uint64_t revision_ OARLOCK_GUARDED_BY(apply_mutex_) = 0;
  bool started_ OARLOCK_GUARDED_BY(apply_mutex_) = false;
  bool stopped_ OARLOCK_GUARDED_BY(apply_mutex_) = false;
  bool cut_off_ = false;  // [main] some plugin had not ended by Stop's deadline
};

}  // namespace oarlock::supervisor
