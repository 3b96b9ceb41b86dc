#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "kube/decode.h"
#include "kube/schema/node.h"
#include "kube/text/field_path.h"

namespace oarlock::kube {
namespace {

base::Status Bad(std::string_view path, std::string_view why) {
  return base::InvalidArgument("schema: " + (path.empty() ? "" : std::string(path) + ": ") +
                               std::string(why));
}

base::Status ToBool(Value value, const std::string& path, bool& out) {
  if (value.type() != ValueType::kBool) return Bad(path, "must be true or false");
  out = value.AsBool();
  return base::Status::Ok();
}

base::Status ToSize(Value value, const std::string& path, std::optional<uint64_t>& out) {
  const bool whole = value.type() == ValueType::kInt || value.type() == ValueType::kUint;
  if (!whole || value.NumberText().starts_with('-')) {
    return Bad(path, "must be an integer of at least 0");
  }
  out = value.AsUint();
  return base::Status::Ok();
}

base::Status ToNumber(Value value, const std::string& path, Value& out) {
  if (!value.is_number()) return Bad(path, "must be a number");
  out = value;
  return base::Status::Ok();
}

base::Status CompileNode(Value schema, const std::string& path, SchemaNode& out);

base::Status CompileChild(Value schema, const std::string& path, std::unique_ptr<SchemaNode>& out) {
  out = std::make_unique<SchemaNode>();
  return CompileNode(schema, path, *out);
}

base::Status SetType(Value value, const std::string& path, SchemaNode& out) {
  static constexpr std::pair<std::string_view, SchemaType> kTypes[] = {
      {"object", SchemaType::kObject}, {"array", SchemaType::kArray},
      {"string", SchemaType::kString}, {"integer", SchemaType::kInteger},
      {"number", SchemaType::kNumber}, {"boolean", SchemaType::kBoolean}};
  for (const auto& [name, type] : kTypes) {
    if (value.AsString() != name) continue;
    out.type = type;
    return base::Status::Ok();
  }
  return Bad(path, "must be object, array, string, integer, number or boolean");
}

base::Status SetProperties(Value value, const std::string& path, SchemaNode& out) {
  if (!value.is_map()) return Bad(path, "must be a map of schemas");
  for (const Member& member : Members(value)) {
    OARLOCK_RETURN_IF_ERROR(CompileChild(member.value, MemberPath(path, member.key),
                                         out.properties[std::string(member.key)]));
  }
  return base::Status::Ok();
}

base::Status SetAdditional(Value value, const std::string& path, SchemaNode& out) {
  if (value.type() == ValueType::kBool) return ToBool(value, path, out.any_additional);
  return CompileChild(value, path, out.additional);
}

base::Status SetItems(Value value, const std::string& path, SchemaNode& out) {
  return CompileChild(value, path, out.items);
}

base::Status SetRequired(Value value, const std::string& path, SchemaNode& out) {
  if (!value.is_array()) return Bad(path, "must be a list of names");
  for (const Member& member : Members(value)) {
    if (!member.value.is_string()) return Bad(path, "must be a list of names");
    out.required.emplace_back(member.value.AsString());
  }
  return base::Status::Ok();
}

base::Status SetEnum(Value value, const std::string& path, SchemaNode& out) {
  if (!value.is_array() || value.empty()) return Bad(path, "must be a list of values");
  for (const Member& member : Members(value)) out.allowed.push_back(member.value);
  return base::Status::Ok();
}

base::Status SetPattern(Value value, const std::string& path, SchemaNode& out) {
  if (!value.is_string()) return Bad(path, "must be a string");
  const std::string_view text = value.AsString();
  if (text.size() > kSchemaPatternMax) return Bad(path, "the pattern is too long");
  re2::RE2::Options options;
  options.set_log_errors(false);
  out.pattern = std::make_unique<re2::RE2>(re2::StringPiece(text.data(), text.size()), options);
  return out.pattern->ok() ? base::Status::Ok() : Bad(path, out.pattern->error());
}

base::Status SetIntOrString(Value value, const std::string& path, SchemaNode& out) {
  bool flag = false;
  OARLOCK_RETURN_IF_ERROR(ToBool(value, path, flag));
  if (flag) out.type = SchemaType::kIntOrString;
  return base::Status::Ok();
}

base::Status Ignore(Value, const std::string&, SchemaNode&) { return base::Status::Ok(); }

base::Status SetDefault(Value value, const std::string&, SchemaNode& out) {
  out.default_value = value;
  return base::Status::Ok();
}

// A keyword that is stored by one of the To… functions above.
template <auto kMember, auto kConvert>
base::Status Store(Value value, const std::string& path, SchemaNode& out) {
  return kConvert(value, path, out.*kMember);
}

struct Keyword {
  std::string_view name;
  base::Status (*apply)(Value, const std::string&, SchemaNode&);
};

constexpr Keyword kKeywords[] = {
    {"type", SetType},
    {"properties", SetProperties},
    {"additionalProperties", SetAdditional},
    {"items", SetItems},
    {"required", SetRequired},
    {"enum", SetEnum},
    {"default", SetDefault},
    {"nullable", Store<&SchemaNode::nullable, ToBool>},
    {"minimum", Store<&SchemaNode::minimum, ToNumber>},
    {"maximum", Store<&SchemaNode::maximum, ToNumber>},
    {"exclusiveMinimum", Store<&SchemaNode::exclusive_minimum, ToBool>},
    {"exclusiveMaximum", Store<&SchemaNode::exclusive_maximum, ToBool>},
    {"minLength", Store<&SchemaNode::min_length, ToSize>},
    {"maxLength", Store<&SchemaNode::max_length, ToSize>},
    {"pattern", SetPattern},
    {"minItems", Store<&SchemaNode::min_items, ToSize>},
    {"maxItems", Store<&SchemaNode::max_items, ToSize>},
    {"minProperties", Store<&SchemaNode::min_properties, ToSize>},
    {"maxProperties", Store<&SchemaNode::max_properties, ToSize>},
    {"description", Ignore},
    {"title", Ignore},
    {"format", Ignore},
    {"x-kubernetes-list-type", Ignore},
    {"x-kubernetes-list-map-keys", Ignore},
    {"x-kubernetes-preserve-unknown-fields", Store<&SchemaNode::preserve_unknown, ToBool>},
    {"x-kubernetes-int-or-string", SetIntOrString}};

// What no single keyword can check.
base::Status CheckNode(Value schema, const std::string& path, const SchemaNode& node) {
  if (node.type == SchemaType::kIntOrString && schema["type"].exists()) {
    return Bad(path, "x-kubernetes-int-or-string and type exclude each other");
  }
  if (node.type == SchemaType::kAny && !node.preserve_unknown) {
    return Bad(path, "type is missing");
  }
  if (!node.properties.empty() && (node.additional != nullptr || node.any_additional)) {
    return Bad(path, "properties and additionalProperties exclude each other");
  }
  if (!node.default_value.exists()) return base::Status::Ok();
  const auto violations = ValidateAgainst(node, node.default_value);
  if (violations.empty()) return base::Status::Ok();
  const SchemaViolation& first = violations.front();
  return Bad(path, "default: " + (first.path.empty() ? "" : first.path + ": ") + first.message);
}

base::Status CompileNode(Value schema, const std::string& path, SchemaNode& out) {
  if (!schema.is_map()) return Bad(path, "must be a schema (a map)");
  for (const Member& member : Members(schema)) {
    const auto* const keyword =
        std::find_if(std::begin(kKeywords), std::end(kKeywords),
                     [&](const Keyword& known) { return known.name == member.key; });
    const std::string place = MemberPath(path, member.key);
    if (keyword == std::end(kKeywords)) return Bad(place, "unknown keyword");
    OARLOCK_RETURN_IF_ERROR(keyword->apply(member.value, place, out));
  }
  return CheckNode(schema, path, out);
}

}  // namespace

SchemaNode::SchemaNode() = default;
SchemaNode::~SchemaNode() = default;

base::Result<StructuralSchema> StructuralSchema::Compile(std::string_view schema_json) {
  auto document = DocumentFromJson(schema_json);
  if (!document.ok()) return base::InvalidArgument("schema: " + document.status().message());
  auto root = std::make_shared<SchemaNode>();
  root->document = *document;
  OARLOCK_RETURN_IF_ERROR(CompileNode(root->document.root(), "", *root));
  StructuralSchema schema;
  schema.root_ = std::move(root);
  return schema;
}

}  // namespace oarlock::kube
