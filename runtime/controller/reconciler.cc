#include "controller/reconciler.h"

namespace oarlock::controller {

ReconcileResult ReconcileResult::FromStatus(const base::Status& status) {
  ReconcileResult result;
  if (status.ok()) return result;
  switch (status.code()) {
    case base::StatusCode::kConflict: result.outcome = Outcome::kSkippedConflict; break;
    case base::StatusCode::kInvalidArgument:
    case base::StatusCode::kTooLarge: result.outcome = Outcome::kErrorPermanent; break;
    default: result.outcome = Outcome::kErrorTransient;
  }
  result.code = status.code();
  result.reason = status.detail().reason;
  result.message = status.message();
  return result;
}

}  // namespace oarlock::controller
