#pragma once
// What the tests of the work queue share: keys by name, a queue on virtual time, its metrics, and
// the process's own numbers (memory, threads, files).
// Used by tests only; one thread unless said.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/fake_clock.h"
#include "base/metrics.h"
#include "queue/work_queue.h"

namespace oarlock::queue {

Key K(std::string_view name);

// Sum over the samples of one family whose label `label` has `value` (all, if no label is given).
double MetricSum(base::MetricRegistry& metrics, const std::string& name,
                 const std::string& label = {}, const std::string& value = {});

size_t AllocatedBytes();
size_t ThreadCount();
size_t OpenFileCount();

class WorkQueueTest : public testing::Test {
 protected:
  // The name of the next key, or "".
  std::string Take(WorkQueue& queue);
  // Takes and ends what is ready; the names in order.
  std::string RunAll(WorkQueue& queue);
  double Metric(const std::string& name, const std::string& queue = "c") {
    return MetricSum(metrics_, name, "name", queue);
  }

  base::FakeClock clock_;
  base::MetricRegistry metrics_;
  WorkQueue queue_{{.name = "c"}, clock_, &metrics_};
};

}  // namespace oarlock::queue
