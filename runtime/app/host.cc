#include "app/host.h"

#include <unistd.h>

#include <utility>

#include "app/admin/admin.h"
#include "app/exit_code.h"
#include "app/health.h"
#include "app/startup_code.h"
#include "app/version.h"
#include "client/environment.h"
#include "client/in_cluster.h"
#include "server/metrics_page.h"
#include "supervisor/library/signature.h"

namespace oarlock::app {
namespace {

// Two strands at a time: list decoding of one type may not hold up the events of all others.
constexpr size_t kPoolThreads = 2;
// What is left of kStopTimeout after the plugins were drained: events, informers, transport.
constexpr std::chrono::seconds kTailTimeout{4};

std::string HostName() {
  char name[256] = {};
  return ::gethostname(name, sizeof(name) - 1) == 0 ? name : "oarlock";
}

}  // namespace

Host::Host(const RunOptions& options, base::Log log)
    : options_(options), log_(std::move(log)), random_(base::Random::OsSeed()) {}

Host::~Host() = default;

std::optional<StartError> Host::Start(ManifestChoice manifest) {
  if (options_.sandbox) {
    auto sandbox = StartSandbox(options_.sandbox_flags, clock_, log_);
    if (!sandbox.ok()) return StartError{kExitInternal, sandbox.status().message()};
    sandbox_ = *std::move(sandbox);
  }
  if (auto error = ConnectClient()) return error;
  pool_ = std::make_unique<base::ThreadPool>("informer", kPoolThreads);
  heartbeat_ = std::make_unique<Heartbeat>(clock_, *pool_);
  probe_ = std::make_unique<ServerProbe>(
      [this](const kube::CallContext& call) { return clients_->GetRaw("/version", call); }, clock_,
      random_, log_);
  MakeInformers();
  events_ = std::make_unique<controller::EventRecorder>(
      client_, HostName(), controller::EventRecorderEnv{&clock_, &random_, &metrics_, &log_});
  events_->Start();
  slots_ = std::make_unique<queue::DispatchSlots>(queue::kDispatchSlotsMax, &metrics_);
  env_ = std::make_unique<pluginhost::HostEnv>(
      pluginhost::HostEnv{clock_, random_, metrics_, log_, *informers_, *mapper_, client_, *events_,
                          Version(), slots_.get()});
  env_->client_as = [this](const kube::Identity& who) { return clients_->ForIdentity(who); };
  if (auto error = JoinElection()) return error;
  if (auto error = MakeSupervisor(std::move(manifest))) return error;
  if (auto error = Listen()) return error;
  supervisor_->Start();
  if (replica_) {
    const auto changed = [this] {
      supervisor_->OnLeadership();
      manifest_->StandingChanged();
    };
    replica_->Start({changed, [this] { return supervisor_->AtRest(); }});
  }
  manifest_->Start();
  clock_.ScheduleAfter(kStartupTime, [] { ForgetStartupCode(); });
  return std::nullopt;
}

// Plugins that work where this replica leads only write through a fence, open while it leads.
std::optional<StartError> Host::JoinElection() {
  if (!options_.leader.elect) return std::nullopt;
  auto election = options_.leader.Complete(namespace_, HostName(), random_);
  if (!election.ok()) return StartError{kExitUsage, election.status().message()};
  replica_ = std::make_unique<Replica>(*std::move(election),
                                       Replica::Deps{*clients_, clock_, random_, metrics_, log_});
  elected_env_ = std::make_unique<pluginhost::HostEnv>(*env_);
  elected_env_->client_as = [this](const kube::Identity& who) {
    return clients_->Fenced(who, replica_->election().fence());
  };
  elected_env_->client = elected_env_->client_as({});
  return std::nullopt;
}

std::optional<StartError> Host::MakeSupervisor(ManifestChoice manifest) {
  supervisor::LibraryRules rules;
  rules.require_sha256 = options_.require_sha256;
  rules.require_signature = options_.require_signature;
  rules.allowed_libraries = options_.allowed_libraries;
  for (const std::string& file : options_.signature_keys) {
    auto key = supervisor::ReadPublicKey(file);
    if (!key.ok()) return StartError{kExitUsage, "--signature-key " + key.status().message()};
    rules.public_keys.push_back(*std::move(key));
  }
  objects_ = std::make_unique<InformerObjects>(*informers_);
  manifest_ = std::make_unique<HostManifest>(
      manifest, HostManifest::Deps{
                    *objects_, client_, elected_env_ ? elected_env_->client : nullptr,
                    replica_ ? &replica_->election() : nullptr, clock_, random_, metrics_, log_});
  std::vector<std::unique_ptr<supervisor::RecordStore>> stores;
  if (!options_.cache_dir.empty()) {
    const std::string dir = options_.cache_dir + "/" + manifest.name;
    stores.push_back(supervisor::MakeDirectoryRecords(dir + "/records"));
    last_good_ = std::make_unique<supervisor::LastGood>(dir + "/last-good");
  }
  stores.push_back(manifest_->MakeRecords(namespace_));
  rollbacks_ =
      std::make_unique<supervisor::RollbackMemory>(std::move(stores), HostName(), clock_, log_);
  fetcher_ = std::make_unique<oci::RegistryFetcher>(
      options_.registry.Options(),
      options_.cache_dir.empty() ? std::string() : options_.cache_dir + "/libraries", clock_,
      metrics_);
  supervisor::PluginEnv env{
      *env_, loader_, options_.plugin_dir, std::move(rules), rollbacks_.get(), last_good_.get()};
  if (replica_) env.leadership = &replica_->election();
  env.elected = elected_env_.get();
  env.fetcher = fetcher_.get();
  env.apply_again = [this] { Reload("what was missing has come"); };
  env.objects = objects_.get();
  env.ns = namespace_;
  env.standing_changed = [this] { manifest_->StandingChanged(); };
  supervisor_ = std::make_unique<supervisor::Supervisor>(std::move(env), manifest.manifest);
  manifest_->Attach(*supervisor_, options_.plugin_dir);
  return std::nullopt;
}

void Host::MakeInformers() {
  list_gate_ = std::make_unique<cache::ListGate>(cache::kListsAtOnce, clock_, &metrics_);
  if (options_.watch_list) {
    watch_list_ = std::make_unique<cache::WatchListMemory>(clock_, &metrics_);
  }
  cache::InformerEnv env;
  env.executor = pool_.get();
  env.clock = &clock_;
  env.random = &random_;
  env.metrics = &metrics_;
  env.log = &log_;
  env.list_gate = list_gate_.get();
  env.watch_list = watch_list_.get();
  env.verify_cache = options_.verify_cache;
  informers_ = std::make_unique<cache::InformerFactory>(
      [this](const cache::InformerScope& scope) { return MakeSource(scope); }, env);
  informers_->Start();
}

base::Result<client::ClientConfig> Host::LoadConfig(const client::Environment& environment) const {
  if (!sandbox_) {
    client::KubeconfigOverrides overrides;
    overrides.context = options_.context;
    return client::LoadDefaultConfig({options_.kubeconfig}, overrides, environment);
  }
  OARLOCK_ASSIGN_OR_RETURN(const client::Kubeconfig kubeconfig,
                           client::ParseKubeconfig(sandbox_->Kubeconfig(), "/sandbox"));
  OARLOCK_ASSIGN_OR_RETURN(client::ClientConfig config, client::ResolveKubeconfig(kubeconfig, {}));
  config.source = "the sandbox of this process";
  return config;
}

std::optional<StartError> Host::ConnectClient() {
  const client::Environment environment = client::Environment::OfProcess();
  const auto load = [this, environment] { return LoadConfig(environment); };
  auto config = load();
  if (!config.ok()) return StartError{kExitKubeconfig, config.status().message()};
  for (const std::string& warning : config->warnings) log_.Warning(warning);
  credentials_ = std::make_unique<client::CredentialsFactory>(
      client::CredentialsDeps{clock_, metrics_, log_, environment, options_.exec_plugins});
  auto credentials = credentials_->MakeFollowing(*config, load);
  if (!credentials.ok()) return StartError{kExitKubeconfig, credentials.status().message()};
  client::TransportOptions transport;
  transport.accept_gzip = options_.compress;
  if (options_.http1) transport.http_version = client::HttpVersion::kHttp1;
  transport.protobuf = options_.protobuf;
  auto clients = client::RestClientFactory::Create(*config, std::move(credentials).value(),
                                                   transport, {clock_, random_, metrics_, log_});
  if (!clients.ok()) return StartError{kExitKubeconfig, clients.status().message()};
  clients_ = std::move(clients).value();
  client_ = clients_->ForIdentity({});
  namespace_ = options_.ns.empty() ? config->default_namespace : options_.ns;
  mapper_ = clients_->mapper();
  log_.Info("using the API server", {{"server", config->server}, {"from", config->source}});
  return std::nullopt;
}

base::Result<std::shared_ptr<kube::ListerWatcher>> Host::MakeSource(
    const cache::InformerScope& scope) {
  kube::ListScope list;
  list.resource = scope.resource;
  list.ns = scope.ns;
  list.label_selector = scope.label_selector;
  list.field_selector = scope.field_selector;
  list.metadata_only = scope.form == cache::ObjectForm::kMetadataOnly;
  return client_->MakeListerWatcher(list);
}

server::Router Host::PublicRoutes() {
  server::Router router;
  router.Get("/healthz",
             [this](const server::Request&) { return HealthResponse(heartbeat_->alive()); });
  router.Get("/readyz", [this](const server::Request&) {
    return manifest_->WithStanding(
        ReadyResponse({stopping_, probe_->answered(), probe_->last_error(), supervisor_->statuses(),
                       informers_->Summaries(), Election()}));
  });
  router.Get("/metrics", [this](const server::Request& request) {
    return server::MetricsPage(metrics_.Collect(), request);
  });
  return router;
}

std::optional<ReplicaStatus> Host::Election() const {
  if (!replica_) return std::nullopt;
  return replica_->status();
}

std::optional<StartError> Host::Listen() {
  auto listener = server::HttpServer::Start(options_.listen, PublicRoutes(), log_);
  if (!listener.ok()) return StartError{kExitInternal, listener.status().message()};
  public_ = std::move(listener).value();
  log_.Info("serving health and metrics", {{"address", public_->address()}});
  server::Router router = PublicRoutes();
  AddAdminRoutes(router, {*supervisor_, manifest_->follower(), *informers_, clock_, log_,
                          [this] { return Election(); }});
  auto admin = AdminListeners::Start(options_.admin, router, {client_, clock_, metrics_, log_});
  if (!admin.ok()) {
    const bool asked_wrongly = admin.status().code() == base::StatusCode::kInvalidArgument;
    return StartError{asked_wrongly ? kExitUsage : kExitInternal, admin.status().message()};
  }
  admin_ = std::move(admin).value();
  return std::nullopt;
}

std::optional<supervisor::PluginStatus> Host::FailedRequired() const {
  return supervisor_->FailedRequired();
}

bool Host::Stop() {
  stopping_ = true;
  manifest_->Stop();
  const base::MonoTime deadline = clock_.Now() + kStopTimeout;
  supervisor_->Stop(deadline - kTailTimeout);
  events_->Stop(deadline - kTailTimeout / 2);
  // The next leader need not wait, unless something may still be at work here.
  if (replica_) replica_->Stop(/*give_back=*/!supervisor_->stuck());
  informers_->Stop();
  if (const base::Status stopped = informers_->WaitStopped(deadline); !stopped.ok()) {
    log_.Warning("informers did not stop in time", {{"error", stopped.message()}});
  }
  probe_->Stop();
  clients_->Stop();
  if (admin_) admin_->Stop();
  public_->Stop();
  heartbeat_.reset();
  if (sandbox_) LogFaults(*sandbox_, log_);
  return !supervisor_->stuck();
}

}  // namespace oarlock::app
