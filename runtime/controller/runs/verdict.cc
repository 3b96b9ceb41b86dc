#include "controller/runs/verdict.h"

namespace oarlock::controller {

using queue::Verdict;

queue::Verdict VerdictOf(const queue::Item& item, const ReconcileResult& result, bool interrupted,
                         base::Random& random) {
  Verdict verdict;
  verdict.priority = item.priority;
  if (interrupted) {
    verdict.next = Verdict::Next::kAfter;
    return verdict;
  }
  switch (result.outcome) {
    case Outcome::kDone: verdict.forget = true; break;
    case Outcome::kRequeueAfter:
      if (result.requeue_after > base::Duration::zero()) {
        verdict.forget = true;
        verdict.next = Verdict::Next::kAfter;
        verdict.delay =
            result.requeue_after + random.Between(base::Duration::zero(), result.requeue_jitter);
        break;
      }
      verdict.next = Verdict::Next::kRateLimited;
      break;
    case Outcome::kErrorPermanent:
      verdict.forget = true;
      verdict.next = Verdict::Next::kHold;
      break;
    case Outcome::kRequeue:
    case Outcome::kErrorTransient:
    case Outcome::kSkippedConflict: verdict.next = Verdict::Next::kRateLimited; break;
  }
  return verdict;
}

}  // namespace oarlock::controller
