#pragma once
// The scale subresource: an autoscaling/v1 Scale made of an object, and one put back into it.
// Threads: [any]. Errors: ApiError 422 for replicas that cannot be.

#include "sandbox/api/api_error.h"

namespace oarlock::sandbox {

Json MakeScale(const Json& object);
ApiStatus ApplyScale(const Json& scale, Json& object);

}  // namespace oarlock::sandbox
