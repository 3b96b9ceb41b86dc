#pragma once
// The scale subresource: an autoscaling/v1 Scale made of an object, and one put back into it.
// Threads: [any]. Errors: ApiError 422 for replicas that cannot be.

#include "sandbox/api/api_error.h"
#include "sandbox/schema/crd.h"

namespace oarlock::sandbox {

// `paths` of a CRD's version; null for a built-in type.
ApiResult<Json> MakeScale(const Json& object, const ScalePaths* paths);
// ".spec.replicas", or where a CRD has them.
std::string_view ReplicasPath(const ScalePaths* paths);
ApiStatus ApplyScale(const Json& scale, const ScalePaths* paths, Json& object);

}  // namespace oarlock::sandbox
