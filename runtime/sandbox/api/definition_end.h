#pragma once
// How a CRD goes: marked and held by a finalizer of the server's own until its last object is gone.
//
// Used by the verbs. Threads: [any]. Errors: ApiError in a server's words.

#include <string_view>

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

// The first deletion of a CRD; a second one changes nothing.
void MarkDefinition(const ApiCall& call, Json& definition);
// Objects of the CRD with that name are being deleted; lets it go when none is left.
void ReleaseDefinition(const ApiCall& call, std::string_view name);
// New objects of a CRD that is going are refused.
ApiStatus CheckDefinitionOpen(const ApiCall& call, std::string_view name);

}  // namespace oarlock::sandbox
