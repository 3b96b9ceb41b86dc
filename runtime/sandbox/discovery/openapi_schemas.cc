#include "sandbox/discovery/openapi_schemas.h"

#include <algorithm>
#include <utility>

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kReference = "#/components/schemas/";
constexpr const char* kMetadata = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

// "com.example.v1.Gear".
std::string CustomName(const ResourceType& type) {
  std::string name;
  std::string rest = type.group;
  for (size_t dot = 0; dot != std::string::npos;) {
    dot = rest.rfind('.');
    name += rest.substr(dot == std::string::npos ? 0 : dot + 1) + ".";
    rest = dot == std::string::npos ? "" : rest.substr(0, dot);
  }
  return name + type.version + "." + type.kind;
}

}  // namespace

void OpenApiSchemas::Add(const ResourceType& type, const CustomVersion* custom) {
  if (custom != nullptr) return AddCustom(type, *custom);
  AddDefinition(std::string(builtin_.DefinitionName(type.gvk())));
  if (type.list_kind.empty()) return;
  AddDefinition(std::string(builtin_.DefinitionName({type.group, type.version, type.list_kind})));
}

void OpenApiSchemas::AddDefinition(const std::string& name) {
  if (name.empty() || schemas_.contains(name)) return;
  const Json definition = builtin_.Definition(name);
  if (definition.is_null()) return;
  schemas_[name] = definition;  // before what it refers to: that may refer to it
  AddReferred(definition);
}

void OpenApiSchemas::AddReferred(const Json& node) {
  if (!node.is_structured()) return;
  for (const auto& [key, value] : node.items()) {
    const std::string_view text = TextOf(value);
    if (node.is_object() && key == "$ref" && text.starts_with(kReference)) {
      AddDefinition(std::string(text.substr(kReference.size())));
    } else {
      AddReferred(value);
    }
  }
}

void OpenApiSchemas::AddCustom(const ResourceType& type, const CustomVersion& custom) {
  Json schema = custom.open_api.is_object() ? custom.open_api : Json::object();
  Json& properties = schema["properties"];
  for (const char* name : {"apiVersion", "kind"}) properties[name]["type"] = "string";
  properties["metadata"] = {
      {"allOf", Json::array({{{"$ref", std::string(kReference) + kMetadata}}})}};
  schema["x-kubernetes-group-version-kind"] =
      Json::array({{{"group", type.group}, {"version", type.version}, {"kind", type.kind}}});
  schemas_[CustomName(type)] = std::move(schema);
  AddDefinition(kMetadata);
}

}  // namespace oarlock::sandbox
