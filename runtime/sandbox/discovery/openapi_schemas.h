#pragma once
// OpenApiSchemas: the schemas of one OpenAPI document: those of some types, and all that these
// refer to. Of built-in types they have no descriptions.
//
// Used by openapi.cc. Threads: one at a time. Ownership: borrows the built-in schemas.
// Errors: a type that no schema is known of adds nothing.

#include <string>

#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/crd.h"

namespace oarlock::sandbox {

class OpenApiSchemas {
 public:
  explicit OpenApiSchemas(const BuiltinSchemas& builtin) : builtin_(builtin) {}
  // `custom` is null for a built-in type.
  void Add(const ResourceType& type, const CustomVersion* custom);
  Json Take() { return std::move(schemas_); }  // by name

 private:
  void AddDefinition(const std::string& name);
  void AddReferred(const Json& node);
  void AddCustom(const ResourceType& type, const CustomVersion& custom);

  const BuiltinSchemas& builtin_;
  Json schemas_ = Json::object();
};

}  // namespace oarlock::sandbox
