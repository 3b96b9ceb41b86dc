#pragma once
// CustomSchema: the structural schema of one version of a CRD, and what the server does by it with
// custom objects: prune, default, validate.
//
// Made by crd.h; read-only afterwards, threads [any]. Rules in CEL are not evaluated.
// Not kube::StructuralSchema, which judges configuration: that one refuses what is unknown, speaks
// in words of its own and does not know what merging needs; here the server's words and rules
// count. Errors: lists of FieldErrors. Limits: kObjectDepthMax for schemas, kSchemaPatternMax (past
// it a pattern is refused with its CRD).

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/decode.h"
#include "sandbox/schema/schema.h"
#include "sandbox/types/field_error.h"

namespace oarlock::sandbox {

// What a structural schema asks of one value; also of the branches of anyOf and its like.
struct Constraints {
  std::string type;  // "" = any
  std::string format;
  bool int_or_string = false;
  std::optional<double> minimum, maximum, multiple_of;
  bool exclusive_minimum = false;
  bool exclusive_maximum = false;
  std::optional<int64_t> min_length, max_length, min_items, max_items, min_properties,
      max_properties;
  std::string pattern;
  std::shared_ptr<const void> regex;  // compiled; null without a pattern
  std::vector<Json> enumeration;
  std::vector<std::string> required;
  std::vector<const Schema*> all_of, any_of, one_of;
  const Schema* negated = nullptr;
};

class CustomSchema {
 public:
  // `open_api` is spec.versions[].schema.openAPIV3Schema, validated before (crd_validation.h).
  CustomSchema(const BuiltinSchemas& builtin, const Json& open_api);

  const Schema& root() const { return *root_; }
  bool has_rules() const { return has_rules_; }  // x-kubernetes-validations somewhere

  // Metadata as Go decodes it, unknown fields pruned, nulls dropped where they are not allowed,
  // 1.0 as 1, defaults filled in. What strict validation minds is in the report.
  DecodeReport Decode(Json& object) const;
  FieldErrors Validate(const Json& object) const;

 private:
  const Schema* Compile(const Json& node, bool is_structural);
  void CompileObject(const Json& node, Schema& schema, bool is_structural);
  std::shared_ptr<const Constraints> ConstraintsOf(const Json& node);

  const Schema& metadata_;
  std::deque<Schema> nodes_;
  const Schema* root_;
  bool has_rules_ = false;
};

// For defaults in schemas: one value by one node.
FieldErrors ValidateValue(const Schema& schema, const Json& value, const std::string& path);
void PruneValue(const Schema& schema, Json& value, const std::string& path,
                std::vector<std::string>& unknown);
void DefaultValue(const Schema& schema, Json& value);

}  // namespace oarlock::sandbox
