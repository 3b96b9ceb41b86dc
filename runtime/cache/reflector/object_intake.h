#pragma once
// What becomes of the bytes of one object before it goes to the reflector's target: decoded,
// checked. Pure functions. Threads: [any].
// Errors: kInvalidArgument for an object without a name or of another kind.

#include "base/status.h"
#include "kube/gvk.h"
#include "kube/object.h"

namespace oarlock::cache {

base::Status CheckKind(const kube::Object& object, const kube::GroupVersionKind& expected);

// The same object with nothing but its kind, key and version.
kube::Object KeyOnly(const kube::Object& object);

}  // namespace oarlock::cache
