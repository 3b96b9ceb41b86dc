#pragma once
// WorkloadController: a controller of one type that owns objects of another (Deployments own
// ReplicaSets, those own Pods): which owners a change concerns. Keys are "namespace/name".

#include <string>
#include <string_view>

#include "sandbox/controllers/controller.h"
#include "sandbox/workloads/pods.h"

namespace oarlock::sandbox {

class WorkloadController : public Controller {
 public:
  void OnChange(const ObjectChange& change) override;

 protected:
  struct Types {
    std::string_view resource;  // "deployments.apps"
    std::string_view kind;
    std::string_view children;  // "replicasets.apps"
  };
  WorkloadController(const ControllerContext& context, Types types)
      : Controller(context), types_(types) {}

  std::string_view resource() const { return types_.resource; }
  std::string Now() const;
  void AddAll();
  // When a part of it has been ready for long enough.
  void LookAgain(const Json& object, const std::optional<base::Duration>& wait);

 private:
  void AddIn(const std::string& prefix);
  void AddOwnerOf(const StoredObject& child);

  const Types types_;
};

}  // namespace oarlock::sandbox
