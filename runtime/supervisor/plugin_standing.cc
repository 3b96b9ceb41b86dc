// Where a plugin stands, as others see it.
#include <fmt/format.h>

#include <utility>

#include "supervisor/plugin.h"

namespace oarlock::supervisor {

std::string_view PluginPhaseName(PluginPhase phase) {
  switch (phase) {
    case PluginPhase::kStarting: return "starting";
    case PluginPhase::kWaiting: return "waiting";
    case PluginPhase::kActive: return "active";
    case PluginPhase::kStandby: return "standby";
    case PluginPhase::kDegraded: return "degraded";
    case PluginPhase::kDisabled: return "disabled";
    case PluginPhase::kStopping: return "stopping";
    case PluginPhase::kStopped: return "stopped";
  }
  return "unknown";
}

PluginStatus Plugin::status() const {
  std::vector<ReloadLine> lines = journal_.lines();
  base::MutexLock lock(mutex_);
  PluginStatus copy = status_;
  copy.reloads = std::move(lines);
  copy.paused = pause_->paused();
  if (current_ && current_->generation) copy.controllers = current_->generation->status();
  return copy;
}

void Plugin::SetPaused(bool paused) {
  pause_->Set(paused);
  log_.Info(paused ? "plugin is paused: no reconcile begins" : "plugin is resumed");
}

std::vector<pluginhost::ControllerView> Plugin::views() const {
  base::MutexLock lock(mutex_);
  if (!current_ || !current_->generation) return {};
  return current_->generation->views();
}

void Plugin::Tell() const {
  if (env_.standing_changed) env_.standing_changed();
}

void Plugin::Enter(PluginPhase phase, const std::string& reason) {
  status_.phase = phase;
  status_.phase_since = revision_;
  status_.phases.push_back({env_.host.clock.UnixNow(), status_.generation, phase, reason});
  if (status_.phases.size() > kPhaseLinesMax) status_.phases.pop_front();
}

void Plugin::Set(PluginPhase phase, std::string reason) {
  {
    base::MutexLock lock(mutex_);
    // A type that is waited for is an answer, too: nobody need wait for the plugin.
    if (phase == PluginPhase::kWaiting) status_.observed = revision_;
    if (status_.phase == phase && status_.reason == reason) return;
    if (status_.phase != phase) Enter(phase, reason);
    status_.reason = reason;
  }
  Tell();
  active_->Set(phase == PluginPhase::kActive ? 1 : 0);
  const std::string text = fmt::format("plugin is {}", PluginPhaseName(phase));
  if (phase == PluginPhase::kDegraded) {
    log_.Error(text, {{"reason", reason}});
  } else if (phase == PluginPhase::kWaiting || (phase == PluginPhase::kActive && !reason.empty())) {
    log_.Warning(text, {{"reason", reason}});
  } else if (reason.empty()) {
    log_.Info(text);
  }
}

void Plugin::SetObserved(const std::string& failure) {
  {
    base::MutexLock lock(mutex_);
    status_.observed = revision_;
    status_.last_failure = failure;
    status_.reloading = false;
    changed_.NotifyAll();
  }
  Tell();
}

void Plugin::SetCurrent(std::shared_ptr<Version> version) {
  base::MutexLock lock(mutex_);
  current_ = std::move(version);
  if (!current_) return;
  status_.generation = current_->generation->label();
  status_.sha256 = current_->package.sha256;
  status_.version = NoteText(current_->package.note.plugin_version);
}

void Plugin::SetProbation(bool on) {
  base::MutexLock lock(mutex_);
  status_.on_probation = on;
  can_roll_back_ = former_ != nullptr || earlier_ != nullptr;
}

void Plugin::SetRolledBack(const std::string& failure) {
  base::MutexLock lock(mutex_);
  status_.rolling_back = rollback_.has_value();
  status_.rollback_failure = failure;
  if (failure.empty() && held_back_.empty()) status_.rollback_failure = status_.last_failure;
}

}  // namespace oarlock::supervisor
