#pragma once
// HostWorld: an API server and what a host is made of, in one process and on one virtual clock:
// sandbox, client, informers, controllers, elections. Tests move time and wait for rest; nothing in
// it knows real time, and no test of it sleeps.
//
// Quiesce returns when nothing is ready any more, as counted by all parts (sandbox/clock/
// quiescence.h): requests under way, bytes that were sent and not yet consumed, tasks of executors,
// keys of queues, threads that work. A thread whose call waits for an answer that only time can
// bring (a fault's delay, a retry) is at rest.
// Threads: one test thread. Ownership: of all parts; reconcilers are borrowed. Errors: a world that
// does not come to rest fails the test and names what is still ready.

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/executor.h"
#include "base/fake_clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/random.h"
#include "cache/informer_factory.h"
#include "client/client_factory.h"
#include "controller/controller.h"
#include "controller/leader/leader_elector.h"
#include "sandbox/clock/quiescence.h"
#include "sandbox/sandbox.h"

namespace oarlock::integration {

// What most tests watch and write.
inline const kube::ResourceInfo kMaps{.gvr = {"", "v1", "configmaps"},
                                      .kind = "ConfigMap",
                                      .namespaced = true,
                                      .verbs = {},
                                      .subresources = {}};
inline std::string Map(const std::string& name, const std::string& value = "1") {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
         R"(","labels":{"app":"x"}},"data":{"k":")" + value + R"("}})";
}

// Counts what is posted until it is done.
class CountingExecutor final : public base::Executor {
 public:
  explicit CountingExecutor(base::Executor& base) : base_(base) {}
  void Post(base::Task task) override {
    ++ready_;
    base_.Post([this, task = std::move(task)] {
      task();
      ++done_;
      --ready_;
    });
  }
  sandbox::WorkCount count() const { return {ready_, done_, base::kNever}; }

 private:
  base::Executor& base_;
  std::atomic<uint64_t> ready_{0};
  std::atomic<uint64_t> done_{0};
};

class HostWorld {
 public:
  explicit HostWorld(sandbox::SandboxOptions options = {});
  ~HostWorld();

  void Quiesce();
  void Advance(base::Duration delta);
  // Rules of a fault script, without "rules:"; replaces those from before.
  void UseFaults(const std::string& rules);
  // How often the rule was applied.
  uint64_t Applied(const std::string& rule) const;

  sandbox::Sandbox& server() { return *sandbox_; }
  std::shared_ptr<kube::Client> client() { return client_as({}); }
  std::shared_ptr<kube::Client> client_as(const kube::Identity& who) {
    return clients_->ForIdentity(who);
  }
  // Shared by all that ask for the same; synced at the next Quiesce.
  cache::InformerLease Informer(const kube::ResourceInfo& resource);
  // Keys are those of the resource's objects.
  controller::Controller& AddController(const std::string& name, const kube::ResourceInfo& resource,
                                        controller::Reconciler& reconciler);
  controller::LeaderElector& AddElector(controller::ElectionOptions options,
                                        controller::ElectionObserver& observer);
  // Writes in the elector's terms only.
  std::shared_ptr<kube::Client> Fenced(const controller::LeaderElector& elector) {
    return clients_->Fenced({}, elector.election().fence());
  }
  // A thread whose blocking calls may wait for time.
  void InBackground(std::function<void()> body);

  base::FakeClock clock;
  base::Random random{7};
  base::MetricRegistry metrics;
  base::Log log = base::Log::Discard();

 private:
  sandbox::WorkCount Connections() const;
  sandbox::WorkCount Queues() const;
  sandbox::WorkCount Threads() const;

  struct Loop {
    cache::InformerLease informer;
    std::shared_ptr<queue::WorkQueue> queue;
    std::unique_ptr<controller::Controller> controller;
    cache::HandlerRegistration handler;
  };

  sandbox::Quiescence quiescence_{clock};
  std::unique_ptr<sandbox::Sandbox> sandbox_;
  std::unique_ptr<client::RestClientFactory> clients_;
  base::ThreadPool pool_{"world", 2};
  CountingExecutor executor_{pool_};
  std::unique_ptr<cache::InformerFactory> informers_;
  controller::StdThreadStarter threads_;
  std::vector<Loop> loops_;
  std::vector<std::shared_ptr<kube::Client>> election_clients_;
  std::vector<std::unique_ptr<controller::LeaderElector>> electors_;
  std::atomic<uint64_t> background_{0};
  std::vector<std::thread> background_threads_;
};

}  // namespace oarlock::integration
