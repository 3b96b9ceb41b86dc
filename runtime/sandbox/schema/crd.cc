#include "sandbox/schema/crd.h"

#include <algorithm>
#include <utility>

namespace oarlock::sandbox {
namespace {

// In the order in which discovery shows them.
const std::vector<std::string>& CustomVerbs() {
  static const std::vector<std::string> kVerbs{"delete", "deletecollection", "get",    "list",
                                               "patch",  "create",           "update", "watch"};
  return kVerbs;
}

const std::vector<std::string>& SubresourceVerbs() {
  static const std::vector<std::string> kVerbs{"get", "patch", "update"};
  return kVerbs;
}

std::shared_ptr<const ResourceType> TypeOf(const Json& spec, const Json& version) {
  const Json& names = Member(spec, "names");
  auto type = std::make_shared<ResourceType>();
  type->group = TextAt(spec, {"group"});
  type->version = TextAt(version, {"name"});
  type->kind = TextAt(names, {"kind"});
  type->list_kind = TextAt(names, {"listKind"});
  type->plural = TextAt(names, {"plural"});
  type->singular = TextAt(names, {"singular"});
  type->short_names = TextsOf(Member(names, "shortNames"));
  type->categories = TextsOf(Member(names, "categories"));
  type->namespaced = TextAt(spec, {"scope"}) == "Namespaced";
  type->verbs = CustomVerbs();
  if (!At(version, {"subresources", "status"}).is_null()) {
    type->subresources.push_back({"status", type->gvk(), SubresourceVerbs()});
  }
  if (!At(version, {"subresources", "scale"}).is_null()) {
    type->subresources.push_back({"scale", {"autoscaling", "v1", "Scale"}, SubresourceVerbs()});
  }
  return type;
}

std::vector<PrinterColumn> ColumnsOf(const Json& version) {
  const Json& columns = Member(version, "additionalPrinterColumns");
  if (!columns.is_array() || columns.empty()) {
    // The server's own text for this column is that of the field's documentation.
    return {{"Age", "date", "", "", ".metadata.creationTimestamp", 0}};
  }
  std::vector<PrinterColumn> out;
  for (const Json& column : columns) {
    const auto text = [&column](const char* name) { return std::string(TextAt(column, {name})); };
    const Json& priority = Member(column, "priority");
    PrinterColumn row{text("name"),     text("type"),
                      text("format"),   text("description"),
                      text("jsonPath"), priority.is_number_integer() ? priority.get<int64_t>() : 0};
    if (row.description.empty()) {
      row.description = "Custom resource definition column (in JSONPath format): " + row.json_path;
    }
    out.push_back(std::move(row));
  }
  return out;
}

CustomVersion VersionOf(const BuiltinSchemas& builtin, const Json& spec, const Json& version) {
  CustomVersion out;
  out.type = TypeOf(spec, version);
  out.schema = std::make_shared<CustomSchema>(builtin, At(version, {"schema", "openAPIV3Schema"}));
  out.open_api = At(version, {"schema", "openAPIV3Schema"});
  out.columns = ColumnsOf(version);
  for (const Json& field : Member(version, "selectableFields")) {
    out.selectable_fields.emplace_back(TextAt(field, {"jsonPath"}));
  }
  out.served = Member(version, "served") == true;
  out.storage = Member(version, "storage") == true;
  out.has_status = out.type->Find("status") != nullptr;
  out.has_scale = out.type->Find("scale") != nullptr;
  const Json& scale = At(version, {"subresources", "scale"});
  out.scale = {std::string(TextAt(scale, {"specReplicasPath"})),
               std::string(TextAt(scale, {"statusReplicasPath"})),
               std::string(TextAt(scale, {"labelSelectorPath"}))};
  if (Member(version, "deprecated") == true) {
    out.deprecation_warning = TextAt(version, {"deprecationWarning"});
    if (out.deprecation_warning.empty()) {
      out.deprecation_warning = out.type->api_version() + " " + out.type->kind + " is deprecated";
    }
  }
  return out;
}

}  // namespace

const CustomVersion* CustomResource::Find(std::string_view version) const {
  const auto at = std::find_if(versions.begin(), versions.end(),
                               [version](const auto& one) { return one.type->version == version; });
  return at == versions.end() ? nullptr : &*at;
}

const CustomVersion* CustomResource::storage_version() const {
  const auto at =
      std::find_if(versions.begin(), versions.end(), [](const auto& one) { return one.storage; });
  return at == versions.end() ? nullptr : &*at;
}

std::vector<std::string> CustomResource::Warnings() const {
  std::vector<std::string> out;
  for (const CustomVersion& version : versions) {
    if (!version.schema->has_rules()) continue;
    out.push_back("spec.versions[" + version.type->version +
                  "]: x-kubernetes-validations are not evaluated by this server");
  }
  return out;
}

CustomResource ReadDefinition(const BuiltinSchemas& builtin, const Json& definition) {
  const Json& spec = Member(definition, "spec");
  CustomResource out;
  out.name = TextAt(definition, {"metadata", "name"});
  out.group = TextAt(spec, {"group"});
  out.kind = TextAt(spec, {"names", "kind"});
  out.plural = TextAt(spec, {"names", "plural"});
  for (const Json& version : Member(spec, "versions")) {
    out.versions.push_back(VersionOf(builtin, spec, version));
  }
  return out;
}

Json EstablishedStatus(const Json& definition, std::string_view now) {
  const Json& spec = Member(definition, "spec");
  const auto condition = [now](const char* type, const char* reason, const char* message) {
    return Json{{"type", type},
                {"status", "True"},
                {"lastTransitionTime", now},
                {"reason", reason},
                {"message", message}};
  };
  Json stored = At(definition, {"status", "storedVersions"});
  if (!stored.is_array()) stored = Json::array();
  for (const Json& version : Member(spec, "versions")) {
    const Json& name = Member(version, "name");
    const bool known = std::find(stored.begin(), stored.end(), name) != stored.end();
    if (Member(version, "storage") == true && !known) stored.push_back(name);
  }
  Json conditions = At(definition, {"status", "conditions"});
  if (!conditions.is_array() || conditions.empty()) {
    conditions = Json::array();
    conditions.push_back(condition("NamesAccepted", "NoConflicts", "no conflicts found"));
    conditions.push_back(
        condition("Established", "InitialNamesAccepted", "the initial names have been accepted"));
  }
  return {{"acceptedNames", Member(spec, "names")},
          {"conditions", std::move(conditions)},
          {"storedVersions", std::move(stored)}};
}

}  // namespace oarlock::sandbox
