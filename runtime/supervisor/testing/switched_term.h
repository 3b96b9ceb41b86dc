#pragma once
// SwitchedTerm: a Leadership that is what the test says. Threads: [any].

#include <atomic>

#include "controller/leader/leadership.h"

namespace oarlock::supervisor::testing {

class SwitchedTerm final : public controller::Leadership {
 public:
  bool leading() const override { return leads; }
  bool acting() const override { return leads; }
  controller::LeaderEpoch epoch() const override { return {}; }
  std::atomic<bool> leads{false};
};

}  // namespace oarlock::supervisor::testing
