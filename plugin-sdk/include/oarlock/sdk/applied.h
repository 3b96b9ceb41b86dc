#pragma once
// What the write helpers share: what became of a wanted state, and whether it is there already.
//
// Used by create_or_update.h and status_patch.h. Threads: those of the context.

#include "oarlock/sdk/value.h"

namespace oarlock::sdk {

enum class Applied { kUnchanged, kCreated, kPatched, kUpdated };

// Does `existing` say everything that `desired` says? Maps may hold more; a null must be absent, an
// empty map may be. Nothing is said by the null that generators of manifests leave in
// metadata.creationTimestamp, which is the server's alone.
inline bool Covers(const Value& existing, const Value& desired) {
  if (desired.is_null()) return !existing.exists() || existing.is_null();
  if (!desired.is_map()) return DeepEqual(existing, desired);
  if (!existing.is_map()) return !existing.exists() && desired.size() == 0;
  for (const auto& [key, value] : Members(desired)) {
    if (key == "creationTimestamp" && value.is_null()) continue;
    if (!Covers(existing[key], value)) return false;
  }
  return true;
}

}  // namespace oarlock::sdk
