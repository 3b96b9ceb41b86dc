#pragma once
// Health: what /healthz and /readyz say. Pure functions of what they are given.
// Threads: [server].

#include <optional>
#include <string>
#include <vector>

#include "app/leader/replica.h"
#include "cache/informer_factory.h"
#include "server/router.h"
#include "supervisor/plugin.h"

namespace oarlock::app {

struct Readiness {
  bool stopping = false;
  bool server_answered = false;
  std::string server_error;
  std::vector<supervisor::PluginStatus> plugins;
  std::vector<cache::InformerSummary> informers = {};
  std::optional<ReplicaStatus> election = std::nullopt;  // none: no election
};

// 200 once the server has answered and every plugin is active, on standby, or has a stated reason
// why not; else 503 with the reasons, one line each. Also 503 while the server is lost: informers
// that were synced cannot resume and none follows it; and while the election cannot go on.
server::Response ReadyResponse(const Readiness& readiness);
server::Response HealthResponse(bool alive);

}  // namespace oarlock::app
