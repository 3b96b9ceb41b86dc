#pragma once
// Leadership: whether this replica leads, and until when it may act. Implemented by LeaderElector;
// borrowed by whoever must not act without a lease. Threads: [any], never blocking.

#include <cstdint>
#include <string>

#include "base/clock.h"

namespace oarlock::controller {

// Grows from leader to leader: what another system may use to refuse a former one (LE-13).
struct LeaderEpoch {
  std::string lease_uid;
  uint64_t transitions = 0;
};

class Leadership {
 public:
  virtual ~Leadership() = default;
  virtual bool leading() const = 0;
  // Whether something may begin now: the term lasts.
  virtual bool acting() const = 0;
  virtual LeaderEpoch epoch() const = 0;
};

}  // namespace oarlock::controller
