#include "sandbox/schema/builtin_schemas.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/mutex.h"
#include "kube/protobuf/type_table.h"
#include "sandbox/generated/rows.h"
#include "sandbox/schema/defaults.h"

namespace oarlock::sandbox {
namespace {

namespace go = kube::protobuf;

constexpr std::string_view kRefStart = "#/";
constexpr std::string_view kOpenApiRefStart = "#/components/schemas/";

Kind KindOfScalar(std::string_view type, std::string_view format) {
  if (type == "string") return format == "byte" ? Kind::kBytes : Kind::kString;
  if (type == "boolean") return Kind::kBoolean;
  if (type == "integer") return format == "int64" ? Kind::kInt64 : Kind::kInt32;
  if (type == "number") return Kind::kNumber;
  return Kind::kAny;
}

// Definitions that are JSON in a way of their own.
bool SpecialKind(std::string_view definition, Kind& kind) {
  constexpr std::pair<std::string_view, Kind> kSpecial[] = {
      {"api.resource.Quantity", Kind::kQuantity},      {"meta.v1.Time", Kind::kTime},
      {"meta.v1.MicroTime", Kind::kMicroTime},         {"meta.v1.Duration", Kind::kDuration},
      {"util.intstr.IntOrString", Kind::kIntOrString},
  };
  for (const auto& [name, value] : kSpecial) {
    if (!definition.ends_with(name)) continue;
    kind = value;
    return true;
  }
  return false;
}

std::string KindKey(std::string_view group, std::string_view version, std::string_view kind) {
  std::string key(group);
  key.append("/").append(version).append("/").append(kind);
  return key;
}

// The text between `before` and the next quote; "" when it is not there.
std::string_view Between(std::string_view text, std::string_view before) {
  const size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + before.size());
  return text.substr(0, text.find('"'));
}

void AddMessageFields(const go::Message& message, std::map<std::string_view, const go::Field*>& out,
                      std::vector<std::string>& order) {
  for (const go::Field& field : message.fields) {
    if (field.has(go::kInline) && field.name.empty()) {
      AddMessageFields(go::kMessages[field.message], out, order);
    } else {
      out.emplace(field.name, &field);
      order.emplace_back(field.name);
    }
  }
}

void ReadPatchRules(const Json& property, Field& field) {
  const std::string_view strategy = TextAt(property, {"x-kubernetes-patch-strategy"});
  field.patch_merge = strategy.find("merge") != std::string_view::npos;
  field.patch_retain_keys = strategy.find("retainKeys") != std::string_view::npos;
  field.patch_merge_key = TextAt(property, {"x-kubernetes-patch-merge-key"});
}

void ReadListRules(const Json& property, Schema& schema) {
  const std::string_view type = TextAt(property, {"x-kubernetes-list-type"});
  schema.list_type = type == "map"   ? ListType::kMap
                     : type == "set" ? ListType::kSet
                                     : ListType::kAtomic;
  for (const Json& key : Member(property, "x-kubernetes-list-map-keys")) {
    schema.list_keys.emplace_back(TextOf(key));
  }
}

void LengthenReferences(Json& node) {
  if (node.is_object()) {
    for (auto& [key, value] : node.items()) {
      if (key == "$ref" && TextOf(value).starts_with(kRefStart)) {
        value = std::string(kOpenApiRefStart) + std::string(TextOf(value).substr(2));
      } else {
        LengthenReferences(value);
      }
    }
  } else if (node.is_array()) {
    for (Json& item : node) LengthenReferences(item);
  }
}

}  // namespace

class BuiltinSchemas::Impl {
 public:
  Impl() {
    std::string_view rest = kDefinitionRows;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      const size_t blank = line.find(' ');
      if (blank == std::string_view::npos) continue;
      rows_.emplace(line.substr(0, blank), line.substr(blank + 1));
      AddKind(line.substr(0, blank), line.substr(blank + 1));
    }
    for (const go::Message& message : go::kMessages) messages_.emplace(message.name, &message);
  }

  std::string_view NameOf(const kube::GroupVersionKind& kind) const {
    const auto at = kinds_.find(KindKey(kind.group, kind.version, kind.kind));
    return at == kinds_.end() ? std::string_view{} : at->second;
  }

  std::string_view TextOfDefinition(std::string_view name) const {
    const auto at = rows_.find(name);
    return at == rows_.end() ? std::string_view{} : at->second;
  }

  const Schema* Find(std::string_view name) {
    const base::MutexLock lock(mutex_);
    return FindLocked(name);
  }

 private:
  // Only the line's end says of which kind it is: the rest is not parsed for that.
  void AddKind(std::string_view name, std::string_view text) {
    const size_t at = text.rfind("\"x-kubernetes-group-version-kind\"");
    if (at == std::string_view::npos) return;
    const std::string_view kind = text.substr(at);
    kinds_.emplace(KindKey(Between(kind, "\"group\":\""), Between(kind, "\"version\":\""),
                           Between(kind, "\"kind\":\"")),
                   name);
  }

  const Schema* FindLocked(std::string_view name) OARLOCK_REQUIRES(mutex_) {
    if (const auto at = made_.find(name); at != made_.end()) return at->second;
    const auto row = rows_.find(name);
    if (row == rows_.end()) return nullptr;
    Schema& schema = nodes_.emplace_back();
    made_.emplace(row->first, &schema);  // before its fields: a definition may refer to itself
    schema.definition = name;
    const auto message = messages_.find(ShortTypeName(name));
    Fill(schema, ParseTrustedJson(row->second),
         message == messages_.end() ? nullptr : message->second);
    return &schema;
  }

  void Fill(Schema& schema, const Json& node, const go::Message* message) OARLOCK_REQUIRES(mutex_) {
    if (SpecialKind(schema.definition, schema.kind)) return;
    schema.atomic = TextAt(node, {"x-kubernetes-map-type"}) == "atomic";
    const std::string_view type = TextAt(node, {"type"});
    if (type == "array") {
      schema.kind = Kind::kList;
      ReadListRules(node, schema);
      schema.element = SchemaOf(Member(node, "items"));
    } else if (node.contains("properties")) {
      schema.kind = Kind::kObject;
      AddFields(schema, node["properties"], message);
    } else if (type == "object") {
      schema.kind = Kind::kMap;
      schema.element = SchemaOf(Member(node, "additionalProperties"));
      // Of raw data nothing is known: it is owned as one.
      schema.atomic = schema.atomic || !node.contains("additionalProperties");
    } else {
      schema.kind = KindOfScalar(type, TextAt(node, {"format"}));
    }
  }

  // The schema that `property` refers to, or one of its own.
  const Schema* SchemaOf(const Json& property) OARLOCK_REQUIRES(mutex_) {
    std::string_view reference = TextAt(property, {"$ref"});
    if (const Json& all = Member(property, "allOf"); all.is_array() && all.size() == 1) {
      reference = TextAt(all[0], {"$ref"});
    }
    if (reference.starts_with(kRefStart)) return FindLocked(reference.substr(kRefStart.size()));
    Schema& schema = nodes_.emplace_back();
    Fill(schema, property, nullptr);
    return &schema;
  }

  void AddFields(Schema& schema, const Json& properties, const go::Message* message)
      OARLOCK_REQUIRES(mutex_) {
    std::map<std::string_view, const go::Field*> rows;
    if (message != nullptr) AddMessageFields(*message, rows, schema.field_order);
    for (const auto& [name, property] : properties.items()) {
      Field field;
      field.schema = SchemaOf(property);
      ReadPatchRules(property, field);
      if (const Json& value = Member(property, "default"); !value.is_null()) {
        field.default_value = value;
        field.has_default = true;
      }
      const auto row = rows.find(name);
      if (row != rows.end()) {
        ReadRow(*row->second, field);
      } else {
        field.go = go::kOmitEmpty | go::kPointer;
      }
      schema.fields.emplace(name, std::move(field));
    }
  }

  void ReadRow(const go::Field& row, Field& field) OARLOCK_REQUIRES(mutex_) {
    field.go = row.flags;
    field.is_struct =
        row.kind == go::Kind::kMessage && !row.has(go::kPointer | go::kRepeated | go::kMap);
    if (!row.has(go::kTyped) || field.schema->element == nullptr) return;
    const go::Root& root = go::RootOf(row.message);
    // Its own copy: elsewhere the same type is written without.
    Schema& element = nodes_.emplace_back(*field.schema->element);
    element.typed_api_version = root.api_version;
    element.typed_kind = root.kind;
    Schema& list = nodes_.emplace_back(*field.schema);
    list.element = &element;
    field.schema = &list;
  }

  std::unordered_map<std::string_view, std::string_view> rows_;
  std::unordered_map<std::string, std::string_view> kinds_;
  std::unordered_map<std::string_view, const go::Message*> messages_;
  base::Mutex mutex_;
  std::unordered_map<std::string_view, const Schema*> made_ OARLOCK_GUARDED_BY(mutex_);
  std::deque<Schema> nodes_ OARLOCK_GUARDED_BY(mutex_);
};

BuiltinSchemas::BuiltinSchemas() : impl_(std::make_unique<Impl>()) {}
BuiltinSchemas::~BuiltinSchemas() = default;

const Schema* BuiltinSchemas::Find(const kube::GroupVersionKind& kind) const {
  const std::string_view name = impl_->NameOf(kind);
  return name.empty() ? nullptr : impl_->Find(name);
}

const Schema* BuiltinSchemas::FindDefinition(std::string_view name) const {
  return impl_->Find(name);
}

std::string_view BuiltinSchemas::DefinitionName(const kube::GroupVersionKind& kind) const {
  return impl_->NameOf(kind);
}

Json BuiltinSchemas::Definition(std::string_view name) const {
  const std::string_view text = impl_->TextOfDefinition(name);
  if (text.empty()) return nullptr;
  Json definition = ParseTrustedJson(text);
  LengthenReferences(definition);
  return definition;
}

}  // namespace oarlock::sandbox
