#pragma once
// CpuAccount: the CPU time of one plugin: of every thread on which its generations run, those that
// have ended too. Threads that a plugin starts itself are not known to the host.
//
// One per plugin; GenerationThreads enter theirs. Nothing is measured per call: the kernel counts,
// and is asked when metrics are collected. Threads: [any]; Enter on the thread that is counted.
// Metrics: oarlock_plugin_cpu_seconds_total{plugin}.

#include <time.h>

#include <list>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/mutex.h"

namespace oarlock::pluginhost {

class CpuAccount : public std::enable_shared_from_this<CpuAccount> {
 public:
  static std::shared_ptr<CpuAccount> Make(const std::string& plugin, base::MetricRegistry& metrics);
  // This thread is counted from now until it ends. Once per thread.
  void Enter();
  base::Duration Used() const;

 private:
  class Share;
  CpuAccount() = default;

  mutable base::Mutex mutex_;
  base::Duration ended_ OARLOCK_GUARDED_BY(mutex_){};
  std::list<clockid_t> running_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<void> collector_;
};

}  // namespace oarlock::pluginhost
