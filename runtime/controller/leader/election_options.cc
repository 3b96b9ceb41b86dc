#include "controller/leader/election_options.h"

#include <fmt/format.h>

#include "base/time/duration.h"

namespace oarlock::controller {
namespace {

base::Status Wrong(std::string_view what, base::Duration a, std::string_view than,
                   base::Duration b) {
  return base::InvalidArgument(fmt::format("{} ({}) must be longer than {} ({})", what,
                                           base::FormatDuration(a), than, base::FormatDuration(b)));
}

}  // namespace

base::Status ElectionOptions::Check() const {
  if (name.empty()) return base::InvalidArgument("the lease has no name");
  if (ns.empty()) return base::InvalidArgument("the lease has no namespace");
  if (identity.empty()) return base::InvalidArgument("the candidate has no identity");
  if (retry_period <= base::Duration::zero()) {
    return base::InvalidArgument("the retry period must be longer than 0");
  }
  if (lease_duration < std::chrono::seconds(1)) {
    return base::InvalidArgument("the lease duration must be 1s or longer");
  }
  if (lease_duration <= renew_deadline) {
    return Wrong("the lease duration", lease_duration, "the renew deadline", renew_deadline);
  }
  if (renew_deadline <= retry_period * 6 / 5) {
    return Wrong("the renew deadline", renew_deadline, "1.2 times the retry period",
                 retry_period * 6 / 5);
  }
  if (lease_duration <= retry_period + renew_deadline) {
    return Wrong("the lease duration", lease_duration,
                 "the retry period and the renew deadline together", retry_period + renew_deadline);
  }
  return base::Status::Ok();
}

}  // namespace oarlock::controller
