#include "sandbox/types/resource_type.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sandbox/generated/rows.h"
#include "sandbox/types/json.h"

namespace oarlock::sandbox {
namespace {

ResourceType TypeOf(const Json& row) {
  const auto text = [&row](const char* name) { return std::string(TextOf(row[name])); };
  ResourceType type;
  type.group = text("servedGroup");
  type.version = text("servedVersion");
  type.kind = text("kind");
  type.list_kind = text("listKind");
  type.plural = text("plural");
  type.singular = text("singular");
  type.short_names = TextsOf(row["shortNames"]);
  type.categories = TextsOf(row["categories"]);
  type.verbs = TextsOf(row["verbs"]);
  type.storage_version_hash = text("storageVersionHash");
  type.namespaced = row["namespaced"].get<bool>();
  type.builtin = true;
  for (const Json& sub : row["subresources"]) {
    type.subresources.push_back(
        {std::string(TextOf(sub["name"])),
         {std::string(TextOf(sub["group"])), std::string(TextOf(sub["version"])),
          std::string(TextOf(sub["kind"]))},
         TextsOf(sub["verbs"])});
  }
  return type;
}

struct FieldRow {
  std::string_view resource;  // qualified
  std::string_view field;
};

constexpr FieldRow kSelectable[] = {
    {"pods", "spec.nodeName"},
    {"pods", "spec.restartPolicy"},
    {"pods", "spec.schedulerName"},
    {"pods", "spec.serviceAccountName"},
    {"pods", "spec.hostNetwork"},
    {"pods", "status.phase"},
    {"pods", "status.podIP"},
    {"pods", "status.podIPs"},
    {"pods", "status.nominatedNodeName"},
    {"events", "involvedObject.kind"},
    {"events", "involvedObject.namespace"},
    {"events", "involvedObject.name"},
    {"events", "involvedObject.uid"},
    {"events", "involvedObject.apiVersion"},
    {"events", "involvedObject.resourceVersion"},
    {"events", "involvedObject.fieldPath"},
    {"events", "reason"},
    {"events", "reportingComponent"},
    {"events", "source"},
    {"events", "type"},
    {"events.events.k8s.io", "regarding.kind"},
    {"events.events.k8s.io", "regarding.namespace"},
    {"events.events.k8s.io", "regarding.name"},
    {"events.events.k8s.io", "regarding.uid"},
    {"events.events.k8s.io", "regarding.apiVersion"},
    {"events.events.k8s.io", "regarding.resourceVersion"},
    {"events.events.k8s.io", "regarding.fieldPath"},
    {"events.events.k8s.io", "reason"},
    {"events.events.k8s.io", "reportingController"},
    {"events.events.k8s.io", "type"},
    {"namespaces", "status.phase"},
    {"nodes", "spec.unschedulable"},
    {"replicasets.apps", "status.replicas"},
    {"replicationcontrollers", "status.replicas"},
    {"jobs.batch", "status.successful"},
    {"secrets", "type"},
    {"services", "spec.clusterIP"},
    {"services", "spec.type"},
    {"certificatesigningrequests.certificates.k8s.io", "spec.signerName"},
};

constexpr std::string_view kWithGeneration[] = {
    "customresourcedefinitions.apiextensions.k8s.io",
    "cronjobs.batch",
    "daemonsets.apps",
    "deployments.apps",
    "endpointslices.discovery.k8s.io",
    "flowschemas.flowcontrol.apiserver.k8s.io",
    "horizontalpodautoscalers.autoscaling",
    "ingresses.networking.k8s.io",
    "ingressclasses.networking.k8s.io",
    "jobs.batch",
    "mutatingadmissionpolicies.admissionregistration.k8s.io",
    "mutatingwebhookconfigurations.admissionregistration.k8s.io",
    "networkpolicies.networking.k8s.io",
    "poddisruptionbudgets.policy",
    "pods",
    "podtemplates",
    "priorityclasses.scheduling.k8s.io",
    "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
    "replicasets.apps",
    "replicationcontrollers",
    "statefulsets.apps",
    "validatingadmissionpolicies.admissionregistration.k8s.io",
    "validatingwebhookconfigurations.admissionregistration.k8s.io",
};

}  // namespace

bool ResourceType::Has(std::string_view verb) const {
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

const Subresource* ResourceType::Find(std::string_view subresource) const {
  for (const Subresource& sub : subresources) {
    if (sub.name == subresource) return &sub;
  }
  return nullptr;
}

std::vector<std::shared_ptr<const ResourceType>> BuiltinTypes() {
  std::vector<std::shared_ptr<const ResourceType>> out;
  std::string_view rest = kTypeRows;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty()) continue;
    out.push_back(std::make_shared<const ResourceType>(TypeOf(ParseTrustedJson(line))));
  }
  return out;
}

std::vector<std::string_view> SelectableFields(const ResourceType& type) {
  std::vector<std::string_view> out;
  const std::string name = type.qualified();
  for (const FieldRow& row : kSelectable) {
    if (type.builtin && row.resource == name) out.push_back(row.field);
  }
  return out;
}

bool HasGeneration(const ResourceType& type) {
  if (!type.builtin) return true;
  const std::string name = type.qualified();
  return std::find(std::begin(kWithGeneration), std::end(kWithGeneration), name) !=
         std::end(kWithGeneration);
}

}  // namespace oarlock::sandbox
