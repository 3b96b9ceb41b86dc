#pragma once
// ReconcileMetrics: the controller_runtime_* series of one controller, all there from the start.
// Used by Controller only; a null registry makes every call a no-op. Threads: [any].

#include <array>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/metrics.h"
#include "controller/reconciler.h"

namespace oarlock::controller {

class ReconcileMetrics {
 public:
  ReconcileMetrics(base::MetricRegistry* registry, const std::string& controller);

  void SetMaxConcurrent(uint32_t n);
  void RunStarted();
  // `interrupted`: a run that failed because it was cancelled; counted as a requeue.
  void RunEnded(const ReconcileResult& result, bool interrupted, base::Duration took);
  void DeadlineFired();

 private:
  enum Result : size_t { kSuccess, kError, kRequeue, kRequeueAfter, kResults };

  bool on_ = false;
  std::array<std::shared_ptr<base::Counter>, kResults> total_;
  std::shared_ptr<base::Counter> errors_;
  std::shared_ptr<base::Counter> terminal_errors_;
  std::shared_ptr<base::Counter> panics_;
  std::shared_ptr<base::Counter> timeouts_;
  std::shared_ptr<base::Histogram> time_;
  std::shared_ptr<base::Gauge> active_;
  std::shared_ptr<base::Gauge> max_concurrent_;
};

}  // namespace oarlock::controller
