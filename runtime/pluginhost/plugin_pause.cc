#include "pluginhost/plugin_pause.h"

namespace oarlock::pluginhost {

using base::MutexLock;
using queue::PausedBy;

PluginPause::PluginPause(const std::string& plugin, base::MetricRegistry& metrics)
    : gauge_(metrics.MakeGauge("oarlock_plugin_paused",
                               "1 while somebody has paused the plugin, else 0.",
                               {{"plugin", plugin}})) {}

void PluginPause::Add(const std::shared_ptr<queue::WorkQueue>& queue) {
  MutexLock lock(mutex_);
  std::erase_if(queues_, [&queue](const auto& known) {
    const auto alive = known.lock();
    return !alive || alive == queue;
  });
  queues_.push_back(queue);
  if (paused_) queue->Pause(PausedBy::kOperator);
}

// Under the lock, so that the last call decides for all queues.
void PluginPause::Set(bool paused) {
  MutexLock lock(mutex_);
  paused_ = paused;
  gauge_->Set(paused ? 1 : 0);
  for (const auto& known : queues_) {
    const auto queue = known.lock();
    if (!queue) continue;
    paused ? queue->Pause(PausedBy::kOperator) : queue->Resume(PausedBy::kOperator);
  }
}

bool PluginPause::paused() const {
  MutexLock lock(mutex_);
  return paused_;
}

}  // namespace oarlock::pluginhost
