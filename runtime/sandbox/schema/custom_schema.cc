#include "sandbox/schema/custom_schema.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <cmath>
#include <utility>

#include "base/check.h"
#include "kube/schema.h"

namespace oarlock::sandbox {
namespace {

std::optional<int64_t> IntegerOf(const Json& node, std::string_view name) {
  const Json& value = Member(node, name);
  return value.is_number_integer() ? std::optional(value.get<int64_t>()) : std::nullopt;
}

std::optional<double> NumberOf(const Json& node, std::string_view name) {
  const Json& value = Member(node, name);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

Kind KindOf(const Json& node) {
  const std::string_view type = TextAt(node, {"type"});
  if (Member(node, "x-kubernetes-int-or-string") == true) return Kind::kIntOrString;
  if (type == "object") return node.contains("properties") ? Kind::kObject : Kind::kMap;
  if (type == "array") return Kind::kList;
  if (type == "string") return Kind::kString;
  if (type == "boolean") return Kind::kBoolean;
  if (type == "number") return Kind::kNumber;
  if (type == "integer") return Kind::kInt64;
  return Kind::kAny;
}

void ReadOwnership(const Json& node, Schema& schema) {
  schema.atomic = TextAt(node, {"x-kubernetes-map-type"}) == "atomic";
  const std::string_view list = TextAt(node, {"x-kubernetes-list-type"});
  schema.list_type = list == "map"   ? ListType::kMap
                     : list == "set" ? ListType::kSet
                                     : ListType::kAtomic;
  for (const Json& key : Member(node, "x-kubernetes-list-map-keys")) {
    schema.list_keys.emplace_back(TextOf(key));
  }
  schema.preserve_unknown = Member(node, "x-kubernetes-preserve-unknown-fields") == true;
  schema.embedded = Member(node, "x-kubernetes-embedded-resource") == true;
  schema.nullable = Member(node, "nullable") == true;
}

// Whole numbers are integers, as they are once they were stored.
void NormalizeNumbers(Json& value) {
  if (value.is_number_float()) {
    const auto number = value.get<double>();
    constexpr double kExact = 9007199254740992.0;
    if (number == std::floor(number) && std::abs(number) < kExact) {
      value = static_cast<int64_t>(number);
    }
  } else if (value.is_structured()) {
    for (Json& item : value) NormalizeNumbers(item);
  }
}

bool IsObjectField(std::string_view name) {
  return name == "apiVersion" || name == "kind" || name == "metadata";
}

}  // namespace

CustomSchema::CustomSchema(const BuiltinSchemas& builtin, const Json& open_api)
    : metadata_(*builtin.FindDefinition("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")) {
  Schema& root =
      *const_cast<Schema*>(Compile(open_api.is_object() ? open_api : Json::object(), true));
  if (open_api.is_null()) root.preserve_unknown = true;
  root.kind = Kind::kObject;
  Schema& text = nodes_.emplace_back();
  text.kind = Kind::kString;
  for (const char* name : {"apiVersion", "kind"}) {
    if (root.Find(name) == nullptr) root.fields[name].schema = &text;
  }
  // Names may be bounded by the CRD; how metadata is merged is not its to say.
  root.fields["metadata"].schema = &metadata_;
  root_ = &root;
}

const Schema* CustomSchema::Compile(const Json& node, bool is_structural) {
  Schema& schema = nodes_.emplace_back();
  schema.constraints = ConstraintsOf(node);
  if (!node.is_object()) return &schema;
  has_rules_ = has_rules_ || node.contains("x-kubernetes-validations");
  schema.kind = KindOf(node);
  ReadOwnership(node, schema);
  CompileObject(node, schema, is_structural);
  if (const Json& items = Member(node, "items"); items.is_object()) {
    schema.element = Compile(items, is_structural);
  }
  return &schema;
}

void CustomSchema::CompileObject(const Json& node, Schema& schema, bool is_structural) {
  if (const Json& properties = Member(node, "properties"); properties.is_object()) {
    for (const auto& [name, property] : properties.items()) {
      Field& field = schema.fields[name];
      field.schema = Compile(property, is_structural);
      if (const Json& value = Member(property, "default"); !value.is_null()) {
        field.default_value = value;
        NormalizeNumbers(field.default_value);
        field.has_default = true;
      }
    }
  }
  const Json& more = Member(node, "additionalProperties");
  if (more.is_object()) schema.element = Compile(more, is_structural);
  if (more == true) {
    Schema& any = nodes_.emplace_back();
    any.preserve_unknown = true;
    any.constraints = std::make_shared<Constraints>();
    schema.element = &any;
  }
}

std::shared_ptr<const Constraints> CustomSchema::ConstraintsOf(const Json& node) {
  auto out = std::make_shared<Constraints>();
  out->type = TextAt(node, {"type"});
  out->format = TextAt(node, {"format"});
  out->int_or_string = Member(node, "x-kubernetes-int-or-string") == true;
  out->minimum = NumberOf(node, "minimum");
  out->maximum = NumberOf(node, "maximum");
  out->multiple_of = NumberOf(node, "multipleOf");
  out->exclusive_minimum = Member(node, "exclusiveMinimum") == true;
  out->exclusive_maximum = Member(node, "exclusiveMaximum") == true;
  out->min_length = IntegerOf(node, "minLength");
  out->max_length = IntegerOf(node, "maxLength");
  out->min_items = IntegerOf(node, "minItems");
  out->max_items = IntegerOf(node, "maxItems");
  out->min_properties = IntegerOf(node, "minProperties");
  out->max_properties = IntegerOf(node, "maxProperties");
  out->pattern = TextAt(node, {"pattern"});
  if (!out->pattern.empty() && out->pattern.size() <= kube::kSchemaPatternMax) {
    auto regex = std::make_shared<RE2>(out->pattern, RE2::Quiet);
    if (regex->ok()) out->regex = std::move(regex);
  }
  for (const Json& value : Member(node, "enum")) out->enumeration.push_back(value);
  for (const Json& name : Member(node, "required")) out->required.emplace_back(TextOf(name));
  for (const auto& [name, branches] :
       {std::pair("allOf", &out->all_of), {"anyOf", &out->any_of}, {"oneOf", &out->one_of}}) {
    for (const Json& branch : Member(node, name)) branches->push_back(Compile(branch, false));
  }
  if (const Json& negated = Member(node, "not"); negated.is_object()) {
    out->negated = Compile(negated, false);
  }
  return out;
}

DecodeReport CustomSchema::Decode(Json& object) const {
  DecodeReport report;
  if (!object.is_object()) return report;
  if (const auto at = object.find("metadata"); at != object.end() && at->is_object()) {
    report = DecodeBuiltin(metadata_, *at);
    for (std::string& text : report.unknown) text.insert(text.find('"') + 1, "metadata.");
    if (!report.status.ok()) return report;
  }
  const Json metadata = Member(object, "metadata");
  NormalizeNumbers(object);
  std::vector<std::string> unknown;
  PruneValue(*root_, object, "", unknown);
  if (!metadata.is_null()) object["metadata"] = metadata;
  report.unknown.insert(report.unknown.end(), unknown.begin(), unknown.end());
  DefaultValue(*root_, object);
  return report;
}

FieldErrors CustomSchema::Validate(const Json& object) const {
  return ValidateValue(*root_, object, "");
}

void PruneValue(const Schema& schema, Json& value, const std::string& path,
                std::vector<std::string>& unknown) {
  if (!schema.definition.empty()) return;  // metadata: decoded
  if (value.is_array()) {
    if (schema.element == nullptr) return;
    for (size_t i = 0; i < value.size(); ++i) {
      PruneValue(*schema.element, value[i], fmt::format("{}[{}]", path, i), unknown);
    }
    return;
  }
  if (!value.is_object()) return;
  for (auto at = value.begin(); at != value.end();) {
    const std::string below = path.empty() ? at.key() : path + "." + at.key();
    const Field* field = schema.Find(at.key());
    const Schema* member = field != nullptr ? field->schema : schema.element;
    const bool keep = schema.preserve_unknown || (schema.embedded && IsObjectField(at.key()));
    if (member == nullptr && !keep) {
      if (unknown.size() < kStrictErrorsMax) unknown.push_back("unknown field \"" + below + "\"");
      at = value.erase(at);
      continue;
    }
    const bool dropped = field != nullptr && at->is_null() && !member->nullable;
    if (member != nullptr && !dropped) PruneValue(*member, *at, below, unknown);
    at = dropped ? value.erase(at) : std::next(at);
  }
}

void DefaultValue(const Schema& schema, Json& value) {
  if (!schema.definition.empty()) return;
  if (value.is_array() && schema.element != nullptr) {
    for (Json& item : value) DefaultValue(*schema.element, item);
  }
  if (!value.is_object()) return;
  for (const auto& [name, field] : schema.fields) {
    if (!field.has_default) continue;
    if (!value.contains(name)) value[name] = field.default_value;
  }
  for (auto& [name, member] : value.items()) {
    const Field* field = schema.Find(name);
    const Schema* below = field != nullptr ? field->schema : schema.element;
    if (below != nullptr) DefaultValue(*below, member);
  }
}

}  // namespace oarlock::sandbox
