#include "supervisor/reload/reload_journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace oarlock::supervisor {
namespace {

bool IsBad(ReloadStep step) {
  return step == ReloadStep::kFailed || step == ReloadStep::kRefused ||
         step == ReloadStep::kReactivate || step == ReloadStep::kRollBack;
}

}  // namespace

ReloadJournal::ReloadJournal(std::string plugin, base::Clock& clock, base::MetricRegistry& metrics,
                             base::Log log)
    : plugin_(std::move(plugin)),
      clock_(clock),
      metrics_(metrics),
      log_(std::move(log)),
      gap_(metrics.MakeHistogram("oarlock_plugin_reload_gap_seconds",
                                 "Time during which a reload handed out no key.",
                                 base::ExponentialBuckets(0.001, 2, 16), {{"plugin", plugin_}})) {}

void ReloadJournal::Step(ReloadStep step, const std::string& generation, std::string text) {
  const std::string message = fmt::format("reload: {}", ReloadStepName(step));
  if (IsBad(step)) {
    log_.Warning(message, {{"generation", generation}, {"reason", text}});
  } else if (text.empty()) {
    log_.Info(message, {{"generation", generation}});
  } else {
    log_.Info(message, {{"generation", generation}, {"text", text}});
  }
  const auto counter =
      metrics_.MakeCounter("oarlock_plugin_reload_steps_total", "Steps of reloads that were begun.",
                           {{"plugin", plugin_}, {"step", std::string(ReloadStepName(step))}});
  counter->Add();
  if (std::find(held_.begin(), held_.end(), counter) == held_.end()) held_.push_back(counter);
  base::MutexLock lock(mutex_);
  lines_.push_back({clock_.UnixNow(), generation, step, std::move(text)});
  if (lines_.size() > kReloadLinesMax) lines_.pop_front();
}

void ReloadJournal::Ended(std::string_view result) {
  const auto counter =
      metrics_.MakeCounter("oarlock_plugin_reloads_total", "Reloads, by how they ended.",
                           {{"plugin", plugin_}, {"result", std::string(result)}});
  counter->Add();
  if (std::find(held_.begin(), held_.end(), counter) == held_.end()) held_.push_back(counter);
}

void ReloadJournal::RolledBack(RollbackCause cause) {
  const auto counter = metrics_.MakeCounter(
      "oarlock_plugin_rollbacks_total", "Returns to the generation before, by what caused them.",
      {{"plugin", plugin_}, {"reason", std::string(RollbackCauseName(cause))}});
  counter->Add();
  if (std::find(held_.begin(), held_.end(), counter) == held_.end()) held_.push_back(counter);
}

void ReloadJournal::Gap(base::Duration gap) {
  gap_->Observe(std::chrono::duration<double>(gap).count());
}

std::vector<ReloadLine> ReloadJournal::lines() const {
  base::MutexLock lock(mutex_);
  return {lines_.begin(), lines_.end()};
}

}  // namespace oarlock::supervisor
