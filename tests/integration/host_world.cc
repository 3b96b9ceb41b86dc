#include "integration/host_world.h"

#include <algorithm>
#include <utility>

#include "client/credentials_factory.h"
#include "client/environment.h"
#include "client/kubeconfig.h"
#include "controller/sources/source.h"

namespace oarlock::integration {
namespace {

uint64_t Difference(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

}  // namespace

HostWorld::HostWorld(sandbox::SandboxOptions options) {
  options.tls = false;
  sandbox_ = *sandbox::Sandbox::Start(std::move(options), clock, log);
  client::ClientConfig config;
  config.server = sandbox_->url();
  client::CredentialsFactory credentials({clock, metrics, log, {}});
  clients_ = *client::RestClientFactory::Create(config, *credentials.Make(config), {},
                                                {clock, random, metrics, log});
  cache::InformerEnv env;
  env.executor = &executor_;
  env.clock = &clock;
  env.random = &random;
  env.metrics = &metrics;
  env.log = &log;
  informers_ = std::make_unique<cache::InformerFactory>(
      [this](const cache::InformerScope& scope) {
        return base::Result<std::shared_ptr<kube::ListerWatcher>>(
            client()->MakeListerWatcher({scope.resource, scope.ns, "", "", false}));
      },
      env);
  informers_->Start();
  quiescence_.Add("requests and watches", [this] { return Connections(); });
  quiescence_.Add("tasks of informers", [this] { return executor_.count(); });
  quiescence_.Add("keys of queues", [this] { return Queues(); });
  quiescence_.Add("threads at work", [this] { return Threads(); });
}

HostWorld::~HostWorld() {
  sandbox_->SetFaults({});
  for (auto& elector : electors_) elector->Stop();
  clients_->Stop();  // ends the calls of everybody else
  for (std::thread& thread : background_threads_) thread.join();
  for (Loop& loop : loops_) (void)loop.controller->Stop(base::kNever);
  informers_->Stop();
  (void)informers_->WaitStopped(base::kNever);
  loops_.clear();
  pool_.Stop();
}

// Every exchange that the client has begun is one that the server has open, and of every stream all
// that was sent is consumed: then nothing is on its way between them.
sandbox::WorkCount HostWorld::Connections() const {
  const sandbox::SandboxWork server = sandbox_->work();
  const client::ClientWork client = clients_->work();
  return {server.busy + client.posted + Difference(server.open, client.transfers) +
              Difference(server.stream_bytes, client.body_bytes),
          server.progress + client.progress, base::kNever};
}

sandbox::WorkCount HostWorld::Queues() const {
  sandbox::WorkCount count;
  for (const Loop& loop : loops_) {
    const queue::QueueStats stats = loop.queue->stats();
    count.ready += stats.paused ? 0 : stats.ready;
    count.progress += stats.adds + stats.gets + stats.done;
  }
  return count;
}

// Those that neither wait for work nor for an answer.
sandbox::WorkCount HostWorld::Threads() const {
  uint64_t active = background_;
  for (const Loop& loop : loops_) active += loop.queue->stats().processing;
  sandbox::WorkCount count;
  for (const auto& elector : electors_) {
    const base::MonoTime until = elector->idle_until();
    active += until > clock.Now() ? 0u : 1u;
    count.due = std::min(count.due, until);
  }
  count.ready = Difference(active, clients_->work().blocked);
  return count;
}

void HostWorld::Quiesce() {
  const base::Status status = quiescence_.Wait();
  ASSERT_TRUE(status.ok()) << status.message();
}

void HostWorld::Advance(base::Duration delta) {
  const base::Status status = quiescence_.Advance(delta);
  ASSERT_TRUE(status.ok()) << status.message();
}

void HostWorld::UseFaults(const std::string& rules) {
  auto script = sandbox::FaultScript::Parse("rules:\n" + rules, "faults.yaml");
  ASSERT_TRUE(script.ok()) << script.status().message();
  sandbox_->SetFaults(*std::move(script));
}

uint64_t HostWorld::Applied(const std::string& rule) const {
  for (const sandbox::FaultCount& count : sandbox_->fault_counts()) {
    if (count.rule == rule) return count.applied;
  }
  return 0;
}

cache::InformerLease HostWorld::Informer(const kube::ResourceInfo& resource) {
  cache::InformerScope scope;
  scope.resource = resource;
  return *informers_->Acquire(std::move(scope));
}

controller::Controller& HostWorld::AddController(const std::string& name,
                                                 const kube::ResourceInfo& resource,
                                                 controller::Reconciler& reconciler) {
  Loop loop;
  loop.informer = Informer(resource);
  queue::WorkQueueOptions queue;
  queue.name = name;
  loop.queue = std::make_shared<queue::WorkQueue>(std::move(queue), clock, &metrics);
  controller::ControllerOptions options;
  options.name = name;
  loop.controller = std::make_unique<controller::Controller>(
      std::move(options), loop.queue, reconciler,
      controller::ControllerEnv{&clock, &random, &threads_, &metrics, &log, nullptr});
  controller::SourceOptions source;
  source.controller = name;
  source.resource = resource.gvr.resource;
  source.routes.push_back({nullptr, controller::MapToSameName({}), queue::kPriorityDefault});
  loop.handler = *loop.informer->AddHandler(
      std::make_shared<controller::Source>(std::move(source), loop.queue), {});
  loop.controller->Start();
  loops_.push_back(std::move(loop));
  return *loops_.back().controller;
}

controller::LeaderElector& HostWorld::AddElector(controller::ElectionOptions options,
                                                 controller::ElectionObserver& observer) {
  election_clients_.push_back(clients_->ForIdentityAlone({}));
  electors_.push_back(std::make_unique<controller::LeaderElector>(
      std::move(options),
      controller::ElectionEnv{*election_clients_.back(), clock, random, metrics, log, observer}));
  electors_.back()->Start();
  return *electors_.back();
}

void HostWorld::InBackground(std::function<void()> body) {
  ++background_;
  background_threads_.emplace_back([this, body = std::move(body)] {
    body();
    --background_;
  });
}

}  // namespace oarlock::integration
