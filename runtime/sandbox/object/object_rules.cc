#include "sandbox/object/object_rules.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "sandbox/object/object_create.h"
namespace oarlock::sandbox {
namespace {

bool Is(const ResourceType& type, std::string_view group, std::string_view plural) {
  return type.group == group && type.plural == plural;
}

template <size_t kSize>
bool IsOneOf(const ResourceType& type, const std::array<std::string_view, kSize>& names) {
  const std::string name = type.qualified();
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool HasStatus(const ResourceType& type) { return type.Find("status") != nullptr; }

// Members beside metadata, and status where it is a subresource.
bool ContentChanged(const ResourceType& type, const Json& old, const Json& object) {
  const auto relevant = [&](const std::string& key) {
    return key != "metadata" && key != "apiVersion" && key != "kind" &&
           !(key == "status" && HasStatus(type));
  };
  for (const auto& [key, value] : object.items()) {
    if (relevant(key) && Member(old, key) != value) return true;
  }
  for (const auto& [key, value] : old.items()) {
    if (relevant(key) && !object.contains(key)) return true;
  }
  return false;
}

// What generation counts.
bool DesiredStateChanged(const ResourceType& type, const Json& old, const Json& object) {
  const auto differs = [&](const char* name) {
    return At(old, {"metadata", name}) != At(object, {"metadata", name});
  };
  if (!type.builtin || Is(type, "", "podtemplates")) return ContentChanged(type, old, object);
  if (Is(type, "discovery.k8s.io", "endpointslices")) {
    return ContentChanged(type, old, object) || differs("labels");
  }
  const bool annotations = Is(type, "apps", "deployments") && differs("annotations");
  return annotations || Member(old, "spec") != Member(object, "spec");
}

// Who wrote the status is noted in metadata all the same.
void KeepAllButStatus(const Json& old, Json& object) {
  Json kept = old;
  CopyMember(object, "status", kept);
  CopyMember(Member(object, "metadata"), "managedFields", kept["metadata"]);
  object = std::move(kept);
}

// What stays where a status says nothing of it.
void KeepOfStatus(const ResourceType& type, std::string_view now, const Json& old, Json& object) {
  const Json& before = Member(old, "status");
  if (Is(type, "", "pods") && At(object, {"status", "qosClass"}).is_null()) {
    object["status"]["qosClass"] = Member(before, "qosClass");
  }
  if (Is(type, "batch", "jobs")) LabelJob(object);
  if (Is(type, "apps", "daemonsets")) {
    const std::string key(kTemplateGeneration);
    object["metadata"]["annotations"][key] = TextAt(old, {"metadata", "annotations", key});
  }
  if (Is(type, "", "persistentvolumes") && Member(before, "phase") != object["status"]["phase"]) {
    object["status"]["lastPhaseTransitionTime"] = now;
  }
}

// What a server has chosen for an object stays where an update says nothing of it.
void KeepAllocated(const ResourceType& type, const Json& old, Json& object) {
  const auto keep = [&](std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (At(object, {"spec", name}).is_null()) {
        CopyMember(Member(old, "spec"), name, object["spec"]);
      }
    }
  };
  if (Is(type, "", "services")) keep({"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"});
  if (Is(type, "", "pods")) {
    keep({"priority", "preemptionPolicy"});
    AdmitPod(object["spec"]);
  }
  if (!Is(type, "apps", "daemonsets")) return;
  const std::string key(kTemplateGeneration);
  int64_t count = std::atoll(std::string(TextAt(old, {"metadata", "annotations", key})).c_str());
  if (At(old, {"spec", "template"}) != At(object, {"spec", "template"})) ++count;
  object["metadata"]["annotations"][key] = std::to_string(count);
}

}  // namespace

bool OrphansByDefault(const ResourceType& type) {
  return Is(type, "", "replicationcontrollers") || Is(type, "batch", "jobs");
}

bool IsNamespaceType(const ResourceType& type) { return Is(type, "", "namespaces"); }

std::string_view DeprecationWarning(const ResourceType& type) {
  if (Is(type, "", "endpoints")) {
    return "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";
  }
  if (Is(type, "", "componentstatuses")) return "v1 ComponentStatus is deprecated in v1.19+";
  return {};
}

bool IsVirtual(const ResourceType& type) {
  return type.group == "authorization.k8s.io" || type.group == "authentication.k8s.io";
}

void ConvertRead(const ResourceType& type, Json& object) {
  const std::string name(TextAt(object, {"metadata", "name"}));
  if (IsNamespaceType(type) && !name.empty()) {
    object["metadata"]["labels"]["kubernetes.io/metadata.name"] = name;
  }
  if (Is(type, "apps", "daemonsets") && object.contains("metadata")) {
    Json& annotations = object["metadata"]["annotations"];
    const std::string key(kTemplateGeneration);
    if (!annotations.is_object() || !annotations.contains(key)) annotations[key] = "0";
  }
  if (Is(type, "", "nodes")) {
    const Json& one = At(object, {"spec", "podCIDR"});
    if (!one.is_null() && At(object, {"spec", "podCIDRs"}).is_null()) {
      object["spec"]["podCIDRs"] = Json::array({one});
    }
  }
}

std::vector<std::vector<std::string>> FieldsKept(const ResourceType& type,
                                                 std::string_view subresource) {
  if (subresource != "status") {
    if (HasStatus(type)) return {{"status"}};
    return {};
  }
  std::vector<std::vector<std::string>> kept = {{"spec"}};
  const auto keep = [&](const char* name) { kept.push_back({"metadata", name}); };
  if (Is(type, "apps", "deployments")) keep("labels");
  if (Is(type, "", "pods")) keep("ownerReferences");
  if (Is(type, "apiextensions.k8s.io", "customresourcedefinitions")) {
    for (const char* name : {"annotations", "finalizers", "labels", "ownerReferences"}) keep(name);
  }
  return kept;
}

void PrepareForUpdate(const ResourceType& type, std::string_view subresource, std::string_view now,
                      const Json& old, Json& object) {
  if (subresource == "status" && !type.builtin) return KeepAllButStatus(old, object);
  for (const auto& path : FieldsKept(type, subresource)) {
    if (path.size() == 1) CopyMember(old, path[0].c_str(), object);
    if (path.size() == 2) CopyMember(old[path[0]], path[1].c_str(), object[path[0]]);
  }
  if (subresource == "status") return KeepOfStatus(type, now, old, object);
  KeepAllocated(type, old, object);
  if (IsNamespaceType(type)) {
    if (subresource != "finalize") CopyMember(old, "spec", object);
    if (Member(object, "spec").is_object() && Member(object["spec"], "finalizers").empty()) {
      object["spec"].erase("finalizers");
    }
    object["metadata"]["labels"]["kubernetes.io/metadata.name"] =
        TextAt(object, {"metadata", "name"});
  }
  if (HasGeneration(type) && DesiredStateChanged(type, old, object)) {
    const Json& generation = At(old, {"metadata", "generation"});
    object["metadata"]["generation"] =
        (generation.is_number_integer() ? generation.get<int64_t>() : 0) + 1;
  }
}

bool MayCreateOnUpdate(const ResourceType& type) {
  constexpr std::array<std::string_view, 9> kTypes = {
      "leases.coordination.k8s.io",
      "events",
      "events.events.k8s.io",
      "endpoints",
      "services",
      "roles.rbac.authorization.k8s.io",
      "clusterroles.rbac.authorization.k8s.io",
      "rolebindings.rbac.authorization.k8s.io",
      "clusterrolebindings.rbac.authorization.k8s.io"};
  return IsOneOf(type, kTypes);
}

bool MayUpdateUnconditionally(const ResourceType& type) {
  constexpr std::array<std::string_view, 4> kTypes = {
      "leases.coordination.k8s.io", "poddisruptionbudgets.policy",
      "customresourcedefinitions.apiextensions.k8s.io", "apiservices.apiregistration.k8s.io"};
  return type.builtin && !IsOneOf(type, kTypes);
}

bool AnswersDeletedObject(const ResourceType& type) {
  constexpr std::array<std::string_view, 8> kTypes = {
      "pods",         "services",       "serviceaccounts",        "persistentvolumes",
      "podtemplates", "resourcequotas", "persistentvolumeclaims", "storageclasses.storage.k8s.io"};
  return IsOneOf(type, kTypes);
}

std::optional<int64_t> GraceSeconds(const ResourceType& type, const Json& object,
                                    std::optional<int64_t> asked) {
  if (!Is(type, "", "pods")) return std::nullopt;
  const std::string_view phase = TextAt(object, {"status", "phase"});
  if (TextAt(object, {"spec", "nodeName"}).empty() || phase == "Failed" || phase == "Succeeded") {
    return 0;
  }
  if (asked) return *asked;
  const Json& own = At(object, {"spec", "terminationGracePeriodSeconds"});
  return own.is_number_integer() ? own.get<int64_t>() : 30;
}

}  // namespace oarlock::sandbox
