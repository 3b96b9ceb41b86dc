#include "app/leader/replica.h"

#include <utility>

namespace oarlock::app {

Replica::Replica(controller::ElectionOptions options, const Deps& deps)
    : client_(deps.clients.ForIdentityAlone({})),
      elector_(std::move(options),
               {*client_, deps.clock, deps.random, deps.metrics, deps.log, *this}) {}

Replica::~Replica() { Stop(false); }

void Replica::Start(Hooks hooks) {
  hooks_ = std::move(hooks);
  elector_.Start();
}

void Replica::Stop(bool give_back) { elector_.Stop(give_back); }

ReplicaStatus Replica::status() const {
  return {election().acting(), election().holder(), election().health()};
}

void Replica::OnStartedLeading(const controller::LeaderEpoch& /*epoch*/) { hooks_.changed(); }

void Replica::OnStoppedLeading(const std::string& /*why*/) { hooks_.changed(); }

bool Replica::AtRest() { return hooks_.at_rest(); }

}  // namespace oarlock::app
