#pragma once
// Replica: this process among several of the same: it contends for the Lease, and tells the plugins
// when it has begun or ceased to lead.
//
// Built by Host where --leader-elect asks for it. Lifecycle: constructed -> Start -> Stop, which
// gives the Lease back where all work has ended. Threads: Start and Stop [main]; the hooks are
// called on the election's thread; the rest [any]. Ownership: owns its client, whose requests wait
// behind no others (a connection of its own); borrows the rest. Errors: status().health.

#include <functional>
#include <memory>
#include <string>

#include "client/client_factory.h"
#include "controller/leader/leader_elector.h"

namespace oarlock::app {

struct ReplicaStatus {
  bool leads = false;
  std::string holder;  // of the Lease, as far as is known; empty: nobody
  base::Status health;
};

class Replica final : private controller::ElectionObserver {
 public:
  struct Deps {
    client::RestClientFactory& clients;
    base::Clock& clock;
    base::Random& random;
    base::MetricRegistry& metrics;
    base::Log log;
  };
  // Must not block.
  struct Hooks {
    std::function<void()> changed;  // it has begun or ceased to lead
    std::function<bool()> at_rest;  // nothing is at work that belongs to a term
  };
  Replica(controller::ElectionOptions options, const Deps& deps);
  ~Replica() override;

  void Start(Hooks hooks);
  void Stop(bool give_back);
  const controller::LeaderElection& election() const { return elector_.election(); }
  ReplicaStatus status() const;

 private:
  void OnStartedLeading(const controller::LeaderEpoch& epoch) override;
  void OnStoppedLeading(const std::string& why) override;
  bool AtRest() override;

  const std::shared_ptr<kube::Client> client_;
  Hooks hooks_;
  controller::LeaderElector elector_;
};

}  // namespace oarlock::app
