#pragma once
// What server-side apply does with documents of a schema: which fields one has, what two differ in,
// one merged over another, and fields taken out.
//
// Used by server_side_apply.h. Lists of kind map and set are told apart by keys and values; atomic
// lists and maps are one field.
// Threads: [any], no state. Errors: TypedError says what of an applied configuration the schema
// does not know, in the server's words.

#include <string>

#include "sandbox/merge/field_set.h"
#include "sandbox/schema/schema.h"

namespace oarlock::sandbox {

// "" or `.spec.replicas: expected numeric (int or float), got string`.
std::string TypedError(const Schema& schema, const Json& value);

// What applying the document would own.
FieldSet FieldsOf(const Schema& schema, const Json& value);

struct Comparison {
  FieldSet added;
  FieldSet modified;
  FieldSet removed;
  bool same() const { return added.empty() && modified.empty() && removed.empty(); }
};
// Null stands for a document that is not there.
Comparison Compare(const Schema& schema, const Json& before, const Json& after);

// `over` laid over `base`: what it does not mention stays.
Json MergeTyped(const Schema& schema, const Json& base, const Json& over);

// Takes out the members of `set`, unless something at or below them is in `keep`.
void RemoveFields(const Schema& schema, const FieldSet& set, const FieldSet& keep, Json& value);

// The step to one element of a list.
std::string ElementStep(const Schema& list, const Json& element, size_t index);

}  // namespace oarlock::sandbox
