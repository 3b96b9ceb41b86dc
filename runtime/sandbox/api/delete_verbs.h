#pragma once
// delete and deletecollection: preconditions, grace, finalizers, propagation.
//
// An object with finalizers, or one that an agent must let go (pods on nodes), is only marked; it
// goes with the update that takes the last of them away. Who collects dependents is not decided
// here: propagation becomes finalizers, as in a real server. Threads: [any].
// Errors: ApiError in a server's words.

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

ApiResult<server::HttpResponse> DeleteObject(ApiCall& call);
ApiResult<server::HttpResponse> DeleteCollection(ApiCall& call);

}  // namespace oarlock::sandbox
