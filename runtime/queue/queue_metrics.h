#pragma once
// QueueMetrics: how one work queue shows itself: its histograms, the bounded set of priority
// labels, and the rendering of a snapshot into the workqueue_* families. All values of one scrape,
// the histograms too, come from one snapshot, so that adds = processed + depth holds in each. Used
// by WorkQueue only. Threads: the Observe functions, Fill and PriorityDepth are guarded by the
// queue's lock.

#include <functional>
#include <map>
#include <memory>
#include <optional>
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
  PriorityDepth() = default;
  PriorityDepth(const PriorityDepth&) = delete;
  PriorityDepth& operator=(const PriorityDepth&) = delete;

  // The count that is shown for a priority; stays where it is.
  size_t& Of(Priority priority);
  std::vector<std::pair<std::string, size_t>> ByLabel() const;

 private:
  std::map<Priority, size_t> own_;
  size_t shared_ = 0;
  bool has_shared_ = false;
};

struct HistogramCopy {
  std::vector<uint64_t> counts;
  double sum = 0;
};

struct QueueSnapshot {
  QueueStats stats;
  std::vector<std::pair<std::string, size_t>> depth;
  double unfinished_seconds = 0;
  double longest_seconds = 0;
  double head_wait_seconds = 0;
  HistogramCopy wait;
  HistogramCopy work;
  HistogramCopy age;
};

class QueueMetrics {
 public:
  // Called at each scrape, perhaps once after this object is gone; empty = show nothing.
  using Snapshot = std::function<std::optional<QueueSnapshot>()>;

  QueueMetrics();
  // Apart from the constructor: a scrape may come before this returns.
  void Register(base::MetricRegistry& registry, const std::string& name, Snapshot snapshot);

  void ObserveWait(base::Duration waited);
  void ObserveRun(base::Duration worked, base::Duration age);
  void Fill(QueueSnapshot& snapshot) const;

 private:
  base::Histogram wait_;
  base::Histogram work_;
  base::Histogram age_;
  std::shared_ptr<void> collector_;
};

}  // namespace oarlock::queue
