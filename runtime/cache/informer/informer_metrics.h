#pragma once
// InformerMetrics: the series of one informer. They vanish with it (C-MET-01).
//
// Labels: resource, namespace ("" = all), selector (label and field selector, joined by ";"), form.
// Threads: handles [any]. Without a registry the handles exist and nobody sees them.

#include <memory>
#include <string>

#include "base/metrics.h"

namespace oarlock::cache {

struct InformerScope;

struct InformerMetrics {
  InformerMetrics(base::MetricRegistry* registry, const InformerScope& scope);

  const base::MetricLabels& labels() const { return labels_; }

  std::shared_ptr<base::Gauge> items;
  std::shared_ptr<base::Gauge> bytes;
  std::shared_ptr<base::Gauge> phase;  // the number of InformerPhase
  std::shared_ptr<base::Gauge> set_aside;
  std::shared_ptr<base::Counter> set_aside_total;
  std::shared_ptr<base::Counter> events;
  std::shared_ptr<base::Counter> lists;
  std::shared_ptr<base::Counter> relists;
  std::shared_ptr<base::Counter> watches;
  std::shared_ptr<base::Counter> watch_restarts;
  std::shared_ptr<base::Counter> watch_overflows;
  std::shared_ptr<base::Counter> errors;
  std::shared_ptr<base::Counter> coalesced;

 private:
  base::MetricLabels labels_;
};

// The series for what waits before one handler of a user with that scope, whichever informer serves
// him. `registry` may be null.
std::shared_ptr<base::Gauge> HandlerPendingGauge(base::MetricRegistry* registry,
                                                 const InformerScope& scope,
                                                 const std::string& handler);

}  // namespace oarlock::cache
