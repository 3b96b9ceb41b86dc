#include "sandbox/workloads/deployment_status.h"

#include <limits>
#include <utility>

#include "kube/timestamp.h"
#include "sandbox/controllers/conditions.h"
#include "sandbox/workloads/rollout.h"

namespace oarlock::sandbox {
namespace {

int64_t Count(const Json& status, const char* name) { return IntAt(status, {name}, 0); }

class StatusMaker {
 public:
  StatusMaker(const Json& deployment, const Json& newest, const Documents& all, base::UnixTime now)
      : deployment_(deployment),
        newest_(newest),
        all_(all),
        plan_(RolloutPlan::Of(deployment)),
        now_(now),
        old_(Member(deployment, "status")) {}

  DeploymentStatus Make() {
    CountPods();
    CopyMember(old_, "conditions", status_);
    SetAvailable();
    SetProgressing();
    SetFailure();
    return {std::move(status_), deadline_};
  }

 private:
  void CountPods() {
    const auto sum = [this](const char* name) {
      int64_t total = 0;
      for (const Json& set : all_) total += IntAt(set, {"status", name}, 0);
      return total;
    };
    int64_t wanted = 0;
    for (const Json& set : all_) wanted += IntAt(set, {"spec", "replicas"}, 0);
    const int64_t available = sum("availableReplicas");
    status_ = {{"observedGeneration", IntAt(deployment_, {"metadata", "generation"}, 0)}};
    SetCounts({{"replicas", sum("replicas")},
               {"updatedReplicas", IntAt(newest_, {"status", "replicas"}, 0)},
               {"readyReplicas", sum("readyReplicas")},
               {"availableReplicas", available},
               {"unavailableReplicas", wanted - available}},
              status_);
    status_["terminatingReplicas"] = sum("terminatingReplicas");
    CopyMember(old_, "collisionCount", status_);
  }

  void Set(const Condition& condition, bool anew = false) {
    const Json present = FindCondition(status_, condition.type);
    const bool same = TextAt(present, {"status"}) == condition.truth.text &&
                      TextAt(present, {"reason"}) == condition.reason;
    if (same && !anew) return;
    // The one that changed last stands last.
    RemoveCondition(status_, condition.type);
    if (!present.is_null()) status_["conditions"].push_back(present);
    const std::string now = kube::FormatTime(now_);
    SetCondition(status_, condition, now)["lastUpdateTime"] = now;
  }

  void SetAvailable() {
    if (Count(status_, "availableReplicas") >= plan_.least()) {
      Set({"Available", true, "MinimumReplicasAvailable", "Deployment has minimum availability."});
    } else {
      Set({"Available", false, "MinimumReplicasUnavailable",
           "Deployment does not have minimum availability."});
    }
  }

  std::string Said(const std::string& what) const {
    return newest_.is_null() ? "Deployment \"" + std::string(NameOf(deployment_)) + "\" " + what
                             : "ReplicaSet \"" + std::string(NameOf(newest_)) + "\" " + what;
  }

  bool IsComplete() const {
    return Count(status_, "updatedReplicas") == plan_.replicas &&
           Count(status_, "replicas") == plan_.replicas &&
           Count(status_, "availableReplicas") == plan_.replicas;
  }

  bool HasProgressed() const {
    const auto outdated = [](const Json& status) {
      return Count(status, "replicas") - Count(status, "updatedReplicas");
    };
    return Count(status_, "updatedReplicas") > Count(old_, "updatedReplicas") ||
           outdated(status_) < outdated(old_) ||
           Count(status_, "readyReplicas") > Count(old_, "readyReplicas") ||
           Count(status_, "availableReplicas") > Count(old_, "availableReplicas");
  }

  void SetProgressing() {
    const int64_t seconds = IntAt(deployment_, {"spec", "progressDeadlineSeconds"},
                                  std::numeric_limits<int32_t>::max());
    if (seconds == std::numeric_limits<int32_t>::max()) {
      return RemoveCondition(status_, "Progressing");
    }
    const Json present = FindCondition(status_, "Progressing");
    const std::string_view reason = TextAt(present, {"reason"});
    if (At(deployment_, {"spec", "paused"}) == true) {
      if (reason != "ProgressDeadlineExceeded") {
        Set({"Progressing", Truth::Unknown(), "DeploymentPaused", "Deployment is paused"});
      }
      return;
    }
    if (reason == "DeploymentPaused") {
      Set({"Progressing", Truth::Unknown(), "DeploymentResumed", "Deployment is resumed"});
    }
    if (IsComplete()) {
      Set({"Progressing", true, "NewReplicaSetAvailable", Said("has successfully progressed.")});
    } else if (reason == "NewReplicaSetAvailable" &&
               Count(status_, "replicas") == Count(status_, "updatedReplicas")) {
      return;  // it is rolled out; that some Pods are missing is no part of a rollout
    } else if (HasProgressed() || reason == "NewReplicaSetAvailable") {
      Set({"Progressing", true, "ReplicaSetUpdated", Said("is progressing.")}, true);
      deadline_ = std::chrono::seconds(seconds);
    } else if (present.is_null()) {
      Set({"Progressing", true, "NewReplicaSetCreated",
           "Created new replica set \"" + std::string(NameOf(newest_)) + "\""});
      deadline_ = std::chrono::seconds(seconds);
    } else if (reason != "ProgressDeadlineExceeded") {
      CheckDeadline(std::chrono::seconds(seconds));
    }
  }

  void CheckDeadline(base::Duration limit) {
    const Json& present = FindCondition(status_, "Progressing");
    const auto since = kube::ParseTimestamp(TextAt(present, {"lastUpdateTime"}));
    const base::Duration rest = since ? *since + limit - now_ : limit;
    if (rest > base::Duration::zero()) {
      deadline_ = rest;
    } else {
      Set({"Progressing", false, "ProgressDeadlineExceeded", Said("has timed out progressing.")});
    }
  }

  void SetFailure() {
    RemoveCondition(status_, "ReplicaFailure");
    for (const Json& set : all_) {
      const Json& failure = FindCondition(Member(set, "status"), "ReplicaFailure");
      if (failure.is_null()) continue;
      Json copy = failure;
      copy["lastUpdateTime"] = TextAt(failure, {"lastTransitionTime"});
      status_["conditions"].push_back(std::move(copy));
      return;
    }
  }

  const Json& deployment_;
  const Json& newest_;
  const Documents& all_;
  const RolloutPlan plan_;
  const base::UnixTime now_;
  const Json& old_;
  Json status_;
  std::optional<base::Duration> deadline_;
};

}  // namespace

DeploymentStatus StatusOfDeployment(const Json& deployment, const Json& newest,
                                    const Documents& all, base::UnixTime now) {
  return StatusMaker(deployment, newest, all, now).Make();
}

}  // namespace oarlock::sandbox
