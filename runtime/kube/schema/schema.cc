#include "kube/schema.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "kube/json_text.h"
#include "kube/schema/node.h"
#include "kube/text/field_path.h"
#include "kube/text/utf8.h"

namespace oarlock::kube {
namespace {

constexpr size_t kShownTextMax = 64;
constexpr size_t kSuggestDistanceMax = 2;

std::string_view TypeName(SchemaType type) {
  switch (type) {
    case SchemaType::kAny: return "anything";
    case SchemaType::kObject: return "a map";
    case SchemaType::kArray: return "a list";
    case SchemaType::kString: return "a string";
    case SchemaType::kInteger: return "an integer";
    case SchemaType::kNumber: return "a number";
    case SchemaType::kBoolean: return "true or false";
    case SchemaType::kIntOrString: return "an integer or a string";
  }
  return "";
}

bool IsInteger(Value value) {
  return value.is_number() && value.NumberText().find_first_of(".eE") == std::string_view::npos;
}

bool HasType(SchemaType type, Value value) {
  switch (type) {
    case SchemaType::kAny: return true;
    case SchemaType::kObject: return value.is_map();
    case SchemaType::kArray: return value.is_array();
    case SchemaType::kString: return value.is_string();
    case SchemaType::kInteger: return IsInteger(value);
    case SchemaType::kNumber: return value.is_number();
    case SchemaType::kBoolean: return value.type() == ValueType::kBool;
    case SchemaType::kIntOrString: return IsInteger(value) || value.is_string();
  }
  return false;
}

std::string Describe(Value value) {
  if (value.is_map()) return "a map";
  if (value.is_array()) return "a list";
  const std::string json = value.ToJson();
  if (json.size() <= kShownTextMax) return json;
  return value.is_string() ? "a long string" : "a long number";
}

// -1, 0, 1. 64-bit integers compare exactly, other numbers as doubles.
int CompareNumbers(Value a, Value b) {
  const auto order = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
  const auto whole = [](Value v) {
    return v.type() == ValueType::kInt || v.type() == ValueType::kUint;
  };
  if (!whole(a) || !whole(b)) return order(a.AsDouble(), b.AsDouble());
  if (a.type() != b.type()) return a.type() == ValueType::kUint ? 1 : -1;
  return a.type() == ValueType::kUint ? order(a.AsUint(), b.AsUint()) : order(a.AsInt(), b.AsInt());
}

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string Suggestion(const SchemaNode& schema, std::string_view key) {
  std::string_view best;
  size_t best_distance = kSuggestDistanceMax + 1;
  if (key.size() > kShownTextMax) return {};
  for (const auto& [name, child] : schema.properties) {
    if (name.size() > kShownTextMax) continue;
    const size_t distance = EditDistance(key, name);
    if (distance < best_distance && distance < key.size()) {
      best = name;
      best_distance = distance;
    }
  }
  return best.empty() ? std::string() : "; did you mean \"" + std::string(best) + "\"?";
}

class Validator {
 public:
  std::vector<SchemaViolation> Run(const SchemaNode& schema, Value value) {
    if (value.exists()) {
      Check(schema, value, {});
    } else if (!schema.default_value.exists()) {
      if (schema.type == SchemaType::kObject) {
        CheckRequired(schema, value, {});
      } else {
        Add({}, value, "is required");
      }
    }
    return std::move(found_);
  }

 private:
  bool Full() const { return found_.size() >= kSchemaViolationsMax; }
  void Add(const std::string& path, Value value, std::string message) {
    if (!Full()) found_.push_back({path, value, std::move(message)});
  }

  void Check(const SchemaNode& schema, Value value, const std::string& path) {
    if (value.is_null() && (schema.nullable || schema.DefaultsNull())) return;
    if (!HasType(schema.type, value)) {
      return Add(path, value,
                 "must be " + std::string(TypeName(schema.type)) + ", not " + Describe(value));
    }
    CheckEnum(schema, value, path);
    if (value.is_map()) CheckMap(schema, value, path);
    if (value.is_array()) CheckArray(schema, value, path);
    if (value.is_string()) CheckString(schema, value, path);
    if (value.is_number()) CheckNumber(schema, value, path);
  }

  void CheckSize(uint64_t size, const std::optional<uint64_t>& least,
                 const std::optional<uint64_t>& most, std::string_view unit, Value value,
                 const std::string& path) {
    const auto text = [&](uint64_t bound) {
      return std::to_string(bound) + " " + std::string(unit) + ", has " + std::to_string(size);
    };
    if (least && size < *least) Add(path, value, "must have at least " + text(*least));
    if (most && size > *most) Add(path, value, "must have at most " + text(*most));
  }

  void CheckEnum(const SchemaNode& schema, Value value, const std::string& path) {
    const auto& allowed = schema.allowed;
    if (allowed.empty() || std::any_of(allowed.begin(), allowed.end(),
                                       [&](Value one) { return DeepEqual(one, value); })) {
      return;
    }
    std::string list;
    for (const Value one : allowed) list += (list.empty() ? "" : ", ") + one.ToJson();
    Add(path, value, "must be one of " + list + ", not " + Describe(value));
  }

  void CheckMap(const SchemaNode& schema, Value value, const std::string& path) {
    CheckSize(value.size(), schema.min_properties, schema.max_properties, "members", value, path);
    CheckRequired(schema, value, path);
    for (const Member& member : Members(value)) {
      if (Full()) return;
      const SchemaNode* const child = schema.MemberSchema(member.key);
      if (child != nullptr) {
        Check(*child, member.value, MemberPath(path, member.key));
      } else if (!schema.any_additional && !schema.preserve_unknown) {
        Add(MemberPath(path, member.key), member.value,
            "unknown key" + Suggestion(schema, member.key));
      }
    }
  }

  void CheckRequired(const SchemaNode& schema, Value value, const std::string& path) {
    for (const std::string& name : schema.required) {
      if (value[name].exists()) continue;
      const SchemaNode* const child = schema.MemberSchema(name);
      if (child != nullptr && child->default_value.exists()) continue;
      Add(MemberPath(path, name), value, "is required");
    }
  }

  void CheckArray(const SchemaNode& schema, Value value, const std::string& path) {
    CheckSize(value.size(), schema.min_items, schema.max_items, "elements", value, path);
    if (schema.items == nullptr) return;
    for (uint32_t i = 0; i < value.size() && !Full(); ++i) {
      Check(*schema.items, value.At(i), ElementPath(path, i));
    }
  }

  void CheckString(const SchemaNode& schema, Value value, const std::string& path) {
    const std::string_view text = value.AsString();
    if (schema.min_length || schema.max_length) {
      CheckSize(Utf8Length(text), schema.min_length, schema.max_length, "characters", value, path);
    }
    if (schema.pattern != nullptr &&
        !re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *schema.pattern)) {
      Add(path, value, "must match " + schema.pattern->pattern());
    }
  }

  void CheckNumber(const SchemaNode& schema, Value value, const std::string& path) {
    const auto wrong = [&](Value bound, bool exclusive, int side) {
      if (!bound.exists()) return false;
      const int order = CompareNumbers(value, bound);
      return order == side || (exclusive && order == 0);
    };
    if (wrong(schema.minimum, schema.exclusive_minimum, -1)) {
      Add(path, value,
          (schema.exclusive_minimum ? "must be above " : "must be at least ") +
              schema.minimum.ToJson());
    }
    if (wrong(schema.maximum, schema.exclusive_maximum, 1)) {
      Add(path, value,
          (schema.exclusive_maximum ? "must be below " : "must be at most ") +
              schema.maximum.ToJson());
    }
  }

  std::vector<SchemaViolation> found_;
};

// Appends the value with defaults; `schema` is null below what the schema describes.
void AppendDefaulted(const SchemaNode* schema, Value value, std::string& out);

void AppendKey(std::string_view key, std::string& out) {
  if (out.back() != '{') out += ',';
  AppendJsonString(key, out);
  out += ':';
}

void AppendDefaultedMap(const SchemaNode& schema, Value value, std::string& out) {
  out += '{';
  for (const Member& member : DistinctMembers(value)) {
    AppendKey(member.key, out);
    AppendDefaulted(schema.MemberSchema(member.key), member.value, out);
  }
  for (const auto& [name, child] : schema.properties) {
    if (value[name].exists() || !child->default_value.exists()) continue;
    AppendKey(name, out);
    AppendDefaulted(child.get(), child->default_value, out);
  }
  out += '}';
}

void AppendDefaulted(const SchemaNode* schema, Value value, std::string& out) {
  if (schema == nullptr) return value.AppendJson(out);
  if (value.is_null() && schema->DefaultsNull()) value = schema->default_value;
  if (value.is_map()) return AppendDefaultedMap(*schema, value, out);
  if (!value.is_array() || schema->items == nullptr) return value.AppendJson(out);
  out += '[';
  for (uint32_t i = 0; i < value.size(); ++i) {
    if (i != 0) out += ',';
    AppendDefaulted(schema->items.get(), value.At(i), out);
  }
  out += ']';
}

}  // namespace

const SchemaNode* SchemaNode::MemberSchema(std::string_view key) const {
  const auto found = properties.find(key);
  return found != properties.end() ? found->second.get() : additional.get();
}

std::vector<SchemaViolation> ValidateAgainst(const SchemaNode& schema, Value value) {
  return Validator().Run(schema, value);
}

std::vector<SchemaViolation> StructuralSchema::Validate(Value value) const {
  if (root_ == nullptr) return {};
  return ValidateAgainst(*root_, value);
}

base::Result<std::string> StructuralSchema::ApplyDefaults(Value value) const {
  if (root_ == nullptr) return value.ToJson();
  std::string out;
  if (!value.exists()) value = root_->default_value;
  if (value.exists()) {
    AppendDefaulted(root_.get(), value, out);
  } else if (root_->type == SchemaType::kObject) {
    AppendDefaultedMap(*root_, value, out);
  } else {
    return base::InvalidArgument("there is no value, and the schema has no default");
  }
  return out;
}

}  // namespace oarlock::kube
