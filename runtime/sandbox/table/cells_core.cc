// Cells of the core group.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "kube/timestamp.h"
#include "sandbox/table/cells.h"

namespace oarlock::sandbox {
namespace {

std::string StateReason(const Json& status) {
  if (const std::string_view waiting = TextAt(status, {"state", "waiting", "reason"});
      !waiting.empty()) {
    return std::string(waiting);
  }
  const Json& ended = At(status, {"state", "terminated"});
  if (ended.is_null()) return "";
  if (const std::string_view reason = TextAt(ended, {"reason"}); !reason.empty()) {
    return std::string(reason);
  }
  const Json& signal = Member(ended, "signal");
  if (signal.is_number() && signal != 0) return "Signal:" + WriteJson(signal);
  const Json& code = Member(ended, "exitCode");
  return "ExitCode:" + (code.is_number() ? WriteJson(code) : "0");
}

struct PodState {
  std::string reason;
  size_t ready = 0;
  int64_t restarts = 0;
  std::string last_restart;  // the latest end of a container
};

void CountRestarts(const Json& status, PodState& state) {
  const Json& count = Member(status, "restartCount");
  if (count.is_number()) state.restarts += count.get<int64_t>();
  const std::string ended(TextAt(status, {"lastState", "terminated", "finishedAt"}));
  state.last_restart = std::max(state.last_restart, ended);
}

// True while the Pod initialises: then its containers say nothing.
bool Initialises(const Json& pod, PodState& state) {
  const Json& statuses = At(pod, {"status", "initContainerStatuses"});
  const size_t count = At(pod, {"spec", "initContainers"}).size();
  for (size_t i = 0; i < statuses.size(); ++i) {
    CountRestarts(statuses[i], state);
    if (At(statuses[i], {"state", "terminated", "exitCode"}) == 0) continue;
    const std::string reason = StateReason(statuses[i]);
    const bool waits = reason.empty() || reason == "PodInitializing";
    state.reason = "Init:" + (waits ? fmt::format("{}/{}", i, count) : reason);
    return true;
  }
  return false;
}

void ReadContainers(const Json& pod, PodState& state) {
  const Json& statuses = At(pod, {"status", "containerStatuses"});
  bool runs = false;
  for (size_t i = statuses.size(); i-- > 0;) {
    const Json& status = statuses[i];
    CountRestarts(status, state);
    if (const std::string reason = StateReason(status); !reason.empty()) {
      state.reason = reason;
    } else if (Member(status, "ready") == true && !At(status, {"state", "running"}).is_null()) {
      runs = true;
      ++state.ready;
    }
  }
  if (state.reason != "Completed" || !runs) return;
  state.reason = "NotReady";
  for (const Json& condition : At(pod, {"status", "conditions"})) {
    if (TextAt(condition, {"type"}) == "Ready" && TextAt(condition, {"status"}) == "True") {
      state.reason = "Running";
    }
  }
}

Json PodCells(const Cells& c) {
  PodState state;
  state.reason = c.TextOr({"status", "reason"}, c.Text({"status", "phase"}));
  if (!Initialises(c.object, state)) {
    state.restarts = 0;
    ReadContainers(c.object, state);
  }
  const std::string_view phase = c.Text({"status", "phase"});
  if (!c.Text({"metadata", "deletionTimestamp"}).empty()) {
    if (c.Text({"status", "reason"}) == "NodeLost") {
      state.reason = "Unknown";
    } else if (phase != "Succeeded" && phase != "Failed") {
      state.reason = "Terminating";
    }
  }
  std::string restarts = std::to_string(state.restarts);
  if (state.restarts > 0 && !state.last_restart.empty()) {
    restarts += fmt::format(" ({} ago)", HumanSince(state.last_restart, c.now));
  }
  const Json& gates = At(c.object, {"spec", "readinessGates"});
  const std::string gate_text = gates.empty() ? "<none>" : fmt::format("0/{}", gates.size());
  return {c.Text({"metadata", "name"}),
          fmt::format("{}/{}", state.ready, At(c.object, {"spec", "containers"}).size()),
          state.reason,
          restarts,
          c.Age(),
          c.TextOr({"status", "podIP"}, "<none>"),
          c.TextOr({"spec", "nodeName"}, "<none>"),
          c.TextOr({"status", "nominatedNodeName"}, "<none>"),
          gate_text};
}

std::string ServicePorts(const Json& ports) {
  std::vector<std::string> texts;
  for (const Json& port : ports) {
    const Json& node = Member(port, "nodePort");
    const std::string on_node =
        node.is_number() && node != 0 ? ":" + WriteJson(node) : std::string();
    texts.push_back(fmt::format("{}{}/{}", WriteJson(Member(port, "port")), on_node,
                                TextAt(port, {"protocol"})));
  }
  return texts.empty() ? "<none>" : Joined(texts, ",");
}

std::string ExternalAddress(const Cells& c) {
  if (c.Text({"spec", "type"}) == "ExternalName")
    return std::string(c.Text({"spec", "externalName"}));
  std::vector<std::string> addresses;
  for (const Json& one : At(c.object, {"status", "loadBalancer", "ingress"})) {
    const std::string_view ip = TextAt(one, {"ip"});
    addresses.emplace_back(ip.empty() ? TextAt(one, {"hostname"}) : ip);
  }
  for (const Json& one : At(c.object, {"spec", "externalIPs"})) addresses.emplace_back(TextOf(one));
  if (!addresses.empty()) return Joined(addresses, ",");
  return c.Text({"spec", "type"}) == "LoadBalancer" ? "<pending>" : "<none>";
}

Json ServiceCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          c.Text({"spec", "type"}),
          c.TextOr({"spec", "clusterIP"}, "<none>"),
          ExternalAddress(c),
          ServicePorts(At(c.object, {"spec", "ports"})),
          c.Age(),
          LabelsText(At(c.object, {"spec", "selector"}))};
}

Json ConfigMapCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          At(c.object, {"data"}).size() + At(c.object, {"binaryData"}).size(), c.Age()};
}

Json SecretCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), c.Text({"type"}), c.Count({"data"}), c.Age()};
}

Json NamespaceCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), c.Text({"status", "phase"}), c.Age()};
}

std::string NodeStatus(const Cells& c) {
  std::string status = "Unknown";
  for (const Json& condition : At(c.object, {"status", "conditions"})) {
    if (TextAt(condition, {"type"}) != "Ready") continue;
    status = TextAt(condition, {"status"}) == "True" ? "Ready" : "NotReady";
  }
  if (At(c.object, {"spec", "unschedulable"}) == true) status += ",SchedulingDisabled";
  return status;
}

std::string NodeRoles(const Cells& c) {
  constexpr std::string_view kRole = "node-role.kubernetes.io/";
  std::set<std::string> roles;
  if (const Json& labels = At(c.object, {"metadata", "labels"}); labels.is_object()) {
    for (const auto& [key, value] : labels.items()) {
      if (key.starts_with(kRole) && key.size() > kRole.size()) {
        roles.insert(key.substr(kRole.size()));
      } else if (key == "kubernetes.io/role" && !TextOf(value).empty()) {
        roles.emplace(TextOf(value));
      }
    }
  }
  return roles.empty() ? "<none>" : Joined({roles.begin(), roles.end()}, ",");
}

std::string NodeAddress(const Cells& c, std::string_view type) {
  for (const Json& address : At(c.object, {"status", "addresses"})) {
    if (TextAt(address, {"type"}) == type) return std::string(TextAt(address, {"address"}));
  }
  return "<none>";
}

Json NodeCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          NodeStatus(c),
          NodeRoles(c),
          c.Age(),
          c.Text({"status", "nodeInfo", "kubeletVersion"}),
          NodeAddress(c, "InternalIP"),
          NodeAddress(c, "ExternalIP"),
          c.TextOr({"status", "nodeInfo", "osImage"}, "<unknown>"),
          c.TextOr({"status", "nodeInfo", "kernelVersion"}, "<unknown>"),
          c.TextOr({"status", "nodeInfo", "containerRuntimeVersion"}, "<unknown>")};
}

std::string AccessModes(const Json& modes) {
  constexpr std::pair<std::string_view, std::string_view> kShort[] = {{"ReadWriteOnce", "RWO"},
                                                                      {"ReadOnlyMany", "ROX"},
                                                                      {"ReadWriteMany", "RWX"},
                                                                      {"ReadWriteOncePod", "RWOP"}};
  std::vector<std::string> texts;
  for (const auto& [name, text] : kShort) {
    if (std::find(modes.begin(), modes.end(), Json(name)) != modes.end()) texts.emplace_back(text);
  }
  return Joined(texts, ",");
}

Json ClaimCells(const Cells& c) {
  const bool bound = !c.Text({"spec", "volumeName"}).empty();
  const bool leaving = !c.Text({"metadata", "deletionTimestamp"}).empty();
  return {c.Text({"metadata", "name"}),
          leaving ? std::string("Terminating") : std::string(c.Text({"status", "phase"})),
          c.Text({"spec", "volumeName"}),
          bound ? c.Text({"status", "capacity", "storage"}) : std::string_view(),
          bound ? AccessModes(At(c.object, {"status", "accessModes"})) : std::string(),
          c.Text({"spec", "storageClassName"}),
          c.TextOr({"spec", "volumeAttributesClassName"}, "<unset>"),
          c.Age(),
          c.TextOr({"spec", "volumeMode"}, "<unset>")};
}

Json VolumeCells(const Cells& c) {
  const Json& claim = At(c.object, {"spec", "claimRef"});
  const std::string claim_text =
      claim.is_null() ? ""
                      : fmt::format("{}/{}", TextAt(claim, {"namespace"}), TextAt(claim, {"name"}));
  return {c.Text({"metadata", "name"}),
          c.Text({"spec", "capacity", "storage"}),
          AccessModes(At(c.object, {"spec", "accessModes"})),
          c.Text({"spec", "persistentVolumeReclaimPolicy"}),
          c.Text({"status", "phase"}),
          claim_text,
          c.Text({"spec", "storageClassName"}),
          c.TextOr({"spec", "volumeAttributesClassName"}, "<unset>"),
          c.Text({"status", "reason"}),
          c.Age(),
          c.TextOr({"spec", "volumeMode"}, "<unset>")};
}

std::string EndpointsText(const Json& subsets) {
  std::vector<std::string> texts;
  for (const Json& subset : subsets) {
    for (const Json& port : Member(subset, "ports")) {
      for (const Json& address : Member(subset, "addresses")) {
        texts.push_back(
            fmt::format("{}:{}", TextAt(address, {"ip"}), WriteJson(Member(port, "port"))));
      }
    }
  }
  constexpr size_t kShown = 3;
  if (texts.empty()) return "<none>";
  if (texts.size() <= kShown) return Joined(texts, ",");
  const size_t more = texts.size() - kShown;
  texts.resize(kShown);
  return fmt::format("{} + {} more...", Joined(texts, ","), more);
}

Json EndpointsCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), EndpointsText(At(c.object, {"subsets"})), c.Age()};
}

Json ReplicationControllerCells(const Cells& c) {
  const Json& pod = At(c.object, {"spec", "template", "spec"});
  return {c.Text({"metadata", "name"}),
          c.Number({"spec", "replicas"}),
          c.Number({"status", "replicas"}),
          c.Number({"status", "readyReplicas"}),
          c.Age(),
          ContainerTexts(pod, "name"),
          ContainerTexts(pod, "image"),
          LabelsText(At(c.object, {"spec", "selector"}))};
}

Json PodTemplateCells(const Cells& c) {
  const Json& pod = At(c.object, {"template", "spec"});
  return {c.Text({"metadata", "name"}), ContainerTexts(pod, "name"), ContainerTexts(pod, "image"),
          LabelsText(At(c.object, {"template", "metadata", "labels"}))};
}

Json QuotaCells(const Cells& c) {
  std::string requests;
  std::string limits;
  if (const Json& hard = At(c.object, {"status", "hard"}); hard.is_object()) {
    for (const auto& [name, value] : hard.items()) {
      std::string& to = name == "limits.cpu" || name == "limits.memory" ? limits : requests;
      const std::string_view used = c.Text({"status", "used", name});
      to += fmt::format("{}{}: {}/{}", to.empty() ? "" : ", ", name, used.empty() ? "0" : used,
                        TextOf(value));
    }
  }
  return {c.Text({"metadata", "name"}), requests, limits, c.Age()};
}

}  // namespace

const CellsRow kCoreCells[] = {
    {"configmaps", ConfigMapCells},
    {"endpoints", EndpointsCells},
    {"namespaces", NamespaceCells},
    {"nodes", NodeCells},
    {"persistentvolumeclaims", ClaimCells},
    {"persistentvolumes", VolumeCells},
    {"pods", PodCells},
    {"podtemplates", PodTemplateCells},
    {"replicationcontrollers", ReplicationControllerCells},
    {"resourcequotas", QuotaCells},
    {"secrets", SecretCells},
    {"services", ServiceCells},
    {{}, nullptr},
};

}  // namespace oarlock::sandbox
