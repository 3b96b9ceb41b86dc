#pragma once
// InformerMetrics: the series of one informer. They vanish with it (C-MET-01).
//
// Labels: resource, namespace ("" = all), selector (label and field selector, joined by ";"), form;
// of a handler's also handler. The three informer_* ones carry client-go's labels instead: name
// (made from the scope, so that no two informers share one), group, version, resource.
// Threads: handles [any]. Without a registry the handles exist and nobody sees them.

#include <memory>
#include <string>
#include <string_view>

#include "base/metrics.h"
#include "kube/segment.h"

namespace oarlock::cache {

struct InformerScope;

// The series of one handler of a user with that scope, whichever informer serves him.
struct HandlerMetrics {
  HandlerMetrics() = default;  // none
  // `registry` may be null.
  HandlerMetrics(base::MetricRegistry* registry, const InformerScope& user,
                 const std::string& handler);

  std::shared_ptr<base::Gauge> pending;
  std::shared_ptr<base::Gauge> high_water;
  std::shared_ptr<base::Histogram> seconds;
  std::shared_ptr<base::Counter> failures;
};

struct InformerMetrics {
  InformerMetrics(base::MetricRegistry* registry, const InformerScope& scope);

  const base::MetricLabels& labels() const { return labels_; }

  // The store's version as a number that a float holds exactly: its last 15 digits.
  void SetStoreVersion(std::string_view version);

  void SetSegment(const kube::SegmentStats& stats);

  std::shared_ptr<base::Gauge> items;
  std::shared_ptr<base::Gauge> bytes;
  std::shared_ptr<base::Gauge> memory;  // of the segment, as the next two
  std::shared_ptr<base::Gauge> shared;
  std::shared_ptr<base::Gauge> unshared;
  std::shared_ptr<base::Gauge> phase;  // the number of InformerPhase
  std::shared_ptr<base::Gauge> set_aside;
  std::shared_ptr<base::Gauge> index_set_aside;  // sums of the indices'
  std::shared_ptr<base::Gauge> pending_answers;
  std::shared_ptr<base::Gauge> replaced_objects;
  std::shared_ptr<base::Counter> set_aside_total;
  std::shared_ptr<base::Counter> events;
  std::shared_ptr<base::Counter> lists;
  std::shared_ptr<base::Counter> relists;
  std::shared_ptr<base::Counter> watches;
  std::shared_ptr<base::Counter> watch_restarts;
  std::shared_ptr<base::Counter> watch_overflows;
  std::shared_ptr<base::Counter> watch_pauses;
  std::shared_ptr<base::Counter> errors;
  std::shared_ptr<base::Counter> coalesced;
  std::shared_ptr<base::Gauge> last_contact;  // unix seconds
  std::shared_ptr<base::Gauge> held;          // 1 while a handler holds the source back
  std::shared_ptr<base::Counter> holds;
  // By the names that client-go's users know.
  std::shared_ptr<base::Gauge> queued;       // items that arrived and are not applied yet
  std::shared_ptr<base::Histogram> latency;  // from arrival to the end of distribution
  std::shared_ptr<base::Gauge> store_version;

 private:
  base::MetricLabels labels_;
};

}  // namespace oarlock::cache
