#pragma once
// SchemaNode: one compiled level of a structural schema. Internal to kube: built by
// StructuralSchema::Compile, read by the validator. Immutable; threads [any].
// Owns its children; the root owns the schema's text (`document`), which the Values here point
// into.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/object.h"
#include "kube/schema.h"

namespace re2 {
class RE2;
}

namespace oarlock::kube {

enum class SchemaType : uint8_t {
  kAny,
  kObject,
  kArray,
  kString,
  kInteger,
  kNumber,
  kBoolean,
  kIntOrString
};

struct SchemaNode {
  SchemaNode();
  ~SchemaNode();

  SchemaType type = SchemaType::kAny;
  bool nullable = false;
  bool preserve_unknown = false;
  bool any_additional = false;  // additionalProperties: true
  bool exclusive_minimum = false;
  bool exclusive_maximum = false;
  std::map<std::string, std::unique_ptr<SchemaNode>, std::less<>> properties;
  std::unique_ptr<SchemaNode> additional;  // null: none
  std::unique_ptr<SchemaNode> items;       // null: anything
  std::vector<std::string> required;
  std::vector<Value> allowed;  // enum
  Value default_value;
  Value minimum;
  Value maximum;
  std::optional<uint64_t> min_length, max_length;
  std::optional<uint64_t> min_items, max_items;
  std::optional<uint64_t> min_properties, max_properties;
  std::unique_ptr<re2::RE2> pattern;
  Object document;  // of the root only

  // The schema of that member; null when there is none.
  const SchemaNode* MemberSchema(std::string_view key) const;
  // A null here is replaced by the default.
  bool DefaultsNull() const { return !nullable && default_value.exists(); }
};

std::vector<SchemaViolation> ValidateAgainst(const SchemaNode& schema, Value value);

}  // namespace oarlock::kube
