#include "app/health.h"

#include <fmt/format.h>

namespace oarlock::app {
namespace {

std::string PluginLine(const supervisor::PluginStatus& plugin) {
  return fmt::format("plugin {} {}{}{}\n", plugin.name, PluginPhaseName(plugin.phase),
                     plugin.reason.empty() ? "" : ": ", plugin.reason);
}

// Why no informer follows the server any more; "" while one does, or when none was synced. One type
// alone that cannot be watched is its own plugins' matter.
std::string WatchesLost(const std::vector<cache::InformerSummary>& informers) {
  std::string reason;
  for (const cache::InformerSummary& informer : informers) {
    if (informer.state.current()) return {};
    if (informer.state.phase != cache::InformerPhase::kStale) continue;
    if (reason.empty()) reason = informer.state.last_error.message();
  }
  return reason;
}

std::string ElectionLine(const ReplicaStatus& election) {
  std::string who = election.holder.empty() ? "nobody" : election.holder;
  if (election.leads) who = "this replica";
  return fmt::format("leader election: {}\n",
                     election.health.ok() ? who + " leads" : election.health.message());
}

}  // namespace

server::Response ReadyResponse(const Readiness& readiness) {
  std::string body;
  bool ready = !readiness.stopping && readiness.server_answered;
  if (readiness.stopping) body += "stopping\n";
  if (!readiness.server_answered) {
    body += "the API server has not answered: " + readiness.server_error + "\n";
  }
  if (const std::string lost = WatchesLost(readiness.informers); !lost.empty()) {
    ready = false;
    body += "no watch is open: " + lost + "\n";
  }
  if (readiness.election) {
    ready = ready && readiness.election->health.ok();
    body += ElectionLine(*readiness.election);
  }
  for (const supervisor::PluginStatus& plugin : readiness.plugins) {
    ready = ready && plugin.settled();
    body += PluginLine(plugin);
  }
  server::Response response;
  response.status = ready ? 200 : 503;
  response.body = (ready ? "ready\n" : "not ready\n") + body;
  return response;
}

server::Response HealthResponse(bool alive) {
  server::Response response;
  response.status = alive ? 200 : 503;
  response.body = alive ? "ok\n" : "stuck: the host's own threads do not answer\n";
  return response;
}

}  // namespace oarlock::app
