#pragma once
// StatefulSets: Pods with numbers, one after the other unless the policy is Parallel, with claims
// of their own; updated from the highest number down to the partition.

#include <map>

#include "sandbox/workloads/revisions.h"
#include "sandbox/workloads/workload_controller.h"

namespace oarlock::sandbox {

class StatefulSets final : public WorkloadController {
 public:
  explicit StatefulSets(const ControllerContext& context)
      : WorkloadController(context, {"statefulsets.apps", "StatefulSet", "pods"}) {}

  ApiStatus Reconcile(const std::string& key) override;

 private:
  using ByNumber = std::map<int64_t, Json>;
  struct View {
    const Json& set;
    const Revisions& revisions;
    std::string current;  // revision of Pods that are not updated yet
    ByNumber pods;
    int64_t first = 0;
    int64_t end = 0;  // first + replicas
    bool parallel = false;
    std::optional<base::Duration> wait = std::nullopt;
  };

  View ViewOf(const Json& set, const Revisions& revisions, Documents pods) const;
  bool IsUp(View& view, const Json& pod) const;
  // One step each; true: the next step has to wait for what this one did or found.
  ApiResult<bool> Fill(View& view);
  ApiResult<bool> Shrink(View& view);
  ApiStatus UpdatePods(View& view);
  ApiStatus MakePod(const View& view, int64_t number);
  ApiStatus MakeClaims(const View& view, int64_t number, Json& pod);
  ApiStatus Advance(View& view);
  ApiStatus Report(View& view);
};

}  // namespace oarlock::sandbox
