#pragma once
// DaemonSets: one Pod on every node that the template's Pods may run on, updated a few at a time.

#include <map>

#include "sandbox/workloads/revisions.h"
#include "sandbox/workloads/workload_controller.h"

namespace oarlock::sandbox {

class DaemonSets final : public WorkloadController {
 public:
  explicit DaemonSets(const ControllerContext& context)
      : WorkloadController(context, {"daemonsets.apps", "DaemonSet", "pods"}) {}

  void OnChange(const ObjectChange& change) override;
  ApiStatus Reconcile(const std::string& key) override;

 private:
  struct View {
    const Json& set;
    std::string revision;                    // of the present template
    std::map<std::string, bool> nodes = {};  // by name; true: one belongs there
    std::map<std::string, Documents> pods = {};
    std::optional<base::Duration> wait = std::nullopt;
  };

  void ReadNodes(View& view);
  bool IsUp(View& view, const Json& pod) const;
  ApiStatus Manage(View& view);
  ApiStatus UpdatePods(View& view);
  ApiStatus MakePod(const View& view, const std::string& node);
  ApiStatus Report(View& view);
};

}  // namespace oarlock::sandbox
