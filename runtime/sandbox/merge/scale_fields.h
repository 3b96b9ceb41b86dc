#pragma once
// Who owns the number of replicas, between an object and its Scale: a Scale is tracked for itself,
// and what comes of it belongs to the object.
//
// Used by the server around writes of scale subresources. Threads: [any], no state. Errors: none.

#include <string_view>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

// metadata.managedFields of an object's Scale: whoever owns the replicas, at `path`
// (".spec.replicas"). Null where nobody does.
Json ScaleFieldsOf(const Json& object, std::string_view path);

// Brings the owners of a written Scale back into the object.
void TakeScaleFields(const Json& scale, std::string_view path, Json& object);

}  // namespace oarlock::sandbox
