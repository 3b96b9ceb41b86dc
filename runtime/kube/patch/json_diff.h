#pragma once
// Making JSON patches (RFC 6902). Internal to kube. Threads: [any].

#include <string>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

// What turns `from` into `to`, in operations remove, add and replace; "" where they are equal.
// kTooLarge past kJsonPatchOpsMax operations.
base::Result<std::string> CreateJsonPatch(Value from, Value to);

}  // namespace oarlock::kube
