#pragma once
// ReloadWorld: a plugin of the pulse library at work in a host without a server: a scripted one
// lists and watches kKeys ConfigMaps, which the test changes, and the probe tells what became of
// it.
//
// Threads: one test thread; Load runs one of its own.

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "pluginhost/testing/host_harness.h"
#include "supervisor/supervisor.h"
#include "tests/reload/probe.h"

namespace oarlock::reloadtest {

class ReloadWorld {
 public:
  ReloadWorld();
  ~ReloadWorld();  // stops the load and the plugins

  static std::string Library(int build);
  // The ConfigMap of a key as JSON.
  static std::string MapText(size_t key, uint64_t version, int64_t value);
  supervisor::PluginSpec Spec(int build) const;
  // Starts the supervisor with these plugins.
  void Start(std::vector<supervisor::PluginSpec> plugins);
  // Applies, and waits until every plugin has worked it off.
  void Apply(std::vector<supervisor::PluginSpec> plugins, bool all_or_nothing = false);
  supervisor::PluginStatus Status(const std::string& plugin = "demo") const;
  cache::InformerLease Informer();  // of the ConfigMaps
  bool Stepped(supervisor::ReloadStep step, const std::string& plugin = "demo") const;
  bool WaitFor(const std::function<bool()>& done,
               base::Duration step = std::chrono::milliseconds(5));

  // One change of one key: most are updates, some are deletes and creations.
  void Change(size_t key) { Send(key, true); }
  // An update, or a creation where it was deleted.
  void Update(size_t key) { Send(key, false); }
  // Changes a key once per `pause`, and has the metrics collected now and then, until Settle. It
  // waits where the strand cannot follow: the backlog would be what a reload is measured by, and in
  // the end cost the watch, and the scripted server does not send again what is lost with it.
  void StartLoad(std::chrono::microseconds pause = std::chrono::milliseconds(1));
  // Ends the load and waits until the plugin has seen the newest of every key.
  bool Settle();
  uint64_t changes() const { return changes_; }
  size_t lists() { return host.source("configmaps").lists().size(); }
  size_t watches() { return host.source("configmaps").watches().size(); }
  // How many there are by now at most where nobody but time ended one: none lasts less than five
  // minutes.
  size_t watches_by_time() const {
    return 1 + static_cast<size_t>((host.clock.Now() - started_) / std::chrono::minutes(5));
  }

  pluginhost::testing::HostHarness host;
  supervisor::Loader loader;
  Probe probe;
  supervisor::PluginEnv env{host.env(), loader, OARLOCK_RELOAD_PLUGIN_DIR};
  std::unique_ptr<supervisor::Supervisor> supervisor;

 private:
  void Send(size_t key, bool may_delete);
  std::string Behind();

  const base::MonoTime started_ = host.clock.Now();
  base::Mutex mutex_;
  std::array<int64_t, kKeys> newest_ OARLOCK_GUARDED_BY(mutex_){};
  uint64_t version_ OARLOCK_GUARDED_BY(mutex_) = 1000;
  std::atomic<uint64_t> changes_{0};
  std::atomic<bool> loading_{false};
  std::thread load_;
};

}  // namespace oarlock::reloadtest
