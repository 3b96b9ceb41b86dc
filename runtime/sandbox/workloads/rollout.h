#pragma once
// Rollout: how large the ReplicaSets of a Deployment become next. Pure: sizes in, sizes out.
// Values; threads [any]. Errors: none.

#include <cstdint>
#include <vector>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

struct SetSize {
  int64_t wanted = 0;     // spec.replicas
  int64_t available = 0;  // of its Pods
  int64_t pods = 0;       // that it has
  int64_t limit = 0;  // how many Pods the Deployment might have when it was last sized; 0: unknown
};

struct RolloutPlan {
  int64_t replicas = 0;
  int64_t more = 0;   // than that may be there meanwhile
  int64_t fewer = 0;  // may be available meanwhile
  bool recreate = false;

  static RolloutPlan Of(const Json& deployment);
  int64_t most() const { return replicas + more; }
  int64_t least() const { return replicas - fewer; }
};

// "25%" of `whole` or a number; up or down to a whole one.
int64_t CountOf(const Json& value, int64_t whole, bool up);

// One step of a rollout. `sets`: the newest first, then the old ones from the oldest on.
std::vector<int64_t> NextSizes(const RolloutPlan& plan, const std::vector<SetSize>& sets);
// After a change of replicas in the middle of a rollout: all in proportion. As above.
std::vector<int64_t> ScaledSizes(const RolloutPlan& plan, const std::vector<SetSize>& sets);

}  // namespace oarlock::sandbox
