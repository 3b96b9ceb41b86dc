#include "sandbox/workloads/daemon_sets.h"

#include <algorithm>
#include <utility>

#include "sandbox/workloads/node_fit.h"
#include "sandbox/workloads/rollout.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kRequired = "requiredDuringSchedulingIgnoredDuringExecution";

// Taints that never keep a daemon away.
Json WithTolerations(Json spec) {
  for (const auto& [key, effect] :
       {std::pair("not-ready", "NoExecute"), std::pair("unreachable", "NoExecute"),
        std::pair("disk-pressure", "NoSchedule"), std::pair("memory-pressure", "NoSchedule"),
        std::pair("pid-pressure", "NoSchedule"), std::pair("unschedulable", "NoSchedule")}) {
    spec["tolerations"].push_back({{"key", std::string("node.kubernetes.io/") + key},
                                   {"operator", "Exists"},
                                   {"effect", effect}});
  }
  return spec;
}

// The node that a Pod is on or is meant for.
std::string TargetOf(const Json& pod) {
  if (const auto node = TextAt(pod, {"spec", "nodeName"}); !node.empty()) return std::string(node);
  for (const Json& term :
       At(pod, {"spec", "affinity", "nodeAffinity", kRequired, "nodeSelectorTerms"})) {
    for (const Json& field : Member(term, "matchFields")) {
      const Json& values = Member(field, "values");
      if (!values.empty()) return std::string(TextOf(values.front()));
    }
  }
  return {};
}

}  // namespace

void DaemonSets::OnChange(const ObjectChange& change) {
  if (change.resource == "nodes") return AddAll();
  WorkloadController::OnChange(change);
}

ApiStatus DaemonSets::Reconcile(const std::string& key) {
  const Json set = client().Get(resource(), key);
  if (set.is_null() || IsDeleting(set)) return {};
  auto pods = Claim(client(), "pods", set);
  if (!pods.ok()) return pods.error();
  auto revisions = SyncRevisions(client(), set, kRevisionHash);
  if (!revisions.ok()) return revisions.error();
  // Pods know their revision by its hash alone.
  const std::string prefix = std::string(NameOf(set)) + "-";
  View view{set, revisions->newest.substr(prefix.size())};
  ReadNodes(view);
  std::set<std::string> used = {revisions->newest};
  for (Json& pod : *pods) {
    used.insert(prefix + std::string(RevisionOf(pod)));
    view.pods[TargetOf(pod)].push_back(std::move(pod));
  }
  ApiStatus failure = Manage(view);
  if (!failure) failure = UpdatePods(view);
  if (auto error = Report(view)) return error;
  if (failure) return failure;
  return ForgetRevisions(client(), set, *revisions, used);
}

void DaemonSets::ReadNodes(View& view) {
  const Json spec = WithTolerations(At(view.set, {"spec", "template", "spec"}));
  const Snapshot state = client().Read();
  const auto& nodes = state->Table("nodes").objects;
  for (auto at = nodes.First(); at.valid(); at.Next()) {
    view.nodes.emplace(at.key(), MayRunOn(spec, client().ToDocument("nodes", *at.value())));
  }
}

bool DaemonSets::IsUp(View& view, const Json& pod) const {
  return IsActive(pod) && IsAvailable(pod, IntAt(view.set, {"spec", "minReadySeconds"}, 0),
                                      clock().UnixNow(), view.wait);
}

ApiStatus DaemonSets::Manage(View& view) {
  for (const auto& [node, belongs] : view.nodes) {
    Documents& pods = view.pods[node];
    bool there = false;
    for (const Json& pod : pods) {
      if (IsDeleting(pod)) {
        there = true;  // until it has gone
      } else if (IsFinished(pod) || !belongs || there) {
        if (auto error = DeleteDocument(client(), "pods", pod)) return error;
      } else {
        there = true;
      }
    }
    if (!belongs || there) continue;
    if (auto error = MakePod(view, node)) return error;
  }
  return {};
}

ApiStatus DaemonSets::MakePod(const View& view, const std::string& node) {
  Json pod = PodOf(view.set, At(view.set, {"spec", "template"}));
  pod["metadata"]["generateName"] = std::string(NameOf(view.set)) + "-";
  pod["metadata"]["labels"][kRevisionHash] = view.revision;
  pod["metadata"]["labels"]["pod-template-generation"] =
      std::to_string(IntAt(view.set, {"metadata", "generation"}, 1));
  pod["spec"] = WithTolerations(std::move(pod["spec"]));
  const Json field = {
      {"key", "metadata.name"}, {"operator", "In"}, {"values", Json::array({node})}};
  Json& terms = pod["spec"]["affinity"]["nodeAffinity"][kRequired]["nodeSelectorTerms"];
  if (terms.empty()) terms = Json::array({Json::object()});
  for (Json& term : terms) term["matchFields"] = Json::array({field});
  return client().Create("pods", NamespaceOf(view.set), pod);
}

ApiStatus DaemonSets::UpdatePods(View& view) {
  if (TextAt(view.set, {"spec", "updateStrategy", "type"}) != "RollingUpdate") return {};
  int64_t wanted = 0;
  int64_t down = 0;
  Documents old;
  for (const auto& [node, belongs] : view.nodes) {
    if (!belongs) continue;
    ++wanted;
    bool up = false;
    for (const Json& pod : view.pods[node]) {
      const bool is_old = RevisionOf(pod) != view.revision && IsActive(pod);
      if (is_old) old.push_back(pod);
      up = up || IsUp(view, pod);
    }
    down += up ? 0 : 1;
  }
  const Json& limit = At(view.set, {"spec", "updateStrategy", "rollingUpdate", "maxUnavailable"});
  int64_t room = std::max<int64_t>(limit.is_null() ? 1 : CountOf(limit, wanted, true), 1) - down;
  for (const Json& pod : old) {
    // One that is not up anyway makes nothing worse.
    const bool up = IsUp(view, pod);
    if (up && room <= 0) continue;
    if (auto error = DeleteDocument(client(), "pods", pod)) return error;
    room -= up ? 1 : 0;
  }
  return {};
}

ApiStatus DaemonSets::Report(View& view) {
  int64_t wanted = 0;
  int64_t scheduled = 0;
  int64_t misplaced = 0;
  int64_t ready = 0;
  int64_t available = 0;
  int64_t updated = 0;
  for (const auto& [node, belongs] : view.nodes) {
    const Documents& pods = view.pods[node];
    const auto active = std::find_if(pods.begin(), pods.end(), IsActive);
    wanted += belongs ? 1 : 0;
    if (active == pods.end()) continue;
    (belongs ? scheduled : misplaced) += 1;
    if (!belongs) continue;
    ready += IsReady(*active) ? 1 : 0;
    available += IsUp(view, *active) ? 1 : 0;
    updated += RevisionOf(*active) == view.revision ? 1 : 0;
  }
  LookAgain(view.set, view.wait);
  Json status = {{"observedGeneration", IntAt(view.set, {"metadata", "generation"}, 0)},
                 {"desiredNumberScheduled", wanted},
                 {"currentNumberScheduled", scheduled},
                 {"numberMisscheduled", misplaced},
                 {"numberReady", ready}};
  SetCounts({{"updatedNumberScheduled", updated},
             {"numberAvailable", available},
             {"numberUnavailable", wanted - available}},
            status);
  CopyMember(Member(view.set, "status"), "conditions", status);
  return PutStatus(client(), resource(), view.set, std::move(status));
}

}  // namespace oarlock::sandbox
