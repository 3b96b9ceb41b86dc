#include "sandbox/schema/defaults.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "sandbox/schema/default_rules.h"

namespace oarlock::sandbox {
namespace {

struct ValueRow {
  std::string_view type;
  const char* field;
  std::string_view json;
};

constexpr ValueRow kValues[] = {
    {"admissionregistration.v1.MutatingWebhook", "failurePolicy", "\"Fail\""},
    {"admissionregistration.v1.MutatingWebhook", "matchPolicy", "\"Equivalent\""},
    {"admissionregistration.v1.MutatingWebhook", "namespaceSelector", "{}"},
    {"admissionregistration.v1.MutatingWebhook", "objectSelector", "{}"},
    {"admissionregistration.v1.MutatingWebhook", "reinvocationPolicy", "\"Never\""},
    {"admissionregistration.v1.MutatingWebhook", "timeoutSeconds", "10"},
    {"admissionregistration.v1.RuleWithOperations", "scope", "\"*\""},
    {"admissionregistration.v1.ServiceReference", "port", "443"},
    {"admissionregistration.v1.ValidatingWebhook", "failurePolicy", "\"Fail\""},
    {"admissionregistration.v1.ValidatingWebhook", "matchPolicy", "\"Equivalent\""},
    {"admissionregistration.v1.ValidatingWebhook", "namespaceSelector", "{}"},
    {"admissionregistration.v1.ValidatingWebhook", "objectSelector", "{}"},
    {"admissionregistration.v1.ValidatingWebhook", "timeoutSeconds", "10"},
    {"apiextensions.v1.CustomResourceDefinitionSpec", "conversion", "{\"strategy\":\"None\"}"},
    {"apiextensions.v1.ServiceReference", "port", "443"},
    {"apiregistration.v1.ServiceReference", "port", "443"},
    {"apps.v1.DeploymentSpec", "progressDeadlineSeconds", "600"},
    {"apps.v1.DeploymentSpec", "replicas", "1"},
    {"apps.v1.DeploymentSpec", "revisionHistoryLimit", "10"},
    {"apps.v1.DaemonSetSpec", "revisionHistoryLimit", "10"},
    {"apps.v1.ReplicaSetSpec", "replicas", "1"},
    {"apps.v1.StatefulSetSpec", "podManagementPolicy", "\"OrderedReady\""},
    {"apps.v1.StatefulSetSpec", "replicas", "1"},
    {"apps.v1.StatefulSetSpec", "revisionHistoryLimit", "10"},
    {"autoscaling.v1.HorizontalPodAutoscalerSpec", "minReplicas", "1"},
    {"autoscaling.v1.HorizontalPodAutoscalerSpec", "targetCPUUtilizationPercentage", "80"},
    {"autoscaling.v2.HorizontalPodAutoscalerSpec", "minReplicas", "1"},
    {"autoscaling.v2.HorizontalPodAutoscalerSpec", "metrics",
     R"([{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization",)"
     R"("averageUtilization":80}}}])"},
    {"batch.v1.CronJobSpec", "concurrencyPolicy", "\"Allow\""},
    {"batch.v1.CronJobSpec", "failedJobsHistoryLimit", "1"},
    {"batch.v1.CronJobSpec", "successfulJobsHistoryLimit", "3"},
    {"batch.v1.CronJobSpec", "suspend", "false"},
    {"core.v1.ConfigMapVolumeSource", "defaultMode", "420"},
    {"core.v1.Container", "terminationMessagePath", "\"/dev/termination-log\""},
    {"core.v1.Container", "terminationMessagePolicy", "\"File\""},
    {"core.v1.ContainerPort", "protocol", "\"TCP\""},
    {"core.v1.DownwardAPIVolumeSource", "defaultMode", "420"},
    {"core.v1.EndpointPort", "protocol", "\"TCP\""},
    {"core.v1.EphemeralContainer", "terminationMessagePath", "\"/dev/termination-log\""},
    {"core.v1.EphemeralContainer", "terminationMessagePolicy", "\"File\""},
    {"core.v1.GRPCAction", "service", "\"\""},
    {"core.v1.HTTPGetAction", "path", "\"/\""},
    {"core.v1.HTTPGetAction", "scheme", "\"HTTP\""},
    {"core.v1.HostPathVolumeSource", "type", "\"\""},
    {"core.v1.ISCSIVolumeSource", "iscsiInterface", "\"default\""},
    {"core.v1.ObjectFieldSelector", "apiVersion", "\"v1\""},
    {"core.v1.PersistentVolumeClaimSpec", "volumeMode", "\"Filesystem\""},
    {"core.v1.PersistentVolumeSpec", "persistentVolumeReclaimPolicy", "\"Retain\""},
    {"core.v1.PersistentVolumeSpec", "volumeMode", "\"Filesystem\""},
    {"core.v1.PodSpec", "dnsPolicy", "\"ClusterFirst\""},
    {"core.v1.PodSpec", "restartPolicy", "\"Always\""},
    {"core.v1.PodSpec", "schedulerName", "\"default-scheduler\""},
    {"core.v1.PodSpec", "securityContext", "{}"},
    {"core.v1.PodSpec", "terminationGracePeriodSeconds", "30"},
    {"core.v1.Probe", "failureThreshold", "3"},
    {"core.v1.Probe", "periodSeconds", "10"},
    {"core.v1.Probe", "successThreshold", "1"},
    {"core.v1.Probe", "timeoutSeconds", "1"},
    {"core.v1.ProjectedVolumeSource", "defaultMode", "420"},
    {"core.v1.ReplicationControllerSpec", "replicas", "1"},
    {"core.v1.Secret", "type", "\"Opaque\""},
    {"core.v1.SecretVolumeSource", "defaultMode", "420"},
    {"core.v1.ServiceAccountTokenProjection", "expirationSeconds", "3600"},
    {"core.v1.ServicePort", "protocol", "\"TCP\""},
    {"core.v1.ServiceSpec", "sessionAffinity", "\"None\""},
    {"core.v1.ServiceSpec", "type", "\"ClusterIP\""},
    {"discovery.v1.EndpointPort", "name", "\"\""},
    {"discovery.v1.EndpointPort", "protocol", "\"TCP\""},
    {"networking.v1.IngressClassParametersReference", "scope", "\"Cluster\""},
    {"networking.v1.NetworkPolicyPort", "protocol", "\"TCP\""},
    {"rbac.v1.RoleRef", "apiGroup", "\"rbac.authorization.k8s.io\""},
    {"scheduling.v1.PriorityClass", "preemptionPolicy", "\"PreemptLowerPriority\""},
    {"storage.v1.CSIDriverSpec", "attachRequired", "true"},
    {"storage.v1.CSIDriverSpec", "fsGroupPolicy", "\"ReadWriteOnceWithFSType\""},
    {"storage.v1.CSIDriverSpec", "podInfoOnMount", "false"},
    {"storage.v1.CSIDriverSpec", "requiresRepublish", "false"},
    {"storage.v1.CSIDriverSpec", "seLinuxMount", "false"},
    {"storage.v1.CSIDriverSpec", "storageCapacity", "false"},
    {"storage.v1.CSIDriverSpec", "volumeLifecycleModes", "[\"Persistent\"]"},
    {"storage.v1.StorageClass", "reclaimPolicy", "\"Delete\""},
    {"storage.v1.StorageClass", "volumeBindingMode", "\"Immediate\""},
};

// Structs that Go always has: their defaults apply although nobody wrote them.
constexpr std::pair<std::string_view, const char*> kStructs[] = {
    {"apiextensions.v1.CustomResourceDefinition", "spec"},
    {"apps.v1.DaemonSet", "spec"},
    {"apps.v1.Deployment", "spec"},
    {"apps.v1.ReplicaSet", "spec"},
    {"apps.v1.StatefulSet", "spec"},
    {"batch.v1.CronJob", "spec"},
    {"batch.v1.CronJobSpec", "jobTemplate"},
    {"batch.v1.JobTemplateSpec", "spec"},
    {"batch.v1.Job", "spec"},
    {"autoscaling.v1.HorizontalPodAutoscaler", "spec"},
    {"autoscaling.v2.HorizontalPodAutoscaler", "spec"},
    {"core.v1.PersistentVolume", "spec"},
    {"core.v1.PersistentVolumeClaim", "spec"},
    {"core.v1.Pod", "spec"},
    {"core.v1.PodTemplateSpec", "spec"},
    {"core.v1.ReplicationController", "spec"},
    {"core.v1.Service", "spec"},
    {"apps.v1.DaemonSetSpec", "template"},
    {"apps.v1.DeploymentSpec", "template"},
    {"apps.v1.StatefulSetSpec", "template"},
    {"apps.v1.ReplicaSetSpec", "template"},
    {"batch.v1.JobSpec", "template"},
    {"networking.v1.NetworkPolicy", "spec"},
    {"rbac.v1.ClusterRoleBinding", "roleRef"},
    {"rbac.v1.RoleBinding", "roleRef"},
    {"storage.v1.CSIDriver", "spec"},
};

struct Rules {
  std::vector<const char*> structs;
  std::vector<std::pair<const char*, Json>> values;
  DefaultFunction function = nullptr;
};

const std::unordered_map<std::string_view, Rules>& AllRules() {
  static const auto kRules = [] {
    std::unordered_map<std::string_view, Rules> rules;
    for (const auto& [type, field] : kStructs) rules[type].structs.push_back(field);
    for (const ValueRow& row : kValues) {
      rules[row.type].values.emplace_back(row.field, ParseTrustedJson(row.json));
    }
    for (const auto* rows : {kCoreDefaultFunctions, kGroupDefaultFunctions}) {
      for (; !rows->type.empty(); ++rows) rules[rows->type].function = rows->function;
    }
    return rules;
  }();
  return kRules;
}

void Apply(std::string_view definition, Json& object) {
  const auto at = AllRules().find(ShortTypeName(definition));
  if (at == AllRules().end()) return;
  for (const char* name : at->second.structs) EnsureObject(object, name);
  for (const auto& [name, value] : at->second.values) SetDefault(object, name, value);
  if (at->second.function != nullptr) at->second.function(object);
}

}  // namespace

void SetDefault(Json& object, const char* name, Json value) {
  Json& slot = object[name];
  if (slot.is_null()) slot = std::move(value);
}

Json& EnsureObject(Json& object, const char* name) {
  Json& slot = object[name];
  if (!slot.is_object()) slot = Json::object();
  return slot;
}

std::string_view ShortTypeName(std::string_view definition) {
  size_t at = definition.size();
  for (int dots = 0; dots < 3 && at != std::string_view::npos; ++dots) {
    at = at == 0 ? std::string_view::npos : definition.rfind('.', at - 1);
  }
  return at == std::string_view::npos ? definition : definition.substr(at + 1);
}

void DefaultBuiltin(const Schema& schema, Json& object) {
  if (object.is_object() && schema.kind == Kind::kObject) {
    Apply(schema.definition, object);
    for (auto& [name, value] : object.items()) {
      if (const Field* field = schema.Find(name)) DefaultBuiltin(*field->schema, value);
    }
  } else if (schema.element != nullptr && (object.is_array() || object.is_object())) {
    for (Json& item : object) DefaultBuiltin(*schema.element, item);
  }
}

}  // namespace oarlock::sandbox
