#include "sandbox/workloads/workload_controller.h"

#include "kube/timestamp.h"
#include "sandbox/controllers/owner_refs.h"

namespace oarlock::sandbox {

void WorkloadController::OnChange(const ObjectChange& change) {
  if (change.resource == types_.resource) {
    if (!change.deleted) Add(change.object->key());
  } else if (change.resource == types_.children) {
    AddOwnerOf(*change.object);
    if (change.previous && !change.deleted) AddOwnerOf(*change.previous);
  }
}

void WorkloadController::AddOwnerOf(const StoredObject& child) {
  if (const auto owner = ControllerOf(child)) {
    if (owner->kind == types_.kind) Add(child.ns + "/" + owner->name);
  } else if (child.labels) {
    AddIn(child.ns + "/");  // one of them may take it
  }
}

void WorkloadController::AddIn(const std::string& prefix) {
  const Snapshot state = client().Read();
  auto at = state->Table(types_.resource).objects.LowerBound(prefix);
  for (; at.valid() && at.key().starts_with(prefix); at.Next()) Add(at.key());
}

void WorkloadController::AddAll() { AddIn(""); }

std::string WorkloadController::Now() const { return kube::FormatTime(clock().UnixNow()); }

void WorkloadController::LookAgain(const Json& object, const std::optional<base::Duration>& wait) {
  if (wait) AddAfter(KeyOf(object), *wait);
}

}  // namespace oarlock::sandbox
