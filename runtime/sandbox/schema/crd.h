#pragma once
// CustomResource: what a CustomResourceDefinition makes the server serve.
//
// The server asks ValidateDefinition first (a refused CRD is a 422), then reads the object with
// ReadDefinition and registers one CustomVersion per served version. Columns are those of Table
// output (table/table.h).
// Values, shared and read-only once read; threads [any]. Errors: lists of FieldErrors.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/schema/custom_schema.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

struct PrinterColumn {
  std::string name;
  std::string type;  // "integer", "number", "string", "boolean", "date"
  std::string format;
  std::string description;
  std::string json_path;
  int64_t priority = 0;
};

struct ScalePaths {
  std::string spec_replicas;    // ".spec.replicas"
  std::string status_replicas;  // ".status.replicas"
  std::string label_selector;   // ".status.selector"; may be empty
};

struct CustomVersion {
  std::shared_ptr<const ResourceType> type;
  std::shared_ptr<const CustomSchema> schema;
  Json open_api;                       // the schema as the CRD has it
  std::vector<PrinterColumn> columns;  // without Name; the default is Age
  std::vector<std::string> selectable_fields;
  ScalePaths scale;
  bool served = false;
  bool storage = false;
  bool has_status = false;
  bool has_scale = false;
  std::string deprecation_warning;  // "" = not deprecated
};

struct CustomResource {
  std::string name;  // "foos.example.com"
  std::string group;
  std::string kind;
  std::string plural;
  std::vector<CustomVersion> versions;

  const CustomVersion* Find(std::string_view version) const;
  const CustomVersion* storage_version() const;
  // One text per version whose schema has rules in CEL, which are not evaluated.
  std::vector<std::string> Warnings() const;
};

// Of a CRD that is decoded and defaulted; `before` is null for a create.
FieldErrors ValidateDefinition(const BuiltinSchemas& builtin, const Json& definition,
                               const Json& before);
// Of a valid one.
CustomResource ReadDefinition(const BuiltinSchemas& builtin, const Json& definition);

// The status that the server's own controllers give a new CRD: accepted names, conditions
// NamesAccepted and Established, stored versions. `now` is RFC 3339.
Json EstablishedStatus(const Json& definition, std::string_view now);

}  // namespace oarlock::sandbox
