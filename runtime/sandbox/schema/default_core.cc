// Defaults of the core group that depend on other fields.
#include <string>

#include "kube/text/base64.h"
#include "sandbox/schema/default_rules.h"

namespace oarlock::sandbox {
namespace {

// Without a digest: "latest", said or not, is pulled always.
void DefaultContainer(Json& container) {
  const std::string image(TextAt(container, {"image"}));
  const size_t name_start = image.rfind('/') == std::string::npos ? 0 : image.rfind('/');
  const size_t at = image.find('@');
  const size_t colon = image.find(':', name_start);
  const bool is_latest = at == std::string::npos &&
                         (colon == std::string::npos || image.substr(colon + 1) == "latest");
  SetDefault(container, "imagePullPolicy", is_latest ? "Always" : "IfNotPresent");
}

void DefaultHostPorts(Json& spec) {
  for (const char* list : {"containers", "initContainers"}) {
    if (!Member(spec, list).is_array()) continue;
    for (Json& container : spec[list]) {
      if (!Member(container, "ports").is_array()) continue;
      for (Json& port : container["ports"])
        SetDefault(port, "hostPort", Member(port, "containerPort"));
    }
  }
}

void DefaultPodSpec(Json& spec) {
  if (Member(spec, "hostNetwork") == true) DefaultHostPorts(spec);
  // The old name and the new one are one field.
  if (!TextAt(spec, {"serviceAccountName"}).empty()) {
    spec["serviceAccount"] = spec["serviceAccountName"];
  } else if (!TextAt(spec, {"serviceAccount"}).empty()) {
    spec["serviceAccountName"] = spec["serviceAccount"];
  }
}

void DefaultRequests(Json& container) {
  const Json limits = At(container, {"resources", "limits"});
  if (!limits.is_object() || limits.empty()) return;
  Json& requests = EnsureObject(container["resources"], "requests");
  for (const auto& [name, value] : limits.items()) SetDefault(requests, name.c_str(), value);
}

void DefaultPod(Json& pod) {
  Json& spec = pod["spec"];
  for (const char* list : {"containers", "initContainers"}) {
    if (!Member(spec, list).is_array()) continue;
    for (Json& container : spec[list]) DefaultRequests(container);
  }
  SetDefault(spec, "enableServiceLinks", true);
}

// The texts are for writers only: data is what is kept.
void DefaultSecret(Json& secret) {
  const Json texts = Member(secret, "stringData");
  secret.erase("stringData");
  if (!texts.is_object() || texts.empty()) return;
  Json& data = EnsureObject(secret, "data");
  for (const auto& [key, text] : texts.items()) data[key] = kube::EncodeBase64(TextOf(text));
}

void DefaultVolume(Json& volume) {
  if (volume.empty() || (volume.size() == 1 && volume.contains("name"))) {
    volume["emptyDir"] = Json::object();
  }
}

void DefaultServicePort(Json& port) {
  const Json& target = Member(port, "targetPort");
  if (target.is_null() || target == 0 || target == "") port["targetPort"] = Member(port, "port");
}

void DefaultService(Json& service) {
  Json& spec = service["spec"];
  SetDefault(spec, "type", "ClusterIP");
  const std::string type(TextAt(spec, {"type"}));
  const bool balanced = type == "LoadBalancer";
  if (TextAt(spec, {"sessionAffinity"}) == "ClientIP") {
    SetDefault(EnsureObject(EnsureObject(spec, "sessionAffinityConfig"), "clientIP"),
               "timeoutSeconds", 10800);
  } else {
    spec.erase("sessionAffinityConfig");
  }
  if (balanced || type == "NodePort") SetDefault(spec, "externalTrafficPolicy", "Cluster");
  if (type != "ExternalName") SetDefault(spec, "internalTrafficPolicy", "Cluster");
  if (balanced) SetDefault(spec, "allocateLoadBalancerNodePorts", true);
}

void DefaultReplicationController(Json& controller) {
  const Json labels = At(controller, {"spec", "template", "metadata", "labels"});
  if (!labels.is_object() || labels.empty()) return;
  SetDefault(controller["spec"], "selector", labels);
  SetDefault(EnsureObject(controller, "metadata"), "labels", labels);
}

void FillFrom(Json& item, const char* into, const char* from) {
  const Json values = Member(item, from);
  if (!values.is_object()) return;
  for (const auto& [name, value] : values.items()) {
    SetDefault(EnsureObject(item, into), name.c_str(), value);
  }
}

void DefaultLimitRangeItem(Json& item) {
  if (TextAt(item, {"type"}) != "Container") return;
  FillFrom(item, "default", "max");
  FillFrom(item, "defaultRequest", "default");
  FillFrom(item, "defaultRequest", "min");
}

void DefaultNodeStatus(Json& status) {
  if (const Json& capacity = Member(status, "capacity"); capacity.is_object()) {
    SetDefault(status, "allocatable", capacity);
  }
}

void DefaultPhasePending(Json& object) {
  SetDefault(EnsureObject(object, "status"), "phase", "Pending");
}

void DefaultNamespace(Json& ns) {
  SetDefault(EnsureObject(ns, "status"), "phase", "Active");
  const std::string name(TextAt(ns, {"metadata", "name"}));
  if (name.empty()) return;
  EnsureObject(EnsureObject(ns, "metadata"), "labels")["kubernetes.io/metadata.name"] = name;
}

}  // namespace

const DefaultFunctionRow kCoreDefaultFunctions[] = {
    {"core.v1.Container", DefaultContainer},
    {"core.v1.EphemeralContainer", DefaultContainer},
    {"core.v1.LimitRangeItem", DefaultLimitRangeItem},
    {"core.v1.Namespace", DefaultNamespace},
    {"core.v1.NodeStatus", DefaultNodeStatus},
    {"core.v1.PersistentVolume", DefaultPhasePending},
    {"core.v1.PersistentVolumeClaim", DefaultPhasePending},
    {"core.v1.Pod", DefaultPod},
    {"core.v1.PodSpec", DefaultPodSpec},
    {"core.v1.ReplicationController", DefaultReplicationController},
    {"core.v1.Secret", DefaultSecret},
    {"core.v1.Service", DefaultService},
    {"core.v1.ServicePort", DefaultServicePort},
    {"core.v1.Volume", DefaultVolume},
    {{}, nullptr},
};

}  // namespace oarlock::sandbox
