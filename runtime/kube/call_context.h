#pragma once
// CallContext: until when a blocking call may take and what stops it earlier.
// A value; the token's source must outlive the call. Threads: [any].

#include <stop_token>

#include "base/clock.h"

namespace oarlock::kube {

struct CallContext {
  base::MonoTime deadline = base::kNever;
  std::stop_token stop;
};

}  // namespace oarlock::kube
