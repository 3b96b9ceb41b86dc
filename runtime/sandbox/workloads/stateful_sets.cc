#include "sandbox/workloads/stateful_sets.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "sandbox/workloads/rollout.h"

namespace oarlock::sandbox {
namespace {

constexpr int64_t kNoNumber = -1;

// "web-3" of the set "web": 3.
int64_t NumberOf(const Json& set, const Json& pod) {
  const std::string prefix = std::string(NameOf(set)) + "-";
  std::string_view name = NameOf(pod);
  if (!name.starts_with(prefix)) return kNoNumber;
  name.remove_prefix(prefix.size());
  int64_t number = kNoNumber;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : kNoNumber;
}

}  // namespace

ApiStatus StatefulSets::Reconcile(const std::string& key) {
  const Json set = client().Get(resource(), key);
  if (set.is_null() || IsDeleting(set)) return {};
  auto pods = Claim(client(), "pods", set);
  if (!pods.ok()) return pods.error();
  auto revisions = SyncRevisions(client(), set, "controller.kubernetes.io/hash");
  if (!revisions.ok()) return revisions.error();
  View view = ViewOf(set, *revisions, std::move(*pods));
  const ApiStatus failure = Advance(view);
  if (auto error = Report(view)) return error;
  if (failure) return failure;
  return ForgetRevisions(client(), set, *revisions, {view.current, revisions->newest});
}

StatefulSets::View StatefulSets::ViewOf(const Json& set, const Revisions& revisions,
                                        Documents pods) const {
  View view{set, revisions, std::string(TextAt(set, {"status", "currentRevision"})), {}};
  if (view.current.empty()) view.current = revisions.newest;
  for (Json& pod : pods) {
    if (const int64_t number = NumberOf(set, pod); number != kNoNumber) {
      view.pods.emplace(number, std::move(pod));
    }
  }
  view.first = IntAt(set, {"spec", "ordinals", "start"}, 0);
  view.end = view.first + IntAt(set, {"spec", "replicas"}, 1);
  view.parallel = TextAt(set, {"spec", "podManagementPolicy"}) == "Parallel";
  return view;
}

bool StatefulSets::IsUp(View& view, const Json& pod) const {
  return !IsDeleting(pod) && IsAvailable(pod, IntAt(view.set, {"spec", "minReadySeconds"}, 0),
                                         clock().UnixNow(), view.wait);
}

ApiStatus StatefulSets::Advance(View& view) {
  for (const auto step : {&StatefulSets::Fill, &StatefulSets::Shrink}) {
    auto waits = (this->*step)(view);
    if (!waits.ok()) return waits.error();
    if (*waits) return {};
  }
  return UpdatePods(view);
}

ApiResult<bool> StatefulSets::Fill(View& view) {
  bool waits = false;
  for (int64_t number = view.first; number < view.end; ++number) {
    const auto found = view.pods.find(number);
    if (found != view.pods.end()) {
      const Json& pod = found->second;
      if (IsFinished(pod) && !IsDeleting(pod)) {
        if (auto error = DeleteDocument(client(), "pods", pod)) return *error;
      } else if (IsUp(view, pod)) {
        continue;
      }
    } else if (auto error = MakePod(view, number)) {
      return *error;
    }
    waits = true;
    if (!view.parallel) return true;
  }
  return waits && !view.parallel;
}

ApiResult<bool> StatefulSets::Shrink(View& view) {
  for (auto at = view.pods.rbegin(); at != view.pods.rend(); ++at) {
    if (at->first >= view.first && at->first < view.end) continue;
    if (auto error = DeleteDocument(client(), "pods", at->second)) return *error;
    if (!view.parallel) return true;
  }
  return false;
}

ApiStatus StatefulSets::UpdatePods(View& view) {
  if (TextAt(view.set, {"spec", "updateStrategy", "type"}) != "RollingUpdate") return {};
  const Json& rolling = At(view.set, {"spec", "updateStrategy", "rollingUpdate"});
  const int64_t last = std::max(view.first, view.first + IntAt(rolling, {"partition"}, 0));
  const int64_t replicas = view.end - view.first;
  const Json& unavailable = Member(rolling, "maxUnavailable");
  int64_t room =
      unavailable.is_null() ? 1 : std::max<int64_t>(CountOf(unavailable, replicas, true), 1);
  for (int64_t number = view.end - 1; number >= view.first; --number) {
    const auto found = view.pods.find(number);
    if (found == view.pods.end() || !IsUp(view, found->second)) --room;
  }
  for (int64_t number = view.end - 1; number >= last && room > 0; --number) {
    const auto found = view.pods.find(number);
    if (found == view.pods.end() || IsDeleting(found->second)) continue;
    if (RevisionOf(found->second) == view.revisions.newest) continue;
    if (auto error = DeleteDocument(client(), "pods", found->second)) return error;
    --room;
  }
  return {};
}

ApiStatus StatefulSets::MakePod(const View& view, int64_t number) {
  const int64_t partition =
      IntAt(view.set, {"spec", "updateStrategy", "rollingUpdate", "partition"}, 0);
  const bool old = number < view.first + partition;
  const std::string& revision = old ? view.current : view.revisions.newest;
  Json pod = PodOf(view.set, view.revisions.TemplateOf(view.set, revision));
  const std::string name = std::string(NameOf(view.set)) + "-" + std::to_string(number);
  pod["metadata"]["name"] = name;
  pod["metadata"]["generateName"] = std::string(NameOf(view.set)) + "-";
  Json& labels = pod["metadata"]["labels"];
  labels[kRevisionHash] = revision;
  labels["statefulset.kubernetes.io/pod-name"] = name;
  labels["apps.kubernetes.io/pod-index"] = std::to_string(number);
  pod["spec"]["hostname"] = name;
  if (const auto service = TextAt(view.set, {"spec", "serviceName"}); !service.empty()) {
    pod["spec"]["subdomain"] = service;
  }
  if (auto error = MakeClaims(view, number, pod)) return error;
  auto error = client().Create("pods", NamespaceOf(view.set), pod);
  return error && error->reason == "AlreadyExists" ? ApiStatus() : error;
}

ApiStatus StatefulSets::MakeClaims(const View& view, int64_t number, Json& pod) {
  for (const Json& from : At(view.set, {"spec", "volumeClaimTemplates"})) {
    const std::string volume(NameOf(from));
    const std::string name =
        volume + "-" + std::string(NameOf(view.set)) + "-" + std::to_string(number);
    const std::string ns(NamespaceOf(view.set));
    if (!client().Find("persistentvolumeclaims", ns + "/" + name)) {
      Json claim = from;
      claim.erase("status");
      claim["metadata"]["name"] = name;
      claim["metadata"]["namespace"] = ns;
      for (const auto& [key, value] : At(view.set, {"spec", "selector", "matchLabels"}).items()) {
        claim["metadata"]["labels"][key] = value;
      }
      if (auto error = client().Create("persistentvolumeclaims", ns, claim)) return error;
    }
    Json& volumes = pod["spec"]["volumes"];
    std::erase_if(volumes.is_array() ? volumes.get_ref<Json::array_t&>()
                                     : (volumes = Json::array()).get_ref<Json::array_t&>(),
                  [&volume](const Json& one) { return TextAt(one, {"name"}) == volume; });
    volumes.push_back({{"name", volume}, {"persistentVolumeClaim", {{"claimName", name}}}});
  }
  return {};
}

ApiStatus StatefulSets::Report(View& view) {
  int64_t replicas = 0;
  int64_t ready = 0;
  int64_t available = 0;
  int64_t current = 0;
  int64_t updated = 0;
  for (const auto& [number, pod] : view.pods) {
    ++replicas;
    if (IsDeleting(pod)) continue;
    ready += IsReady(pod) ? 1 : 0;
    available += IsUp(view, pod) ? 1 : 0;
    current += RevisionOf(pod) == view.current ? 1 : 0;
    updated += RevisionOf(pod) == view.revisions.newest ? 1 : 0;
  }
  LookAgain(view.set, view.wait);
  const int64_t wanted = view.end - view.first;
  if (updated == wanted && replicas == wanted && ready == wanted) {
    view.current = view.revisions.newest;
    current = updated;
  }
  Json status = {{"observedGeneration", IntAt(view.set, {"metadata", "generation"}, 0)},
                 {"replicas", replicas},
                 {"availableReplicas", available},
                 {"currentRevision", view.current},
                 {"updateRevision", view.revisions.newest},
                 {"collisionCount", IntAt(view.set, {"status", "collisionCount"}, 0)}};
  SetCounts({{"readyReplicas", ready}, {"currentReplicas", current}, {"updatedReplicas", updated}},
            status);
  CopyMember(Member(view.set, "status"), "conditions", status);
  return PutStatus(client(), resource(), view.set, std::move(status));
}

}  // namespace oarlock::sandbox
