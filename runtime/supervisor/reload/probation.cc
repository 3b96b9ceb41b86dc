#include "supervisor/reload/probation.h"

#include <fmt/format.h>

namespace oarlock::supervisor {
namespace {

double RatioOf(const GenerationHealth& health) {
  return health.runs == 0 ? 0
                          : static_cast<double>(health.errors) / static_cast<double>(health.runs);
}

}  // namespace

std::string_view RollbackCauseName(RollbackCause cause) {
  switch (cause) {
    case RollbackCause::kCrash: return "crash";
    case RollbackCause::kErrorRatio: return "errorRatio";
    case RollbackCause::kLifecycle: return "lifecycle";
    case RollbackCause::kManual: return "manual";
  }
  return "unknown";
}

Probation::Probation(const ReloadSpec& spec, const GenerationHealth& before, base::MonoTime now)
    : spec_(spec), ratio_before_(RatioOf(before)), until_(now + spec.probation) {}

std::optional<RollbackReason> Probation::Judge(const GenerationHealth& health) const {
  if (spec_.rollback_on_crash && health.faults > 0) {
    return RollbackReason{RollbackCause::kCrash, "it crashed: " + health.first_fault};
  }
  const double ratio = RatioOf(health);
  if (spec_.rollback_on_error_ratio && health.errors >= kProbationErrorsMin &&
      ratio >= kProbationRatio && ratio >= ratio_before_ + kProbationRatioJump) {
    return RollbackReason{RollbackCause::kErrorRatio,
                          fmt::format("{} of {} reconciles failed, before it was {:.0f} %",
                                      health.errors, health.runs, ratio_before_ * 100)};
  }
  return std::nullopt;
}

}  // namespace oarlock::supervisor
