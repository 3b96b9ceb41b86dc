#pragma once
// ValidateBuiltin: the server's own rules for objects of built-in types, the ones that people run
// into: names, labels, selectors, what is required, enumerations, bounds, what cannot change.
//
// Objects are decoded and defaulted (not completed). Rules the server has beside these are a
// difference that it documents.
// Threads: [any], no state. Errors: a list of FieldErrors, empty when all is well; their order is
// that of the server for objects, not for members of maps.

#include "sandbox/types/field_error.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

// `before` is null for a create.
FieldErrors ValidateBuiltin(const ResourceType& type, const Json& object, const Json& before);
// The same for a custom object's metadata: the rest is its schema's.
FieldErrors ValidateMetadata(const ResourceType& type, const Json& object, const Json& before);

}  // namespace oarlock::sandbox
