#include "sandbox/api/binding.h"

#include <algorithm>

#include "sandbox/api/write_verbs.h"
#include "sandbox/object/object_body.h"
#include "sandbox/object/object_pipeline.h"
#include "sandbox/object/object_text.h"

namespace oarlock::sandbox {
namespace {

ApiError Refused(const ApiCall& call, const std::string& why) {
  ApiError error = Conflict(*call.type, call.path.name, why);
  error.message = "Operation cannot be fulfilled on pods/binding " +
                  WriteJson(Json(call.path.name)) + ": " + why;
  error.details["kind"] = "pods/binding";
  return error;
}

void Assign(const ApiCall& call, std::string_view node, Json& pod) {
  pod["spec"]["nodeName"] = node;
  Json& conditions = pod["status"]["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  const auto old = std::find_if(conditions.begin(), conditions.end(), [](const Json& one) {
    return TextAt(one, {"type"}) == "PodScheduled";
  });
  if (old != conditions.end()) conditions.erase(old);
  conditions.push_back({{"type", "PodScheduled"},
                        {"status", "True"},
                        {"lastProbeTime", nullptr},
                        {"lastTransitionTime", call.Now()}});
}

}  // namespace

ApiResult<server::HttpResponse> BindPod(ApiCall& call) {
  if (auto error = CheckWriteOptions(call, "CreateOptions")) return *error;
  auto binding = ReadObjectBody(call, {"", "v1", "Binding"});
  if (!binding.ok()) return binding.error();
  const std::string node(TextAt(*binding, {"target", "name"}));
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key());
    if (!old) return ObjectNotFound(*call.type, call.path.name);
    if (old->deleting) {
      return Refused(call, "pod " + old->name + " is being deleted, cannot be assigned to a host");
    }
    Json pod = ToJson(*old, *call.type);
    if (const auto present = TextAt(pod, {"spec", "nodeName"}); !present.empty()) {
      return Refused(
          call, "pod " + old->name + " is already assigned to node " + WriteJson(Json(present)));
    }
    Assign(call, node, pod);
    CompleteObject(call, pod);
    if (!IsDryRun(call.query)) {
      auto stored =
          call.env.store.Put(call.resource(), MakeDraft(std::move(pod), *call.type), old->version);
      if (!stored.ok()) {
        if (stored.status().code() == base::StatusCode::kConflict) continue;
        return StoreError(call, old->name, stored.status());
      }
    }
    return JsonAnswer(201,
                      {{"kind", "Status"},
                       {"apiVersion", "v1"},
                       {"metadata", Json::object()},
                       {"status", "Success"},
                       {"code", 201}},
                      call.accept);
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

}  // namespace oarlock::sandbox
