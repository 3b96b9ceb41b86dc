#include "controller/cancellation.h"

namespace oarlock::controller {

std::string_view CancelReasonName(CancelReason reason) {
  switch (reason) {
    case CancelReason::kNone: return "none";
    case CancelReason::kDeadline: return "deadline";
    case CancelReason::kDrain: return "drain";
    case CancelReason::kShutdown: return "shutdown";
    case CancelReason::kLostLeadership: return "lost leadership";
    case CancelReason::kSuperseded: return "superseded";
  }
  return "unknown";
}

bool Cancellation::Cancel(CancelReason reason) {
  CancelReason none = CancelReason::kNone;
  if (!reason_.compare_exchange_strong(none, reason)) return false;
  {
    // Taken so that a waiter is either before its check or inside its wait.
    base::MutexLock lock(mutex_);
  }
  changed_.NotifyAll();
  source_.request_stop();
  return true;
}

bool Cancellation::WaitFor(base::Duration timeout) {
  const base::MonoTime now = clock_.Now();
  const base::MonoTime deadline = timeout > base::kNever - now ? base::kNever : now + timeout;
  base::MutexLock lock(mutex_);
  while (!cancelled()) {
    if (!clock_.WaitUntil(changed_, mutex_, deadline)) break;
  }
  return cancelled();
}

}  // namespace oarlock::controller
