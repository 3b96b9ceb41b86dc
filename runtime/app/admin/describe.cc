#include "app/admin/describe.h"

#include <fmt/format.h>

#include "base/time/duration.h"
#include "kube/timestamp.h"

namespace oarlock::app {
namespace {

// What one word there is for a key; "running" may be with "dirty", told apart.
std::string_view StateOf(const queue::KeyInfo& key) {
  if (key.processing) return "running";
  if (key.ready) return "ready";
  if (key.backing_off) return "backoff";
  if (key.due) return "delayed";
  return key.held ? "held" : "idle";
}

// For people: to the millisecond.
std::string Text(base::Duration duration) {
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(duration);
  return base::FormatDuration(std::max<base::Duration>(whole, base::Duration::zero()));
}

}  // namespace

double Seconds(base::Duration duration) { return std::chrono::duration<double>(duration).count(); }

Json Describe(const controller::ControllerStatus& status) {
  return {{"name", status.name},
          {"workers", status.workers},
          {"maxConcurrent", status.max_concurrent},
          {"waitingForSlot", status.waiting_for_slot},
          {"runs", status.runs},
          {"errors", status.errors},
          {"retries", status.queue.retries},
          {"ready", status.queue.ready},
          {"processing", status.queue.processing},
          {"delayed", status.queue.delayed},
          {"held", status.queue.held},
          {"paused", status.queue.paused}};
}

Json Describe(const supervisor::PluginStatus& plugin) {
  Json controllers = Json::array();
  for (const controller::ControllerStatus& status : plugin.controllers) {
    controllers.push_back(Describe(status));
  }
  Json reloads = Json::array();
  for (const supervisor::ReloadLine& line : plugin.reloads) {
    reloads.push_back({{"time", kube::FormatTime(line.time)},
                       {"generation", line.generation},
                       {"step", ReloadStepName(line.step)},
                       {"text", line.text}});
  }
  return {{"name", plugin.name},
          {"state", PluginPhaseName(plugin.phase)},
          {"reason", plugin.reason},
          {"generation", plugin.generation},
          {"sha256", plugin.sha256},
          {"version", plugin.version},
          {"required", plugin.required},
          {"pinned", plugin.pinned},
          {"paused", plugin.paused},
          {"reloading", plugin.reloading},
          {"onProbation", plugin.on_probation},
          {"observed", plugin.observed},
          {"lastFailure", plugin.last_failure},
          {"controllers", std::move(controllers)},
          {"reloads", std::move(reloads)}};
}

Json Describe(const cache::InformerSummary& informer, const Moment& now) {
  const cache::InformerState& state = informer.state;
  Json json = {{"scope", informer.scope.Key()},
               {"resource", informer.scope.resource.gvr.ToString()},
               {"namespace", informer.scope.ns},
               {"state", InformerPhaseName(state.phase)},
               {"error", state.last_error.message()},
               {"items", state.items},
               {"bytes", state.bytes},
               {"resourceVersion", state.resource_version},
               {"users", informer.leases},
               {"views", informer.views},
               {"ageSeconds", Seconds(informer.age)},
               {"inStateSeconds", Seconds(informer.in_state)},
               {"lagSeconds", Seconds(state.lag)},
               {"queued", state.queued},
               {"heldBy", state.held_by},
               {"setAside", state.set_aside},
               {"requests", state.attempts},
               {"failures", state.failures}};
  const bool ever = state.last_contact != base::MonoTime();
  json["lastContactSeconds"] = ever ? Json(Seconds(state.Age(now.mono))) : Json(nullptr);
  return json;
}

Json Describe(const ReplicaStatus& election) {
  return {
      {"leads", election.leads}, {"holder", election.holder}, {"error", election.health.message()}};
}

Json DescribeAll(const std::vector<supervisor::PluginStatus>& plugins) {
  Json all = Json::array();
  for (const supervisor::PluginStatus& plugin : plugins) all.push_back(Describe(plugin));
  return all;
}

Json DescribeAll(const std::vector<cache::InformerSummary>& informers, const Moment& now) {
  Json all = Json::array();
  for (const cache::InformerSummary& informer : informers) all.push_back(Describe(informer, now));
  return all;
}

bool NamesResource(const std::string& text, const kube::GroupVersionResource& resource) {
  return text == resource.resource || text == resource.ToString() ||
         text == resource.resource + "." + resource.group;
}

Json Describe(const pluginhost::ControllerView& view, const queue::KeyInfo& key,
              const Moment& now) {
  const pluginhost::KeyType* type = view.TypeOf(key.key);
  Json json = {{"key", key.key.ToString()},
               {"resource", type == nullptr ? "" : type->resource.ToString()},
               {"state", StateOf(key)},
               {"dirty", key.dirty},
               {"priority", key.priority},
               {"failures", key.failures},
               {"reasons", queue::ReasonWords(key.reasons)}};
  if (key.ready) json["ahead"] = key.ahead;
  if (key.since) json["since"] = kube::FormatMicroTime(now.TimeOf(*key.since));
  if (key.due) {
    json["due"] = kube::FormatMicroTime(now.TimeOf(*key.due));
    json["dueInSeconds"] = Seconds(*key.due - now.mono);
  }
  return json;
}

Json Describe(const controller::RunRecord& run, const Moment& now) {
  Json json = {{"time", kube::FormatMicroTime(now.TimeOf(run.ended - run.took))},
               {"reasons", queue::ReasonWords(run.reasons)},
               {"waitedSeconds", Seconds(run.waited)},
               {"tookSeconds", Seconds(run.took)},
               {"result", OutcomeName(run.outcome)},
               {"interrupted", run.interrupted},
               {"failures", run.failures}};
  if (run.outcome == controller::Outcome::kRequeueAfter) {
    json["requeueAfterSeconds"] = Seconds(run.requeue_after);
  }
  if (run.code != base::StatusCode::kOk) json["code"] = base::StatusCodeName(run.code);
  if (!run.reason.empty()) json["reason"] = run.reason;
  if (!run.message.empty()) json["message"] = run.message;
  return json;
}

std::string Explain(const queue::KeyInfo& key, const Moment& now) {
  const auto until = [&] { return Text(*key.due - now.mono); };
  const auto since = [&] { return key.since ? Text(now.mono - *key.since) : std::string("0s"); };
  switch (key.waits_for) {
    case queue::WaitsFor::kChange:
      return key.held
                 ? "held after a permanent error: it is tried again when its object changes or "
                   "the plugin is reloaded"
                 : "has nothing to do: it waits for a change";
    case queue::WaitsFor::kDelay:
      return fmt::format("runs again in {}, as its last run or the plugin asked", until());
    case queue::WaitsFor::kBackoff:
      return fmt::format("is retried in {}, after {} failures in a row", until(), key.failures);
    case queue::WaitsFor::kRun:
      return fmt::format("has been running for {}{}", since(),
                         key.dirty ? ", and runs again after that" : "");
    case queue::WaitsFor::kWorker:
      return fmt::format("has been ready for {}: {} before it, then a free worker", since(),
                         key.ahead);
    case queue::WaitsFor::kToken:
      return fmt::format("has been ready for {}: the controller's rate limit holds it", since());
    case queue::WaitsFor::kResume:
      return fmt::format("has been ready for {}: dispatch of the plugin is paused", since());
  }
  return {};
}

}  // namespace oarlock::app
