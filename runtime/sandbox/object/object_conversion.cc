#include "sandbox/object/object_conversion.h"

#include <utility>

namespace oarlock::sandbox {
namespace {

bool IsNewEvent(const ResourceType& type) { return type.qualified() == "events.events.k8s.io"; }

struct Renamed {
  const char* stored;
  const char* shown;
  const char* empty;  // what the stored form has where there is nothing; null: no member
};
constexpr Renamed kEventFields[] = {{"involvedObject", "regarding", "{}"},
                                    {"message", "note", nullptr},
                                    {"source", "deprecatedSource", "{}"},
                                    {"firstTimestamp", "deprecatedFirstTimestamp", "null"},
                                    {"lastTimestamp", "deprecatedLastTimestamp", "null"},
                                    {"count", "deprecatedCount", nullptr},
                                    {"reportingComponent", "reportingController", "\"\""},
                                    {"reportingInstance", "reportingInstance", "\"\""}};

void Rename(const char* from, const char* to, Json& object) {
  if (std::string_view(from) == to || !object.contains(from)) return;
  object[to] = std::move(object[from]);
  object.erase(from);
}

Json StoredEvent(Json object) {
  for (const Renamed& row : kEventFields) {
    Rename(row.shown, row.stored, object);
    if (row.empty != nullptr && !object.contains(row.stored)) {
      object[row.stored] = ParseTrustedJson(row.empty);
    }
  }
  return object;
}

Json ShownEvent(Json object) {
  for (const Renamed& row : kEventFields) {
    Rename(row.stored, row.shown, object);
    if (Member(object, row.shown) == "") object.erase(row.shown);
  }
  return object;
}

// The processor's metric, which autoscaling/v1 has fields for; null where there is none.
Json* FindProcessor(Json& metrics) {
  for (Json& one : metrics) {
    if (TextAt(one, {"type"}) == "Resource" && TextAt(one, {"resource", "name"}) == "cpu") {
      return &one["resource"];
    }
  }
  return nullptr;
}

Json Metric(Json resource) {
  resource["name"] = "cpu";
  return Json::array({{{"type", "Resource"}, {"resource", std::move(resource)}}});
}

Json StoredAutoscaler(Json object) {
  Json& spec = object["spec"];
  if (const Json target = Member(spec, "targetCPUUtilizationPercentage"); !target.is_null()) {
    spec["metrics"] =
        Metric({{"target", {{"type", "Utilization"}, {"averageUtilization", target}}}});
    spec.erase("targetCPUUtilizationPercentage");
  }
  Json& status = object["status"];
  const Json current = Member(status, "currentCPUUtilizationPercentage");
  status.erase("currentCPUUtilizationPercentage");
  status["currentMetrics"] = nullptr;
  if (!current.is_null()) {
    status["currentMetrics"] = Metric({{"current", {{"averageUtilization", current}}}});
  }
  if (Member(status, "currentReplicas") == 0) status.erase("currentReplicas");
  return object;
}

Json ShownAutoscaler(Json object) {
  Json& spec = object["spec"];
  if (const Json* target = FindProcessor(spec["metrics"])) {
    const Json& share = At(*target, {"target", "averageUtilization"});
    if (!share.is_null()) spec["targetCPUUtilizationPercentage"] = share;
  }
  for (const char* name : {"metrics", "behavior"}) spec.erase(name);
  Json& status = object["status"];
  if (const Json* current = FindProcessor(status["currentMetrics"])) {
    const Json& share = At(*current, {"current", "averageUtilization"});
    if (!share.is_null()) status["currentCPUUtilizationPercentage"] = share;
  }
  for (const char* name : {"currentMetrics", "conditions"}) status.erase(name);
  if (!status.contains("currentReplicas")) status["currentReplicas"] = 0;
  return object;
}

}  // namespace

std::string StoredAs(const ResourceType& type) {
  return IsNewEvent(type) ? "events" : type.qualified();
}

bool IsConverted(const ResourceType& type) {
  if (!type.builtin) return false;
  return IsNewEvent(type) || (type.group == "autoscaling" && type.version == "v1");
}

Json ToStoredForm(const ResourceType& type, Json object) {
  return IsNewEvent(type) ? StoredEvent(std::move(object)) : StoredAutoscaler(std::move(object));
}

Json FromStoredForm(const ResourceType& type, Json object) {
  return IsNewEvent(type) ? ShownEvent(std::move(object)) : ShownAutoscaler(std::move(object));
}

}  // namespace oarlock::sandbox
