#include "sandbox/object/object_create.h"

#include <algorithm>
#include <string>
#include <utility>

namespace oarlock::sandbox {
namespace {

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

void PreparePod(Json& object) {
  AdmitPod(object["spec"]);
  object["status"] = {{"phase", "Pending"}, {"qosClass", QosClass(object)}};
}

// Its Pods are found by a label that nobody else has.
void PrepareJob(Json& object) {
  if (At(object, {"spec", "manualSelector"}) == true) return;
  const Json& uid = object["metadata"]["uid"];
  const Json& name = object["metadata"]["name"];
  Json& labels = object["spec"]["template"]["metadata"]["labels"];
  for (const char* key : {"controller-uid", "batch.kubernetes.io/controller-uid"})
    labels[key] = uid;
  for (const char* key : {"job-name", "batch.kubernetes.io/job-name"}) labels[key] = name;
  object["spec"]["selector"]["matchLabels"]["batch.kubernetes.io/controller-uid"] = uid;
  LabelJob(object);
}

// Not ready before somebody says so.
void PrepareNode(Json& object) {
  const Json taint = {{"key", "node.kubernetes.io/not-ready"}, {"effect", "NoSchedule"}};
  Json& taints = object["spec"]["taints"];
  if (std::find(taints.begin(), taints.end(), taint) == taints.end()) taints.push_back(taint);
}

// One without addresses is of both families where nothing says which Pods are behind it.
void PrepareService(Json& object) {
  object["status"] = {{"loadBalancer", Json::object()}};
  Json& spec = object["spec"];
  if (TextAt(spec, {"type"}) == "ExternalName") return;
  const bool headless = TextAt(spec, {"clusterIP"}) == "None";
  const Json& selector = Member(spec, "selector");
  const bool both = headless && (selector.is_null() || selector.empty());
  if (headless) spec["clusterIPs"] = Json::array({"None"});
  if (!spec.contains("ipFamilyPolicy")) {
    spec["ipFamilyPolicy"] = both ? "RequireDualStack" : "SingleStack";
  }
  if (spec.contains("ipFamilies")) return;
  spec["ipFamilies"] = Json::array({"IPv4"});
  if (both) spec["ipFamilies"].push_back("IPv6");
}

struct CreateRow {
  std::string_view type;
  void (*prepare)(Json& object);
};
constexpr CreateRow kRows[] = {{"namespaces", PrepareNamespace},
                               {"pods", PreparePod},
                               {"jobs.batch", PrepareJob},
                               {"nodes", PrepareNode},
                               {"services", PrepareService}};

void ResetStatus(const ResourceType& type, std::string_view now, Json& object) {
  const std::string name = type.qualified();
  if (type.Find("status") == nullptr || name == "nodes") return;
  object.erase("status");
  if (type.builtin) object["status"] = Json::object();
  if (name == "persistentvolumeclaims") object["status"] = {{"phase", "Pending"}};
  if (name == "persistentvolumes") {
    object["status"] = {{"phase", "Pending"}, {"lastPhaseTransitionTime", now}};
  }
  if (name == "ingresses.networking.k8s.io") {
    object["status"] = {{"loadBalancer", Json::object()}};
  }
}

}  // namespace

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

void LabelJob(Json& object) {
  const Json labels = At(object, {"spec", "template", "metadata", "labels"});
  Json& own = object["metadata"]["labels"];
  if (!labels.is_null() && own.empty()) own = labels;
  if (own.is_null()) object["metadata"].erase("labels");
}

void PrepareForCreate(const ResourceType& type, std::string_view now, Json& object) {
  const std::string name = type.qualified();
  ResetStatus(type, now, object);
  Json& metadata = object["metadata"];
  if (name == "persistentvolumeclaims") {
    metadata["finalizers"].push_back("kubernetes.io/pvc-protection");
  }
  if (name == "persistentvolumes") {
    metadata["finalizers"].push_back("kubernetes.io/pv-protection");
  }
  if (name == "daemonsets.apps") metadata["annotations"][std::string(kTemplateGeneration)] = "1";
  for (const CreateRow& row : kRows) {
    if (type.builtin && row.type == name) row.prepare(object);
  }
}

}  // namespace oarlock::sandbox
