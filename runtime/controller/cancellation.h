#pragma once
// Cancellation: the one word that tells a running reconcile to end, with the reason.
//
// Shared by the worker that runs the reconcile, its deadline timer and whoever drains or stops the
// controller. The first reason wins. Threads: [any]; stop callbacks run on the cancelling thread
// and must be short. Waits go through base::Clock.

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <string_view>

#include "base/clock.h"
#include "base/mutex.h"

namespace oarlock::controller {

enum class CancelReason : uint8_t {
  kNone = 0,
  kDeadline = 1,
  kDrain = 2,           // a reload or stop waited long enough
  kShutdown = 3,        // the controller stops
  kLostLeadership = 4,  // another replica may act already
  kSuperseded = 5,      // the object of the run is gone or another one
};

std::string_view CancelReasonName(CancelReason reason);

class Cancellation {
 public:
  explicit Cancellation(base::Clock& clock) : clock_(clock) {}

  // False when it was cancelled before.
  bool Cancel(CancelReason reason);
  CancelReason reason() const { return reason_.load(std::memory_order_relaxed); }
  bool cancelled() const { return reason() != CancelReason::kNone; }
  std::stop_token token();
  // As good as a new one: it was not cancelled, and nobody has a token of it. For its only holder.
  bool unused() const;
  // Blocks until cancelled (true) or `timeout` has passed (false).
  bool WaitFor(base::Duration timeout);

 private:
  base::Clock& clock_;
  std::atomic<CancelReason> reason_{CancelReason::kNone};
  mutable base::Mutex mutex_;
  std::stop_source source_ OARLOCK_GUARDED_BY(mutex_){
      std::nostopstate};  // made for the first token
  base::CondVar changed_;
};

}  // namespace oarlock::controller
