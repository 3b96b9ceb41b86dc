#pragma once
// PastState: a sandbox's state as it was, for reads that a lagging replica answers.
//
// Used by fault_injector.h. Threads: values. Errors: none: what the window of changes does not
// reach any more is as old as it reaches. Limits: the store's window of the resource.

#include <string_view>

#include "base/clock.h"
#include "sandbox/faults/fault_script.h"
#include "sandbox/store/store.h"

namespace oarlock::sandbox {

// The last version that is so old.
uint64_t PastVersion(const StoreState& state, const StaleFault& fault, base::MonoTime now);
// The state with that resource as it was at `version`; what else is in it stays as it is.
Snapshot PastState(const Snapshot& state, std::string_view resource, uint64_t version);

}  // namespace oarlock::sandbox
