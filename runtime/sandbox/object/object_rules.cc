#include "sandbox/object/object_rules.h"

#include <algorithm>
#include <array>
#include <utility>


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

// Members beside metadata, and status where it is a subresource: what generation counts.
bool DesiredStateChanged(const ResourceType& type, const Json& old, const Json& object) {
  const auto relevant = [&](const std::string& key) {
    return key != "metadata" && key != "apiVersion" && key != "kind" &&
           !(key == "status" && HasStatus(type));
  };
  if (type.builtin) return Member(old, "spec") != Member(object, "spec");
  for (const auto& [key, value] : object.items()) {
    if (relevant(key) && Member(old, key) != value) return true;
  }
  for (const auto& [key, value] : old.items()) {
    if (relevant(key) && !object.contains(key)) return true;
  }
  return false;
}

void PrepareNamespace(Json& object) {
  object["spec"]["finalizers"] = Json::array({"kubernetes"});
  object["status"] = {{"phase", "Active"}};
}

// Guaranteed where all containers have equal requests and limits, BestEffort where none has any.
std::string QosClass(const Json& pod) {
  bool any = false;
  bool all = true;
  const Json& containers = At(pod, {"spec", "containers"});
  if (!containers.is_array()) return "BestEffort";
  for (const Json& container : containers) {
    const Json& limits = At(container, {"resources", "limits"});
    const Json& requests = At(container, {"resources", "requests"});
    any = any || (limits.is_object() && !limits.empty()) ||
          (requests.is_object() && !requests.empty());
    all = all && limits.is_object() && limits.contains("cpu") && limits.contains("memory") &&
          (requests.is_null() || requests == limits);
  }
  if (!any) return "BestEffort";
  return all ? "Guaranteed" : "Burstable";
}

// What the admission plugins of a server put into each pod.
void AdmitPod(Json& spec) {
  if (!spec.is_object()) return;
  if (!spec.contains("priority")) spec["priority"] = 0;
  if (!spec.contains("preemptionPolicy")) spec["preemptionPolicy"] = "PreemptLowerPriority";
  for (const char* key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
    Json& tolerations = spec["tolerations"];
    const bool there = std::any_of(tolerations.begin(), tolerations.end(), [&](const Json& one) {
      const auto named = TextAt(one, {"key"});
      return named == key || named.empty();
    });
    if (there) continue;
    tolerations.push_back({{"key", key},
                           {"operator", "Exists"},
                           {"effect", "NoExecute"},
                           {"tolerationSeconds", 300}});
  }
}

void PreparePod(Json& object) {
  AdmitPod(object["spec"]);
  object["status"] = {{"phase", "Pending"}, {"qosClass", QosClass(object)}};
}

// Pods of a Job are told from those of others by its uid.
void PrepareJob(Json& object) {
  Json& spec = object["spec"];
  if (Member(spec, "manualSelector") == true) return;
  const Json name = At(object, {"metadata", "name"});
  const Json uid = At(object, {"metadata", "uid"});
  const char* const by_uid = "batch.kubernetes.io/controller-uid";
  Json& labels = spec["template"]["metadata"]["labels"];
  labels["controller-uid"] = uid;
  labels["job-name"] = name;
  labels[by_uid] = uid;
  labels["batch.kubernetes.io/job-name"] = name;
  spec["selector"]["matchLabels"][by_uid] = uid;
}

}  // namespace

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
    const char* const key = "deprecated.daemonset.template.generation";
    if (!annotations.is_object() || !annotations.contains(key)) annotations[key] = "1";
  }
}

void PrepareForCreate(const ResourceType& type, Json& object) {
  if (IsNamespaceType(type)) return PrepareNamespace(object);
  for (const auto& [plural, finalizer] :
       {std::pair("persistentvolumeclaims", "kubernetes.io/pvc-protection"),
        std::pair("persistentvolumes", "kubernetes.io/pv-protection")}) {
    if (Is(type, "", plural)) object["metadata"]["finalizers"].push_back(finalizer);
  }
  if (Is(type, "", "pods")) return PreparePod(object);
  if (Is(type, "batch", "jobs")) PrepareJob(object);
  if (!HasStatus(type)) return;
  if (Is(type, "", "nodes")) return;
  object.erase("status");
  if (type.builtin) object["status"] = Json::object();
  if (Is(type, "", "persistentvolumeclaims") || Is(type, "", "persistentvolumes")) {
    object["status"] = {{"phase", "Pending"}};
  }
  if (Is(type, "", "services") || Is(type, "networking.k8s.io", "ingresses")) {
    object["status"] = {{"loadBalancer", Json::object()}};
  }
}

void PrepareForUpdate(const ResourceType& type, std::string_view subresource, const Json& old,
                      Json& object) {
  if (subresource == "status") {
    Json status = Member(object, "status");
    Json metadata = Member(object, "metadata");
    object = old;
    if (status.is_null()) {
      object.erase("status");
    } else {
      object["status"] = std::move(status);
    }
    if (type.builtin) {
      CopyMember(Member(old, "metadata"), "labels", metadata);
      object["metadata"] = std::move(metadata);
    }
    return;
  }
  if (HasStatus(type)) CopyMember(old, "status", object);
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
  constexpr std::array<std::string_view, 3> kTypes = {
      "leases.coordination.k8s.io", "customresourcedefinitions.apiextensions.k8s.io",
      "apiservices.apiregistration.k8s.io"};
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
