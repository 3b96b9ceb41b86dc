#pragma once
// DefaultBuiltin: fills in what the server's defaulting of built-in types fills in, once an object
// is decoded (decode.h). What depends on the server's state is not here (prepare.h).
//
// Rules go by the type of each part ("core.v1.Container"), wherever it lies: fixed values stand in
// a table, the others are a function each.
// Threads: [any], no state. Errors: none. An object that was defaulted stays as it is.

#include "sandbox/schema/schema.h"

namespace oarlock::sandbox {

void DefaultBuiltin(const Schema& schema, Json& object);

// "core.v1.PodSpec" of "io.k8s.api.core.v1.PodSpec": how rules name a type.
std::string_view ShortTypeName(std::string_view definition);

}  // namespace oarlock::sandbox
