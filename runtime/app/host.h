#pragma once
// Host: the composition root. Builds every part of a running oarlock in order, and stops them in
// the reverse one. docs/architecture.md says why the order is what it is.
//
// Created, started and stopped on [main]; status functions are called by the listeners on [server].
// Errors: Create → the exit code that fits (kubeconfig, listener). Limits: kStopTimeout for all of
// Stop.

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "app/heartbeat.h"
#include "app/leader/replica.h"
#include "app/manifest/host_manifest.h"
#include "app/objects/informer_objects.h"
#include "app/options.h"
#include "app/process_metrics.h"
#include "app/server_probe.h"
#include "base/executor.h"
#include "base/real_clock.h"
#include "cache/informer_factory.h"
#include "cache/list_gate.h"
#include "cache/watch_list_memory.h"
#include "client/client_factory.h"
#include "client/credentials_factory.h"
#include "controller/events/event_recorder.h"
#include "oci/registry_fetcher.h"
#include "pluginhost/host_env.h"
#include "queue/dispatch_slots.h"
#include "sandbox/sandbox.h"
#include "server/http_server.h"
#include "supervisor/supervisor.h"

namespace oarlock::app {

inline constexpr std::chrono::seconds kStopTimeout{30};

// What went wrong, and the exit code for it.
struct StartError {
  int exit_code = 1;
  std::string message;
};

class Host {
 public:
  Host(const RunOptions& options, base::Log log);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // Empty on success.
  std::optional<StartError> Start(ManifestChoice manifest);
  // Drains and stops everything; true when nothing is stuck.
  bool Stop();
  // Reads the manifest and the libraries it names again.
  void Reload(const std::string& who) { manifest_->follower().Request(who); }
  // The first required plugin that failed.
  std::optional<supervisor::PluginStatus> FailedRequired() const;

 private:
  std::optional<StartError> ConnectClient();
  std::optional<StartError> JoinElection();
  base::Result<client::ClientConfig> LoadConfig(const client::Environment& environment) const;
  void MakeInformers();
  std::optional<StartError> MakeSupervisor(ManifestChoice manifest);
  std::optional<StartError> Listen();
  server::Router PublicRoutes();
  std::optional<ReplicaStatus> Election() const;
  base::Result<std::shared_ptr<kube::ListerWatcher>> MakeSource(const cache::InformerScope& scope);

  RunOptions options_;
  base::Log log_;
  base::RealClock clock_;
  base::Random random_;
  base::MetricRegistry metrics_;
  const std::shared_ptr<void> process_metrics_ = RegisterProcessMetrics(metrics_);
  std::atomic<bool> stopping_{false};
  // In the order they start; destroyed in reverse.
  std::unique_ptr<sandbox::Sandbox> sandbox_;  // null: a cluster is used
  std::unique_ptr<client::CredentialsFactory> credentials_;
  std::unique_ptr<client::RestClientFactory> clients_;
  std::shared_ptr<kube::Client> client_;
  std::shared_ptr<kube::RestMapper> mapper_;
  std::unique_ptr<base::ThreadPool> pool_;
  std::unique_ptr<Heartbeat> heartbeat_;
  std::unique_ptr<ServerProbe> probe_;
  std::unique_ptr<cache::ListGate> list_gate_;
  std::unique_ptr<cache::WatchListMemory> watch_list_;  // null: lists only
  std::unique_ptr<cache::InformerFactory> informers_;
  std::unique_ptr<InformerObjects> objects_;
  std::unique_ptr<controller::EventRecorder> events_;
  std::unique_ptr<queue::DispatchSlots> slots_;
  std::unique_ptr<pluginhost::HostEnv> env_;
  std::unique_ptr<Replica> replica_;                  // null: no election
  std::unique_ptr<pluginhost::HostEnv> elected_env_;  // null: no election
  supervisor::Loader loader_;
  std::string namespace_;  // the host's own
  std::unique_ptr<supervisor::RollbackMemory> rollbacks_;
  std::unique_ptr<supervisor::LastGood> last_good_;  // null: no cache directory
  std::unique_ptr<oci::RegistryFetcher> fetcher_;
  std::unique_ptr<HostManifest> manifest_;
  std::unique_ptr<supervisor::Supervisor> supervisor_;
  std::unique_ptr<server::HttpServer> public_;
  std::unique_ptr<AdminListeners> admin_;
};

}  // namespace oarlock::app
