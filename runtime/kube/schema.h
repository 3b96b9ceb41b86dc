#pragma once
// StructuralSchema: the one validator for plugin configuration, the manifest and later CRDs.
//
// A Kubernetes structural schema (subset of OpenAPI v3): type, properties, additionalProperties,
// items, required, enum, default, nullable, minimum, maximum, exclusive*, minLength, maxLength,
// pattern, minItems, maxItems, minProperties, maxProperties, description, title, format (ignored),
// x-kubernetes-preserve-unknown-fields, x-kubernetes-int-or-string, x-kubernetes-list-type and
// x-kubernetes-list-map-keys (ignored: what merges a list is the API server). Unknown properties
// are errors unless preserved. An unknown keyword in a schema is an error, never ignored. Patterns
// have RE2 syntax, as the API server's; lengths count characters. A null where it is not allowed
// but a default exists takes the default. A missing root counts as {} where the schema says object.
// A default-constructed schema accepts everything. Threads: [any] once compiled.
// Errors: Compile → kInvalidArgument with the path in the schema;
// Validate → every violation, at most kSchemaViolationsMax, each with the path of the value.
// Limits: kSchemaViolationsMax, kSchemaPatternMax.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/object.h"

namespace oarlock::kube {

inline constexpr size_t kSchemaViolationsMax = 20;
inline constexpr size_t kSchemaPatternMax = 4096;  // bytes of one pattern

struct SchemaNode;

struct SchemaViolation {
  std::string path;  // "spec.plugins[0].name", also of a missing member; "" = the root
  Value value;       // where it is wrong (the parent for a missing member)
  std::string message;
};

class StructuralSchema {
 public:
  static base::Result<StructuralSchema> Compile(std::string_view schema_json);
  std::vector<SchemaViolation> Validate(Value value) const;
  // The value with defaults filled in, as canonical JSON.
  base::Result<std::string> ApplyDefaults(Value value) const;

 private:
  std::shared_ptr<const SchemaNode> root_;
};

}  // namespace oarlock::kube
