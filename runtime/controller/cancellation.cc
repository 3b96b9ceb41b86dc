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
  std::stop_source source(std::nostopstate);
  {
    // Taken also so that a waiter is either before its check or inside its wait.
    base::MutexLock lock(mutex_);
    source = source_;
  }
  changed_.NotifyAll();
  source.request_stop();
  return true;
}

std::stop_token Cancellation::token() {
  base::MutexLock lock(mutex_);
  if (!source_.stop_possible()) {
    source_ = std::stop_source();
    // Cancel may have looked for it before it was there.
    if (cancelled()) source_.request_stop();
  }
  return source_.get_token();
}

bool Cancellation::unused() const {
  base::MutexLock lock(mutex_);
  return !cancelled() && !source_.stop_possible();
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
