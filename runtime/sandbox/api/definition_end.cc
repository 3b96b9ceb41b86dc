#include "sandbox/api/definition_end.h"

#include <algorithm>

#include "sandbox/object/object_pipeline.h"
#include "sandbox/object/object_text.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kFinalizer = "customresourcecleanup.apiextensions.k8s.io";

void SetTerminating(std::string_view now, const char* reason, const char* message,
                    Json& definition) {
  Json& conditions = definition["status"]["conditions"];
  const auto at = std::find_if(conditions.begin(), conditions.end(), [](const Json& one) {
    return TextAt(one, {"type"}) == "Terminating";
  });
  Json& condition = at != conditions.end() ? *at : conditions.emplace_back(Json::object());
  condition["type"] = "Terminating";
  condition["status"] = "True";
  condition["reason"] = reason;
  condition["message"] = message;
  if (!condition.contains("lastTransitionTime")) condition["lastTransitionTime"] = now;
}

}  // namespace

void MarkDefinition(const ApiCall& call, Json& definition) {
  Json& metadata = definition["metadata"];
  if (!Member(metadata, "deletionTimestamp").is_null()) return;
  metadata["deletionTimestamp"] = call.Now();
  metadata["finalizers"].push_back(kFinalizer);
  SetTerminating(call.Now(), "InstanceDeletionPending",
                 "CustomResourceDefinition marked for deletion; CustomResource deletion will begin "
                 "soon",
                 definition);
}

void ReleaseDefinition(const ApiCall& call, std::string_view name) {
  Store& store = call.env.store;
  const StoredPtr old = store.Find(kDefinitions, name);
  if (!old || !old->deleting) return;
  const TypePtr type =
      call.env.types.table()->Find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  Json definition = ToJson(*old, *type);
  const Json before = definition;
  if (store.Read()->Table(name).objects.First().valid()) {
    SetTerminating(call.Now(), "InstanceDeletionInProgress",
                   "CustomResource deletion is in progress", definition);
    ApiCall on_definition = call;
    on_definition.type = type;
    on_definition.custom = nullptr;
    on_definition.path.subresource.clear();
    TrackServer(on_definition, "status", before, definition);
  } else {
    Json& finalizers = definition["metadata"]["finalizers"];
    finalizers.erase(std::remove(finalizers.begin(), finalizers.end(), Json(kFinalizer)),
                     finalizers.end());
    if (finalizers.empty()) {
      static_cast<void>(store.Remove(kDefinitions, name, old->version));
      return;
    }
  }
  Draft draft = MakeDraft(std::move(definition), *type);
  if (!SameContent(*old, draft)) {
    static_cast<void>(store.Put(kDefinitions, std::move(draft), old->version));
  }
}

ApiStatus CheckDefinitionOpen(const ApiCall& call, std::string_view name) {
  if (!call.custom) return {};
  const StoredPtr definition = call.env.store.Find(kDefinitions, call.resource());
  if (!definition || !definition->deleting) return {};
  return Forbidden(*call.type, name,
                   "create not allowed while custom resource definition is terminating");
}

}  // namespace oarlock::sandbox
