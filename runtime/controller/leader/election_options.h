#pragma once
// ElectionOptions: which Lease is contended for, as whom, and with which times. A value.
// The names and defaults are those of Kubernetes' own components (--leader-elect-…).

#include <chrono>
#include <string>

#include "base/clock.h"
#include "base/status.h"

namespace oarlock::controller {

struct ElectionOptions {
  std::string ns;
  std::string name = "oarlock";
  std::string identity;  // of this process; nobody else may have it
  base::Duration lease_duration = std::chrono::seconds(15);
  base::Duration renew_deadline = std::chrono::seconds(10);
  base::Duration retry_period = std::chrono::seconds(2);

  // kInvalidArgument in words for the user. Besides the order of the three times: a leader that
  // cannot renew must have ended before others may take over (LE-2).
  base::Status Check() const;
  // By how much the leader ends its term before others may take over: clocks differ in rate.
  base::Duration margin() const { return (lease_duration - renew_deadline) / 5; }
};

}  // namespace oarlock::controller
