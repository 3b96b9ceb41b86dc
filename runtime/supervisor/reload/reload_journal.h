#pragma once
// ReloadJournal: tells of every step of one plugin's reloads: a line in the log, a count, and the
// last lines for `oarlock plugins`.
//
// Owned by Plugin. Threads: Step and Ended [lifecycle]; lines [any]. Limits: kReloadLinesMax lines.
// Metrics: oarlock_plugin_reload_steps_total{plugin,step}, oarlock_plugin_reloads_total
// {plugin,result}, oarlock_plugin_rollbacks_total{plugin,reason},
// oarlock_plugin_reload_gap_seconds{plugin}.

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "supervisor/reload/probation.h"
#include "supervisor/reload/reload_step.h"

namespace oarlock::supervisor {

inline constexpr size_t kReloadLinesMax = 32;

struct ReloadLine {
  base::UnixTime time{};
  std::string generation;  // "reloader@3"
  ReloadStep step = ReloadStep::kVerify;
  std::string text;
};

class ReloadJournal {
 public:
  ReloadJournal(std::string plugin, base::Clock& clock, base::MetricRegistry& metrics,
                base::Log log);

  void Step(ReloadStep step, const std::string& generation, std::string text = {})
      OARLOCK_EXCLUDES(mutex_);
  // `result`: "done", "reconfigured", "settings", "unchanged", "failed", "refused", "reactivated".
  void Ended(std::string_view result);
  void RolledBack(RollbackCause cause);
  // Time during which no key was handed out.
  void Gap(base::Duration gap);
  std::vector<ReloadLine> lines() const OARLOCK_EXCLUDES(mutex_);

 private:
  std::string plugin_;
  base::Clock& clock_;
  base::MetricRegistry& metrics_;
  base::Log log_;
  std::vector<std::shared_ptr<base::Counter>> held_;  // keeps the series of this plugin
  std::shared_ptr<base::Histogram> gap_;
  mutable base::Mutex mutex_;
  std::deque<ReloadLine> lines_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::supervisor
