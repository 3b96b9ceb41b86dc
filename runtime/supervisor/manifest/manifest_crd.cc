#include "supervisor/manifest/manifest_crd.h"

#include <fmt/format.h>

#include "kube/decode.h"
#include "kube/yaml.h"
#include "supervisor/manifest_schema.h"

namespace oarlock::supervisor {
namespace {

constexpr std::string_view kHead =
    R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
    R"("metadata":{"name":"pluginmanifests.oarlock.dev"},"spec":{"group":"oarlock.dev",)"
    R"("names":{"kind":"PluginManifest","listKind":"PluginManifestList",)"
    R"("plural":"pluginmanifests","singular":"pluginmanifest"},"scope":"Namespaced",)"
    R"("versions":[{"name":"v1alpha1","served":true,"storage":true,"subresources":{"status":{}},)"
    R"("additionalPrinterColumns":[{"name":"Ready","type":"string",)"
    R"("jsonPath":".status.conditions[?(@.type=='Ready')].status"},)"
    R"({"name":"Reason","type":"string",)"
    R"("jsonPath":".status.conditions[?(@.type=='Ready')].reason"},)"
    R"({"name":"Age","type":"date","jsonPath":".metadata.creationTimestamp"}],)";

}  // namespace

// What every object has is the API server's to check: a CRD may say no more of it than the types.
std::string ManifestCrd() {
  const kube::Object schema = *kube::DocumentFromJson(kManifestSchemaJson);
  const kube::Value root = schema.root();
  const std::string json = fmt::format(
      R"({}"schema":{{"openAPIV3Schema":{{"type":"object","description":{},"required":["spec"],)"
      R"("properties":{{"apiVersion":{{"type":"string"}},"kind":{{"type":"string"}},)"
      R"("metadata":{{"type":"object"}},"spec":{},"status":{}}}}}}}}}]}}}})",
      kHead, root["description"].ToJson(), root["properties"]["spec"].ToJson(),
      root["properties"]["status"].ToJson());
  return kube::WriteYaml(kube::DocumentFromJson(json)->root());
}

}  // namespace oarlock::supervisor
