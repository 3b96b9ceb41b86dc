#include "sandbox/workloads/pod_states.h"

#include <fmt/format.h>

#include <algorithm>

#include "sandbox/controllers/conditions.h"

namespace oarlock::sandbox {
namespace {

bool IsOfJob(const Json& pod) {
  const Json& owners = At(pod, {"metadata", "ownerReferences"});
  return std::any_of(owners.begin(), owners.end(), [](const Json& one) {
    return TextAt(one, {"kind"}) == "Job" && Member(one, "controller") == true;
  });
}

// Conditions of a Pod also name the generation they are of.
void Set(const Json& pod, const Condition& condition, const std::string& now, Json& status) {
  Json& entry = SetCondition(status, condition, now);
  CopyMember(Member(pod, "metadata"), "generation", entry);
  if (entry.contains("generation")) {
    entry["observedGeneration"] = entry["generation"];
    entry.erase("generation");
  }
}

Json StatusOf(const Json& pod) {
  Json status = Member(pod, "status");
  const Json& generation = At(pod, {"metadata", "generation"});
  if (!generation.is_null()) status["observedGeneration"] = generation;
  return status;
}

Json ContainerStatus(const Json& container, std::string_view pod_uid, Json state, bool ready) {
  const std::string_view image = TextAt(container, {"image"});
  const std::string_view name = TextAt(container, {"name"});
  return {{"name", name},      {"image", image},
          {"imageID", image},  {"containerID", fmt::format("sandbox://{}/{}", pod_uid, name)},
          {"ready", ready},    {"started", state.contains("running")},
          {"restartCount", 0}, {"state", std::move(state)}};
}

void SetContainers(const Json& pod, const char* list, const char* statuses, const Json& state,
                   bool ready, Json& status) {
  const Json& containers = At(pod, {"spec", list});
  if (containers.empty()) return;
  Json out = Json::array();
  for (const Json& container : containers) {
    out.push_back(ContainerStatus(container, TextAt(pod, {"metadata", "uid"}), state, ready));
  }
  status[statuses] = std::move(out);
}

Json Terminated(const Json& status, bool succeeded, const std::string& now) {
  return {{"terminated",
           {{"exitCode", succeeded ? 0 : 1},
            {"reason", succeeded ? "Completed" : "Error"},
            {"startedAt", TextAt(status, {"startTime"})},
            {"finishedAt", now}}}};
}

bool GatesAreOpen(const Json& pod) {
  const Json& gates = At(pod, {"spec", "readinessGates"});
  return std::all_of(gates.begin(), gates.end(), [&pod](const Json& gate) {
    return IsConditionTrue(Member(pod, "status"), TextAt(gate, {"conditionType"}));
  });
}

void SetReadiness(const Json& pod, const std::string& now, Json& status) {
  if (OutcomeOf(pod) == PodOutcome::kUnready) {
    const std::string reason = "ContainersNotReady";
    const std::string text = "the annotation " + std::string(kPodOutcome) + " keeps it unready";
    Set(pod, {"Ready", false, reason, text}, now, status);
    Set(pod, {"ContainersReady", false, reason, text}, now, status);
  } else if (!GatesAreOpen(pod)) {
    Set(pod, {"Ready", false, "ReadinessGatesNotReady", "a readiness gate is not True"}, now,
        status);
    Set(pod, {"ContainersReady", true, {}, {}}, now, status);
  } else {
    Set(pod, {"Ready", true, {}, {}}, now, status);
    Set(pod, {"ContainersReady", true, {}, {}}, now, status);
  }
}

}  // namespace

PodOutcome OutcomeOf(const Json& pod) {
  const auto text = TextAt(pod, {"metadata", "annotations", kPodOutcome});
  if (text == "unready") return PodOutcome::kUnready;
  if (text == "succeeded") return PodOutcome::kSucceeded;
  if (text == "failed") return PodOutcome::kFailed;
  return text != "ready" && IsOfJob(pod) ? PodOutcome::kSucceeded : PodOutcome::kReady;
}

Json RunningStatus(const Json& pod, const PodPlace& place, const std::string& now) {
  Json status = StatusOf(pod);
  const bool started = TextAt(status, {"phase"}) == "Running";
  status["phase"] = "Running";
  for (const char* type : {"PodReadyToStartContainers", "Initialized"}) {
    Set(pod, {type, true, {}, {}}, now, status);
  }
  SetReadiness(pod, now, status);
  Set(pod, {"PodScheduled", true, {}, {}}, now, status);
  if (!started) {
    status["startTime"] = now;
    status["hostIP"] = place.host_ip;
    status["hostIPs"] = Json::array({{{"ip", place.host_ip}}});
    status["podIP"] = place.pod_ip;
    status["podIPs"] = Json::array({{{"ip", place.pod_ip}}});
    SetContainers(pod, "initContainers", "initContainerStatuses", Terminated(status, true, now),
                  true, status);
  }
  const Json running = {{"running", {{"startedAt", TextAt(status, {"startTime"})}}}};
  SetContainers(pod, "containers", "containerStatuses", running,
                IsConditionTrue(status, "ContainersReady"), status);
  return status;
}

Json EndedStatus(const Json& pod, bool succeeded, const std::string& now) {
  Json status = StatusOf(pod);
  status["phase"] = succeeded ? "Succeeded" : "Failed";
  const std::string reason = succeeded ? "PodCompleted" : "PodFailed";
  Set(pod, {"PodReadyToStartContainers", false, {}, {}}, now, status);
  Set(pod, {"Ready", false, reason, {}}, now, status);
  Set(pod, {"ContainersReady", false, reason, {}}, now, status);
  SetContainers(pod, "containers", "containerStatuses", Terminated(status, succeeded, now), false,
                status);
  return status;
}

Json UnplacedStatus(const Json& pod, size_t nodes, const std::string& now) {
  Json status = StatusOf(pod);
  Set(pod,
      {"PodScheduled", false, "Unschedulable",
       fmt::format("0/{} nodes are available to this Pod", nodes)},
      now, status);
  return status;
}

}  // namespace oarlock::sandbox
