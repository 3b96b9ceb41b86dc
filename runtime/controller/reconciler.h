#pragma once
// Reconciler: what a controller calls for each key, and what the call answers.
//
// Implemented by pluginhost over a plugin's reconcile function, by fakes in tests.
// Threads: Reconcile is [worker]; several at once for different keys, never two for one key.
// Ownership: the context lives for the call only. Errors: in the result; nothing throws.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/status.h"
#include "controller/cancellation.h"
#include "kube/call_context.h"
#include "queue/work_queue.h"

namespace oarlock::controller {

enum class Outcome : uint8_t {
  kDone,             // success; the failure count is cleared
  kRequeue,          // again after the key's backoff, not an error
  kRequeueAfter,     // again after requeue_after (+ up to requeue_jitter); 0 or less = kRequeue
  kErrorTransient,   // again after the key's backoff
  kErrorPermanent,   // not again until something changes; resyncs are ignored
  kSkippedConflict,  // the cache was behind: again after the key's backoff, not an error
};

constexpr bool IsError(Outcome outcome) {
  return outcome == Outcome::kErrorTransient || outcome == Outcome::kErrorPermanent;
}

struct ReconcileResult {
  Outcome outcome = Outcome::kDone;
  base::Duration requeue_after{};
  base::Duration requeue_jitter{};
  int64_t observed_generation = 0;  // 0 = not told
  // Of an error; kPluginFault = the reconciler broke its contract.
  base::StatusCode code = base::StatusCode::kOk;
  std::string reason;  // one CamelCase word, for status pages and events
  std::string message;

  static ReconcileResult Done() { return {}; }
  static ReconcileResult Requeue() { return Of(Outcome::kRequeue); }
  static ReconcileResult After(base::Duration delay, base::Duration jitter = {}) {
    ReconcileResult result = Of(Outcome::kRequeueAfter);
    result.requeue_after = delay;
    result.requeue_jitter = jitter;
    return result;
  }
  // kConflict becomes kSkippedConflict, kInvalidArgument and kTooLarge kErrorPermanent, any other
  // code kErrorTransient; OK is Done.
  static ReconcileResult FromStatus(const base::Status& status);

 private:
  static ReconcileResult Of(Outcome outcome) {
    ReconcileResult result;
    result.outcome = outcome;
    return result;
  }
};

// What a run knows about itself.
class ReconcileContext {
 public:
  ReconcileContext(const queue::Item& item, base::MonoTime deadline,
                   std::shared_ptr<Cancellation> cancellation, uint64_t run_id)
      : item_(item), deadline_(deadline), cancellation_(std::move(cancellation)), run_id_(run_id) {}

  const queue::Item& item() const { return item_; }
  base::MonoTime deadline() const { return deadline_; }  // kNever = none
  bool cancelled() const { return cancellation_->cancelled(); }
  CancelReason cancel_reason() const { return cancellation_->reason(); }
  // To be kept by forks of the context that may live a little longer than the call.
  const std::shared_ptr<Cancellation>& cancellation() const { return cancellation_; }
  // For client calls made on behalf of this run.
  kube::CallContext call() const { return {deadline_, cancellation_->token()}; }
  uint64_t run_id() const { return run_id_; }  // unique per controller, for logs

 private:
  const queue::Item& item_;
  base::MonoTime deadline_;
  std::shared_ptr<Cancellation> cancellation_;
  uint64_t run_id_;
};

class Reconciler {
 public:
  virtual ~Reconciler() = default;
  virtual ReconcileResult Reconcile(const queue::Key& key, ReconcileContext& context) = 0;
};

}  // namespace oarlock::controller
