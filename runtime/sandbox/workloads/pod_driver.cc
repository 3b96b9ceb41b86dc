#include "sandbox/workloads/pod_driver.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "kube/timestamp.h"
#include "sandbox/controllers/owner_refs.h"
#include "sandbox/workloads/node_fit.h"
#include "sandbox/workloads/pod_states.h"
#include "sandbox/workloads/pods.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kNodes = "nodes";
constexpr const char* kPods = "pods";
constexpr const char* kNodeName = "sandbox";

std::string_view NodeOf(const StoredObject& pod) {
  for (const auto& [path, value] : pod.fields) {
    if (path == "spec.nodeName") return value;
  }
  return {};
}

std::string AddressOf(const Json& node) {
  for (const Json& one : At(node, {"status", "addresses"})) {
    if (TextAt(one, {"type"}) == "InternalIP") return std::string(TextAt(one, {"address"}));
  }
  return "127.0.0.1";
}

// Different for every Pod of one store: no two have the same version.
std::string PodAddress(uint64_t version) {
  return fmt::format("10.{}.{}.{}", version >> 16 & 255, version >> 8 & 255, version & 255);
}

Json NodeDocument(const std::string& now) {
  const Json size = {{"cpu", "64"}, {"memory", "256Gi"}, {"pods", "10000"}};
  return {{"metadata",
           {{"name", kNodeName},
            {"labels",
             {{"kubernetes.io/hostname", kNodeName},
              {"kubernetes.io/os", "linux"},
              {"kubernetes.io/arch", "amd64"}}}}},
          {"status",
           {{"capacity", size},
            {"allocatable", size},
            {"addresses", Json::array({{{"type", "InternalIP"}, {"address", "127.0.0.1"}},
                                       {{"type", "Hostname"}, {"address", kNodeName}}})},
            {"conditions", Json::array({{{"type", "Ready"},
                                         {"status", "True"},
                                         {"reason", "KubeletReady"},
                                         {"lastHeartbeatTime", now},
                                         {"lastTransitionTime", now}}})}}}};
}

}  // namespace

void PodDriver::Reset() {
  unplaced_.clear();
  Add("");
}

void PodDriver::OnChange(const ObjectChange& change) {
  if (change.resource == kPods) {
    if (!change.deleted) return Add(change.object->key());
    unplaced_.erase(change.object->key());
  } else if (change.resource == kNodes) {
    for (const std::string& key : std::exchange(unplaced_, {})) Add(key);
    const Snapshot state = client().Read();
    const auto& pods = state->Table(kPods).objects;
    for (auto at = pods.First(); at.valid(); at.Next()) {
      if (NodeOf(*at.value()) == change.object->name) Add(at.key());
    }
  }
}

std::string PodDriver::Now() const { return kube::FormatTime(clock().UnixNow()); }

ApiStatus PodDriver::MakeNode() {
  if (std::exchange(looked_for_nodes_, true)) return {};
  if (!client().Read()->Table(kNodes).objects.empty()) return {};
  if (auto error = client().Create(kNodes, "", NodeDocument(Now()))) return error;
  Json node = client().Get(kNodes, kNodeName);
  node["spec"].erase("taints");  // it is ready already
  return client().Update(kNodes, node);
}

ApiStatus PodDriver::Reconcile(const std::string& key) {
  if (key.empty()) return MakeNode();
  const StoredPtr stored = client().Find(kPods, key);
  if (!stored) return {};
  const Json pod = client().ToDocument(kPods, *stored);
  if (stored->deleting) {
    if (IntAt(pod, {"metadata", "deletionGracePeriodSeconds"}, 0) == 0) return {};
    return client().Delete(kPods, *stored, {.at_once = true});
  }
  const std::string_view node_name = NodeOf(*stored);
  if (node_name.empty()) return Place(*stored, pod);
  if (IsFinished(pod)) return {};
  const Json node = client().Get(kNodes, node_name);
  if (!node.is_null()) return IsNodeReady(node) ? Run(*stored, pod, node) : ApiStatus();
  // Whoever made it makes another one elsewhere; one that nobody made is left as it is.
  return ControllerOf(*stored) ? client().Delete(kPods, *stored, {.at_once = true}) : ApiStatus();
}

ApiStatus PodDriver::Place(const StoredObject& stored, const Json& pod) {
  const Json& spec = Member(pod, "spec");
  if (TextAt(spec, {"schedulerName"}) != "default-scheduler") return {};
  if (!Member(spec, "schedulingGates").empty()) return {};
  std::vector<std::string> fitting;
  const Snapshot state = client().Read();
  const auto& nodes = state->Table(kNodes).objects;
  for (auto at = nodes.First(); at.valid(); at.Next()) {
    const Json node = client().ToDocument(kNodes, *at.value());
    if (IsNodeReady(node) && MayRunOn(spec, node)) fitting.push_back(at.key());
  }
  if (fitting.empty()) {
    unplaced_.insert(stored.key());
    return PutStatus(client(), kPods, pod, UnplacedStatus(pod, nodes.size(), Now()),
                     "kube-scheduler");
  }
  const std::string& node = fitting[turn_++ % fitting.size()];
  return client().Post(kPods, stored, "binding",
                       {{"apiVersion", "v1"},
                        {"kind", "Binding"},
                        {"metadata", {{"name", stored.name}}},
                        {"target", {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", node}}}});
}

ApiStatus PodDriver::Run(const StoredObject& stored, const Json& pod, const Json& node) {
  const PodOutcome outcome = OutcomeOf(pod);
  const bool ends = outcome == PodOutcome::kSucceeded || outcome == PodOutcome::kFailed;
  if (ends && TextAt(pod, {"status", "phase"}) == "Running") {
    return PutStatus(client(), kPods, pod,
                     EndedStatus(pod, outcome == PodOutcome::kSucceeded, Now()), "kubelet");
  }
  PodPlace place{AddressOf(node), PodAddress(stored.version)};
  if (At(pod, {"spec", "hostNetwork"}) == true) place.pod_ip = place.host_ip;
  return PutStatus(client(), kPods, pod, RunningStatus(pod, place, Now()), "kubelet");
}

}  // namespace oarlock::sandbox
