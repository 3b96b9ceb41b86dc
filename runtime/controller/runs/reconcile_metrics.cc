#include "controller/runs/reconcile_metrics.h"

namespace oarlock::controller {
namespace {

const std::vector<double>& TimeBuckets() {
  static const std::vector<double> buckets = {
      0.005, 0.01, 0.025, 0.05, 0.1,  0.15, 0.2,  0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6,
      0.7,   0.8,  0.9,   1,    1.25, 1.5,  1.75, 2,    2.5, 3,    3.5, 4,    4.5, 5,
      6,     7,    8,     9,    10,   15,   20,   25,   30,  40,   50,  60};
  return buckets;
}

}  // namespace

ReconcileMetrics::ReconcileMetrics(base::MetricRegistry* registry, const std::string& controller) {
  if (registry == nullptr) return;
  on_ = true;
  const base::MetricLabels labels{{"controller", controller}};
  constexpr std::array<const char*, kResults> kNames = {"success", "error", "requeue",
                                                        "requeue_after"};
  for (size_t i = 0; i < kResults; ++i) {
    total_[i] = registry->MakeCounter("controller_runtime_reconcile_total", "Reconciles by result.",
                                      {{"controller", controller}, {"result", kNames[i]}});
  }
  errors_ = registry->MakeCounter("controller_runtime_reconcile_errors_total",
                                  "Reconciles that failed.", labels);
  terminal_errors_ =
      registry->MakeCounter("controller_runtime_terminal_reconcile_errors_total",
                            "Reconciles that failed and are not tried again as is.", labels);
  panics_ = registry->MakeCounter("controller_runtime_reconcile_panics_total",
                                  "Reconciles that broke their contract.", labels);
  timeouts_ = registry->MakeCounter("controller_runtime_reconcile_timeouts_total",
                                    "Reconciles that reached their deadline.", labels);
  time_ = registry->MakeHistogram("controller_runtime_reconcile_time_seconds",
                                  "Time of a reconcile.", TimeBuckets(), labels);
  active_ =
      registry->MakeGauge("controller_runtime_active_workers", "Reconciles under way.", labels);
  max_concurrent_ = registry->MakeGauge("controller_runtime_max_concurrent_reconciles",
                                        "Reconciles that may run at once.", labels);
}

void ReconcileMetrics::SetMaxConcurrent(uint32_t n) {
  if (on_) max_concurrent_->Set(n);
}

void ReconcileMetrics::RunStarted() {
  if (on_) active_->Add(1);
}

void ReconcileMetrics::DeadlineFired() {
  if (on_) timeouts_->Add();
}

void ReconcileMetrics::RunEnded(const ReconcileResult& result, bool interrupted,
                                base::Duration took) {
  if (!on_) return;
  active_->Add(-1);
  time_->Observe(std::chrono::duration<double>(took).count());
  if (interrupted) {
    total_[kRequeue]->Add();
    return;
  }
  switch (result.outcome) {
    case Outcome::kDone: total_[kSuccess]->Add(); break;
    case Outcome::kRequeue:
    case Outcome::kSkippedConflict: total_[kRequeue]->Add(); break;
    case Outcome::kRequeueAfter:
      total_[result.requeue_after > base::Duration::zero() ? kRequeueAfter : kRequeue]->Add();
      break;
    case Outcome::kErrorTransient:
    case Outcome::kErrorPermanent:
      total_[kError]->Add();
      errors_->Add();
      if (result.outcome == Outcome::kErrorPermanent) terminal_errors_->Add();
      if (result.code == base::StatusCode::kPluginFault) panics_->Add();
      break;
  }
}

}  // namespace oarlock::controller
