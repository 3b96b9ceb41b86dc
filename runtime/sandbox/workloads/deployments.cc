#include "sandbox/workloads/deployments.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "sandbox/controllers/owner_refs.h"
#include "sandbox/workloads/deployment_status.h"
#include "sandbox/workloads/rollout.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kSets = "replicasets.apps";
constexpr const char* kHash = "pod-template-hash";
constexpr const char* kRevision = "deployment.kubernetes.io/revision";
constexpr const char* kHistory = "deployment.kubernetes.io/revision-history";
constexpr const char* kDesired = "deployment.kubernetes.io/desired-replicas";
constexpr const char* kMost = "deployment.kubernetes.io/max-replicas";
constexpr const char* kApplied = "kubectl.kubernetes.io/last-applied-configuration";

int64_t NumberAt(const Json& object, std::string_view annotation) {
  const std::string text(TextAt(object, {"metadata", "annotations", annotation}));
  return std::strtoll(text.c_str(), nullptr, 10);
}

Json TemplateOf(const Json& object) {
  Json out = At(object, {"spec", "template"});
  Json& labels = out["metadata"]["labels"];
  if (labels.is_object()) labels.erase(kHash);
  return out;
}

SetSize SizeOf(const Json& set) {
  return {IntAt(set, {"spec", "replicas"}, 0), IntAt(set, {"status", "availableReplicas"}, 0),
          IntAt(set, {"status", "replicas"}, 0), NumberAt(set, kMost)};
}

bool IsOlder(const Json& a, const Json& b) {
  const auto age = [](const Json& set) {
    return std::pair(TextAt(set, {"metadata", "creationTimestamp"}), NameOf(set));
  };
  return age(a) < age(b);
}

void Size(const RolloutPlan& plan, int64_t replicas, Json& set) {
  set["spec"]["replicas"] = replicas;
  Json& annotations = set["metadata"]["annotations"];
  annotations[kDesired] = std::to_string(plan.replicas);
  annotations[kMost] = std::to_string(plan.most());
}

// What a ReplicaSet has from its Deployment's annotations.
void CopyAnnotations(const Json& deployment, Json& set) {
  const Json& from = At(deployment, {"metadata", "annotations"});
  for (const auto& [name, value] : from.items()) {
    if (name != kRevision && name != kHistory && name != kApplied) {
      set["metadata"]["annotations"][name] = value;
    }
  }
}

}  // namespace

Deployments::Sets Deployments::Sort(const Json& deployment, Documents all) {
  std::sort(all.begin(), all.end(), IsOlder);
  Sets sets;
  const Json wanted = TemplateOf(deployment);
  for (Json& set : all) {
    if (sets.newest.is_null() && TemplateOf(set) == wanted) {
      sets.newest = std::move(set);
    } else {
      sets.old.push_back(std::move(set));
    }
  }
  return sets;
}

ApiStatus Deployments::Reconcile(const std::string& key) {
  Json deployment = client().Get(resource(), key);
  if (deployment.is_null()) return {};
  auto all = Claim(client(), kSets, deployment);
  if (!all.ok()) return all.error();
  Sets sets = Sort(deployment, std::move(*all));
  if (!IsDeleting(deployment)) {
    if (auto error = Advance(deployment, sets)) return error;
  }
  return Report(deployment, sets);
}

ApiStatus Deployments::Advance(Json& deployment, Sets& sets) {
  const bool paused = At(deployment, {"spec", "paused"}) == true;
  if (!paused || !sets.newest.is_null()) {
    if (auto error = Refresh(deployment, sets)) return error;
  }
  if (sets.newest.is_null() && !paused) {
    if (auto error = MakeNewest(deployment, sets)) return error;
  }
  if (auto error = Resize(deployment, sets)) return error;
  return ForgetOld(deployment, sets);
}

ApiStatus Deployments::Refresh(Json& deployment, Sets& sets) {
  int64_t revision = 0;
  for (const Json& set : sets.old) revision = std::max(revision, NumberAt(set, kRevision));
  ++revision;
  if (!sets.newest.is_null()) {
    Json changed = sets.newest;
    CopyAnnotations(deployment, changed);
    const int64_t present = NumberAt(changed, kRevision);
    if (present < revision) {
      if (present > 0) {
        const std::string history(TextAt(changed, {"metadata", "annotations", kHistory}));
        changed["metadata"]["annotations"][kHistory] =
            (history.empty() ? "" : history + ",") + std::to_string(present);
      }
      changed["metadata"]["annotations"][kRevision] = std::to_string(revision);
    }
    revision = std::max(revision, present);
    CopyMember(Member(deployment, "spec"), "minReadySeconds", changed["spec"]);
    if (changed != sets.newest) {
      if (auto error = client().Update(kSets, changed)) return error;
      sets.newest = client().Get(kSets, KeyOf(changed));
    }
  }
  if (NumberAt(deployment, kRevision) == revision) return {};
  deployment["metadata"]["annotations"][kRevision] = std::to_string(revision);
  // By way of the status: it is no change of what is wanted.
  if (auto error = client().Update(resource(), deployment, "status")) return error;
  deployment = client().Get(resource(), KeyOf(deployment));
  return {};
}

ApiStatus Deployments::MakeNewest(const Json& deployment, Sets& sets) {
  const Json& pod_template = At(deployment, {"spec", "template"});
  const std::string hash =
      HashText({pod_template, IntAt(deployment, {"status", "collisionCount"}, 0)});
  Json set = {{"metadata",
               {{"name", std::string(NameOf(deployment)) + "-" + hash},
                {"namespace", NamespaceOf(deployment)},
                {"ownerReferences", Json::array({ControllerRef(deployment)})}}},
              {"spec", {{"template", pod_template}}}};
  CopyMember(Member(deployment, "spec"), "selector", set["spec"]);
  CopyMember(Member(deployment, "spec"), "minReadySeconds", set["spec"]);
  CopyMember(Member(pod_template, "metadata"), "labels", set["metadata"]);
  set["metadata"]["labels"][kHash] = hash;
  set["spec"]["selector"]["matchLabels"][kHash] = hash;
  set["spec"]["template"]["metadata"]["labels"][kHash] = hash;
  CopyAnnotations(deployment, set);
  set["metadata"]["annotations"][kRevision] =
      At(deployment, {"metadata", "annotations", kRevision});
  const RolloutPlan plan = RolloutPlan::Of(deployment);
  std::vector<SetSize> sizes = {SetSize()};
  for (const Json& old : sets.old) sizes.push_back(SizeOf(old));
  Size(plan, NextSizes(plan, sizes)[0], set);
  if (auto error = client().Create(kSets, NamespaceOf(deployment), set)) {
    if (error->reason != "AlreadyExists") return error;
    // Another template has that hash: the next try has another one.
    Json status = Member(deployment, "status");
    status["collisionCount"] = IntAt(status, {"collisionCount"}, 0) + 1;
    return PutStatus(client(), resource(), deployment, std::move(status));
  }
  sets.newest = client().Get(kSets, KeyOf(set));
  return {};
}

ApiStatus Deployments::Resize(const Json& deployment, Sets& sets) {
  const RolloutPlan plan = RolloutPlan::Of(deployment);
  std::vector<Json*> all;
  if (!sets.newest.is_null()) all.push_back(&sets.newest);
  for (Json& set : sets.old) all.push_back(&set);
  if (all.empty()) return {};
  std::vector<SetSize> sizes;
  bool rescaled = false;
  for (const Json* set : all) {
    sizes.push_back(SizeOf(*set));
    rescaled = rescaled || (sizes.back().wanted > 0 && NumberAt(*set, kDesired) != plan.replicas);
  }
  const bool paused = At(deployment, {"spec", "paused"}) == true;
  if (!rescaled && (paused || sets.newest.is_null())) return {};
  const auto next = rescaled ? ScaledSizes(plan, sizes) : NextSizes(plan, sizes);
  for (size_t i = 0; i < all.size(); ++i) {
    Json changed = *all[i];
    if (next[i] == sizes[i].wanted && (!rescaled || next[i] == 0)) continue;
    Size(plan, next[i], changed);
    if (auto error = client().Update(kSets, changed)) return error;
    *all[i] = client().Get(kSets, KeyOf(changed));
  }
  return {};
}

ApiStatus Deployments::ForgetOld(const Json& deployment, const Sets& sets) {
  Documents idle;
  for (const Json& set : sets.old) {
    const SetSize size = SizeOf(set);
    if (size.wanted == 0 && size.pods == 0 && !IsDeleting(set)) idle.push_back(set);
  }
  std::stable_sort(idle.begin(), idle.end(), [](const Json& a, const Json& b) {
    return NumberAt(a, kRevision) < NumberAt(b, kRevision);
  });
  const auto keep = static_cast<size_t>(IntAt(deployment, {"spec", "revisionHistoryLimit"}, 10));
  for (size_t i = 0; i + keep < idle.size(); ++i) {
    if (auto error = DeleteDocument(client(), kSets, idle[i])) return error;
  }
  return {};
}

ApiStatus Deployments::Report(const Json& deployment, const Sets& sets) {
  Documents all = sets.old;
  if (!sets.newest.is_null()) all.push_back(sets.newest);
  const DeploymentStatus status =
      StatusOfDeployment(deployment, sets.newest, all, clock().UnixNow());
  LookAgain(deployment, status.deadline);
  return PutStatus(client(), resource(), deployment, status.document);
}

}  // namespace oarlock::sandbox
