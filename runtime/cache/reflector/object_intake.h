#pragma once
// What becomes of the bytes of one object before it goes to the reflector's target: decoded,
// checked, transformed. Pure functions. Threads: [any].
// Errors: a decoder's, kInvalidArgument for an object without a name or of another kind, and what a
// transform says or breaks.

#include "base/status.h"
#include "cache/transform.h"
#include "kube/decode.h"
#include "kube/gvk.h"
#include "kube/object.h"

namespace oarlock::cache {

base::Status CheckKind(const kube::Object& object, const kube::GroupVersionKind& expected);

// `transform` may be null. The result has the identity and the version of `object`.
base::Result<kube::Object> Transformed(const Transform* transform, const kube::Object& object);

// The same object with nothing but its kind, key and version.
kube::Object KeyOnly(const kube::Object& object);

}  // namespace oarlock::cache
