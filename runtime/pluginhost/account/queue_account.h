#pragma once
// QueueAccount: how long the keys of one plugin have waited in its queues, over all its controllers
// and generations.
//
// One per plugin, made by the supervisor; the plugin's queues add to it. Threads: [any].
// Metrics: oarlock_plugin_queue_seconds_total{plugin}.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "base/metrics.h"

namespace oarlock::pluginhost {

class QueueAccount {
 public:
  QueueAccount(const std::string& plugin, base::MetricRegistry& metrics);
  // What queues add to, in nanoseconds (queue::WorkQueueOptions::waited_sum).
  const std::shared_ptr<std::atomic<int64_t>>& waited() const { return waited_; }

 private:
  const std::shared_ptr<std::atomic<int64_t>> waited_ = std::make_shared<std::atomic<int64_t>>(0);
  const std::shared_ptr<void> collector_;
};

}  // namespace oarlock::pluginhost
