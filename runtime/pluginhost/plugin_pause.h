#pragma once
// PluginPause: a person's "stop working" for one plugin: no reconcile of it begins until it is
// resumed, whatever generations come and go meanwhile. Keys go on being collected.
//
// Owned by the supervisor's Plugin; each generation adds the queues it works on. Threads: [any].
// Metrics: oarlock_plugin_paused{plugin}. Lasts as long as the process.

#include <memory>
#include <string>
#include <vector>

#include "base/metrics.h"
#include "base/mutex.h"
#include "queue/work_queue.h"

namespace oarlock::pluginhost {

class PluginPause {
 public:
  PluginPause(const std::string& plugin, base::MetricRegistry& metrics);

  // Holds it weakly. It is paused when this returns, if the plugin is.
  void Add(const std::shared_ptr<queue::WorkQueue>& queue) OARLOCK_EXCLUDES(mutex_);
  void Set(bool paused) OARLOCK_EXCLUDES(mutex_);
  bool paused() const OARLOCK_EXCLUDES(mutex_);

 private:
  mutable base::Mutex mutex_;
  bool paused_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::vector<std::weak_ptr<queue::WorkQueue>> queues_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<base::Gauge> gauge_;
};

}  // namespace oarlock::pluginhost
