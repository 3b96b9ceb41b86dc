#pragma once
// Plugin: one entry of the manifest at work: its lifecycle thread walks a generation of the library
// through its states and says where it stands.
//
// Owned by Supervisor. The lifecycle thread is the host's: it runs no plugin code, it waits for the
// generation's own threads. A failure degrades this plugin only; a type that the server does not
// serve or allows not to read is waited for.
// Threads: public functions [any]. Limits: generation.h.

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/backoff.h"
#include "base/mutex.h"
#include "controller/controller.h"
#include "pluginhost/generation.h"
#include "pluginhost/host_env.h"
#include "supervisor/loader.h"
#include "supervisor/manifest.h"

namespace oarlock::supervisor {

enum class PluginPhase : uint8_t {
  kStarting,  // loading, or syncing for the first time with nothing wrong so far
  kWaiting,   // the server does not serve or allow a type it needs; tried again
  kActive,
  kDegraded,  // failed: see the reason; the others run
  kStopping,
  kStopped,
};

std::string_view PluginPhaseName(PluginPhase phase);

struct PluginStatus {
  std::string name;
  PluginPhase phase = PluginPhase::kStarting;
  std::string reason;      // why it is not active; empty otherwise
  std::string generation;  // "reloader@1"
  std::string sha256;      // of the library, once it was read
  bool required = false;
  std::vector<controller::ControllerStatus> controllers;

  // Active, or not with a stated reason: nothing more to wait for at start.
  bool settled() const {
    return phase != PluginPhase::kStarting && phase != PluginPhase::kStopping;
  }
};

struct PluginEnv {
  const pluginhost::HostEnv& host;
  Loader& loader;
  std::string plugin_dir;
};

class Plugin {
 public:
  Plugin(const PluginEnv& env, PluginSpec spec);
  ~Plugin();  // after Join
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  void Start();
  // Asks the lifecycle thread to drain until `deadline` and to unload. Returns at once.
  void Stop(base::MonoTime deadline);
  void Join();
  // False when the lifecycle thread has not ended by `deadline`: a call into the plugin did not
  // come back. The plugin must then outlive the process's orderly end, like one that is stuck().
  bool JoinUntil(base::MonoTime deadline);
  PluginStatus status() const;
  const PluginSpec& spec() const { return spec_; }
  // After Join: some code of it never returned, so the process must not run static destructors.
  bool stuck() const { return stuck_; }

 private:
  void Run();
  base::Status Prepare();
  bool BindUntilDone();
  bool SyncUntilDone();
  void Fail(std::string reason);
  void Shutdown();
  // Stops, closes and forgets the generation, unless it is stuck.
  void EndGeneration(base::MonoTime drain_until);
  void Set(PluginPhase phase, std::string reason);
  // Sleeps until `deadline` or a stop request; true when asked to stop.
  bool Pause(base::Duration delay);
  bool stop_requested() const;

  const PluginEnv& env_;
  PluginSpec spec_;
  base::Log log_;
  pluginhost::Generation::Queues queues_;
  std::unique_ptr<pluginhost::Generation> generation_;  // written on the lifecycle thread
  bool stuck_ = false;
  std::stop_source stop_source_;
  mutable base::Mutex mutex_;
  base::CondVar changed_;
  PluginStatus status_ OARLOCK_GUARDED_BY(mutex_);
  bool stop_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool ended_ OARLOCK_GUARDED_BY(mutex_) = false;  // the lifecycle thread's last word
  base::MonoTime stop_deadline_ OARLOCK_GUARDED_BY(mutex_) = base::kNever;
  std::shared_ptr<base::Gauge> active_;
  std::thread thread_;
};

}  // namespace oarlock::supervisor
