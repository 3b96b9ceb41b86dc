#include "sandbox/workloads/replica_sets.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "sandbox/controllers/conditions.h"

namespace oarlock::sandbox {
namespace {

// Which of them goes first when there are too many: those that do least, then the youngest.
bool GoesBefore(const Json& a, const Json& b) {
  const auto rank = [](const Json& pod) {
    return std::tuple(!TextAt(pod, {"spec", "nodeName"}).empty(),
                      TextAt(pod, {"status", "phase"}) == "Running", IsReady(pod));
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  const auto age = [](const Json& pod) {
    return std::pair(TextAt(pod, {"metadata", "creationTimestamp"}), NameOf(pod));
  };
  return age(a) > age(b);
}

bool HasLabels(const Json& pod, const Json& labels) {
  for (const auto& [name, value] : labels.items()) {
    if (At(pod, {"metadata", "labels", name}) != value) return false;
  }
  return true;
}

}  // namespace

ApiStatus ReplicaSets::Reconcile(const std::string& key) {
  const Json set = client().Get(resource(), key);
  if (set.is_null()) return {};
  auto pods = Claim(client(), "pods", set);
  if (!pods.ok()) return pods.error();
  Documents active;
  std::copy_if(pods->begin(), pods->end(), std::back_inserter(active), IsActive);
  ApiStatus failure;
  if (!IsDeleting(set)) failure = Scale(set, active);
  const auto leaving = std::count_if(pods->begin(), pods->end(), [](const Json& pod) {
    return IsDeleting(pod) && !IsFinished(pod);
  });
  if (auto error = Report(set, active, leaving, failure)) return error;
  return failure;
}

ApiStatus ReplicaSets::Scale(const Json& set, Documents active) {
  const auto wanted = static_cast<size_t>(IntAt(set, {"spec", "replicas"}, 1));
  for (size_t i = active.size(); i < wanted; ++i) {
    Json pod = PodOf(set, At(set, {"spec", "template"}));
    pod["metadata"]["generateName"] = std::string(NameOf(set)) + "-";
    if (auto error = client().Create("pods", NamespaceOf(set), pod)) return error;
  }
  if (active.size() <= wanted) return {};
  std::sort(active.begin(), active.end(), GoesBefore);
  active.resize(active.size() - wanted);
  for (const Json& pod : active) {
    if (auto error = DeleteDocument(client(), "pods", pod)) return error;
  }
  return {};
}

ApiStatus ReplicaSets::Report(const Json& set, const Documents& pods, int64_t leaving,
                              const ApiStatus& failure) {
  const int64_t seconds = IntAt(set, {"spec", "minReadySeconds"}, 0);
  std::optional<base::Duration> wait;
  const Json& labels = At(set, {"spec", "template", "metadata", "labels"});
  int64_t labelled = 0;
  int64_t ready = 0;
  int64_t available = 0;
  for (const Json& pod : pods) {
    labelled += HasLabels(pod, labels) ? 1 : 0;
    ready += IsReady(pod) ? 1 : 0;
    available += IsAvailable(pod, seconds, clock().UnixNow(), wait) ? 1 : 0;
  }
  LookAgain(set, wait);
  Json status = {{"replicas", pods.size()},
                 {"terminatingReplicas", leaving},
                 {"observedGeneration", IntAt(set, {"metadata", "generation"}, 0)}};
  CopyMember(Member(set, "status"), "conditions", status);
  SetCounts({{"fullyLabeledReplicas", labelled},
             {"readyReplicas", ready},
             {"availableReplicas", available}},
            status);
  if (failure) {
    SetCondition(status, {"ReplicaFailure", true, "FailedCreate", failure->message}, Now());
  } else {
    RemoveCondition(status, "ReplicaFailure");
  }
  return PutStatus(client(), resource(), set, std::move(status));
}

}  // namespace oarlock::sandbox
