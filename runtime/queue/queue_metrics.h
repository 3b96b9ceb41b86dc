#pragma once
// QueueMetrics: how one work queue shows itself: the two histograms it observes, the bounded set of
// priority labels, and the rendering of a snapshot into the workqueue_* families. All values of one
// scrape come from one snapshot, so adds = gets + depth holds in it.
// Used by WorkQueue only. Threads: histograms [any]; PriorityDepth guarded by its owner.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/metrics.h"
#include "queue/work_queue.h"

namespace oarlock::queue {

// Ready keys per priority. The first kPriorityLabelsMax - 1 distinct priorities have their own
// label, further ones share one.
class PriorityDepth {
 public:
  void Add(Priority priority);
  void Remove(Priority priority);
  std::vector<std::pair<std::string, size_t>> ByLabel() const;

 private:
  size_t& Slot(Priority priority);

  std::map<Priority, size_t> own_;
  size_t shared_ = 0;
  bool has_shared_ = false;
};

struct QueueSnapshot {
  QueueStats stats;
  std::vector<std::pair<std::string, size_t>> depth;
  double unfinished_seconds = 0;
  double longest_seconds = 0;
};

class QueueMetrics {
 public:
  using Snapshot = std::function<QueueSnapshot()>;
  // `snapshot` is called at each scrape, perhaps once after this object is gone.
  QueueMetrics(base::MetricRegistry& registry, const std::string& name, Snapshot snapshot);

  void ObserveWait(base::Duration waited);
  void ObserveWork(base::Duration worked);

 private:
  std::shared_ptr<base::Histogram> queue_duration_;
  std::shared_ptr<base::Histogram> work_duration_;
  std::shared_ptr<void> collector_;
};

}  // namespace oarlock::queue
