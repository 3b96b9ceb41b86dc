#include "app/health.h"

#include <fmt/format.h>

#include "kube/patch.h"

namespace oarlock::app {
namespace {

std::string PluginLine(const supervisor::PluginStatus& plugin) {
  return fmt::format("plugin {} {}{}{}\n", plugin.name, PluginPhaseName(plugin.phase),
                     plugin.reason.empty() ? "" : ": ", plugin.reason);
}

std::string ControllersJson(const supervisor::PluginStatus& plugin) {
  std::vector<std::string> items;
  for (const controller::ControllerStatus& status : plugin.controllers) {
    items.push_back(fmt::format(
        R"({{"name":{},"workers":{},"maxConcurrent":{},"runs":{},"errors":{},"ready":{},)"
        R"("processing":{},"delayed":{},"held":{},"paused":{},"waitingForSlot":{}}})",
        kube::JsonQuote(status.name), status.workers, status.max_concurrent, status.runs,
        status.errors, status.queue.ready, status.queue.processing, status.queue.delayed,
        status.queue.held, status.queue.paused, status.waiting_for_slot));
  }
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::string PluginJson(const supervisor::PluginStatus& plugin) {
  return fmt::format(
      R"({{"name":{},"state":"{}","reason":{},"generation":{},"sha256":{},"version":{},)"
      R"("pinned":{},"reloading":{},"onProbation":{},"observed":{},"lastFailure":{},)"
      R"("controllers":{}}})",
      kube::JsonQuote(plugin.name), PluginPhaseName(plugin.phase), kube::JsonQuote(plugin.reason),
      kube::JsonQuote(plugin.generation), kube::JsonQuote(plugin.sha256),
      kube::JsonQuote(plugin.version), plugin.pinned, plugin.reloading, plugin.on_probation,
      plugin.observed, kube::JsonQuote(plugin.last_failure), ControllersJson(plugin));
}

int64_t WholeSeconds(base::Duration duration) {
  return std::chrono::duration_cast<std::chrono::seconds>(duration).count();
}

std::string InformerJson(const cache::InformerSummary& informer) {
  const cache::InformerState& state = informer.state;
  return fmt::format(
      R"({{"scope":{},"state":"{}","error":{},"items":{},"bytes":{},"resourceVersion":{},)"
      R"("users":{},"views":{},"ageSeconds":{},"inStateSeconds":{},"setAside":{},"requests":{},)"
      R"("failures":{}}})",
      kube::JsonQuote(informer.scope.Key()), InformerPhaseName(state.phase),
      kube::JsonQuote(state.last_error.message()), state.items, state.bytes,
      kube::JsonQuote(state.resource_version), informer.leases, informer.views,
      WholeSeconds(informer.age), WholeSeconds(informer.in_state), state.set_aside, state.attempts,
      state.failures);
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

std::string ElectionJson(const std::optional<ReplicaStatus>& election) {
  if (!election) return {};
  return fmt::format(R"(,"election":{{"leads":{},"holder":{},"error":{}}})", election->leads,
                     kube::JsonQuote(election->holder),
                     kube::JsonQuote(election->health.message()));
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

server::Response StatusResponse(const std::vector<supervisor::PluginStatus>& plugins,
                                const std::vector<cache::InformerSummary>& informers,
                                const std::optional<ReplicaStatus>& election) {
  std::vector<std::string> plugin_items;
  for (const auto& plugin : plugins) plugin_items.push_back(PluginJson(plugin));
  std::vector<std::string> informer_items;
  for (const auto& informer : informers) informer_items.push_back(InformerJson(informer));
  server::Response response;
  response.content_type = "application/json";
  response.body =
      fmt::format("{{\"plugins\":[{}],\"informers\":[{}]{}}}\n", fmt::join(plugin_items, ","),
                  fmt::join(informer_items, ","), ElectionJson(election));
  return response;
}

}  // namespace oarlock::app
