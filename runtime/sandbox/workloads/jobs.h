#pragma once
// Jobs: Pods until enough of them have succeeded, or too many have failed, or it is too late; and
// the status that says so. A finished Job goes after its ttlSecondsAfterFinished.

#include <map>
#include <set>

#include "sandbox/workloads/workload_controller.h"

namespace oarlock::sandbox {

class Jobs final : public WorkloadController {
 public:
  explicit Jobs(const ControllerContext& context)
      : WorkloadController(context, {"jobs.batch", "Job", "pods"}) {}

  ApiStatus Reconcile(const std::string& key) override;

 private:
  struct View {
    const Json& job;
    Json status;
    Documents active = {};
    Documents succeeded = {};
    Documents failed = {};
    std::set<int64_t> done = {};  // indexes, of an Indexed one
    bool indexed = false;
  };
  struct End {
    bool complete = false;
    std::string reason;
    std::string message;
  };

  View ViewOf(const Json& job, Documents pods) const;
  // What ends it, if anything does.
  std::optional<End> EndOf(const View& view);
  ApiStatus Finish(View& view, const End& end);
  ApiStatus Suspend(View& view);
  ApiStatus Run(View& view);
  ApiStatus Start(View& view, int64_t count);
  ApiStatus DeleteAll(const Documents& pods, size_t count);
  // How long to wait before the next Pod after a failure.
  base::Duration Pause(const View& view) const;
  void Count(View& view) const;
  ApiStatus Expire(const Json& job);
};

}  // namespace oarlock::sandbox
