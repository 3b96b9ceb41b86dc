// A plugin after the switch: the new generation on probation, and the way back.
#include <fmt/format.h>

#include <utility>

#include "supervisor/plugin.h"

namespace oarlock::supervisor {

void Plugin::LookAtProbation() {
  if (!probation_) return;
  if (!working_) return LookOnStandby();
  if (former_ && together_) {
    if (const auto failure = together_->failure()) {
      return SetObserved(DoRollBack({RollbackCause::kLifecycle, *failure}, /*remember=*/false));
    }
  }
  const auto version = current();
  if (former_) {
    if (const auto reason = probation_->Judge(version->generation->health())) {
      return SetObserved(DoRollBack(*reason, /*remember=*/true));
    }
  }
  if (!probation_->Over(env_.host.clock.Now())) return;
  // Another replica may have had worse luck with the same library.
  if (former_) {
    if (const auto record = RecordOf(*version, /*again=*/true)) {
      const RollbackReason reason{
          RollbackCause::kLifecycle,
          fmt::format("rolled back by {}: {}", record->host, record->reason)};
      return SetObserved(DoRollBack(reason, /*remember=*/false));
    }
  }
  EndProbation(true);
}

void Plugin::EndProbation(bool passed) {
  if (!probation_ && !former_) return;
  probation_.reset();
  together_.reset();
  EndTrial();
  if (former_) {
    const auto version = std::exchange(former_, nullptr);
    const std::string label = version->generation->label();
    journal_.Step(ReloadStep::kDestroy, label);
    Drop(version);
    earlier_ = version;
    journal_.Step(ReloadStep::kDone, current()->generation->label());
    journal_.Ended("done");
  }
  SetProbation(false);
  if (!passed || env_.last_good == nullptr) return;
  const auto version = current();
  if (!version->package.file) return;
  const base::Status saved = env_.last_good->Save(version->spec, *version->package.file);
  if (!saved.ok()) {
    log_.Warning("the last good version cannot be kept", {{"error", saved.message()}});
  }
}

std::string Plugin::DoRollBack(const RollbackReason& reason, bool remember) {
  const auto bad = current();
  journal_.Step(ReloadStep::kRollBack, bad->generation->label(), reason.text);
  journal_.RolledBack(reason.cause);
  SwitchOptions options;
  options.requeue = former_->spec.reload.requeue_all ? Requeue::kAll : Requeue::kNone;
  options.hand_over_state = false;
  options.drain_timeout = former_->spec.reload.drain_timeout;
  const SwitchOutcome outcome =
      SwitchGenerations(*bad->generation, *former_->generation, options, env_.host.clock, journal_,
                        stop_source_.get_token());
  probation_.reset();
  if (together_) together_->Fail(name_, reason.text);
  together_.reset();
  if (remember) Remember(*bad, reason.text);
  EndTrial();
  if (outcome.who == WhoWorks::kNobody) {
    if (!stop_requested()) Fail("rollback: " + outcome.status.message());
    return "rollback: " + outcome.status.message();
  }
  const auto former = std::exchange(former_, nullptr);
  if (outcome.who == WhoWorks::kFrom) {
    Drop(former);
    SetProbation(false);
    const std::string why = "it should have been rolled back: " + outcome.status.message();
    SetAtWork(why);
    return why;
  }
  SetCurrent(former);
  if (env_.last_good != nullptr) {
    probation_.emplace(former->spec.reload, GenerationHealth(), env_.host.clock.Now());
  }
  held_back_ = fmt::format("library {:.12} was rolled back: {}", bad->package.sha256, reason.text);
  Drop(bad);
  SetProbation(false);
  SetAtWork(held_back_);
  journal_.Ended("rolledBack");
  return held_back_;
}

void Plugin::RollBackByHand(const std::string& reason) {
  const std::string text = reason.empty() ? "by hand" : "by hand: " + reason;
  if (!working_) EndProbation(false);  // the one before counts as an earlier one
  if (former_) {
    return SetObserved(DoRollBack({RollbackCause::kManual, text}, /*remember=*/true));
  }
  const auto bad = current();
  if (!earlier_ || !bad) return;
  // Its bytes are still there. Copied anew, as the dynamic loader must not know their name.
  PluginSpec spec = earlier_->spec;
  spec.library = earlier_->package.file->load_path();
  spec.sha256 = earlier_->package.sha256;
  spec.signature.clear();
  auto opened = Open(spec);
  const std::string label = fmt::format("{}@{}", name_, generations_ + 1);
  const PluginRequest request{spec, revision_, false, nullptr};
  if (!opened.ok()) return FailReload(request, label, ReloadStep::kVerify, opened.status());
  journal_.Step(ReloadStep::kRollBack, bad->generation->label(), text);
  if (!Reload(request, *opened)) return;
  journal_.RolledBack(RollbackCause::kManual);
  Remember(*bad, text);
  held_back_ = fmt::format("library {:.12} was rolled back: {}", bad->package.sha256, text);
  SetAtWork(held_back_);
}

void Plugin::Remember(const Version& version, const std::string& reason) {
  if (env_.memory != nullptr) env_.memory->Remember(TrialOf(version), reason);
}

TrialId Plugin::TrialOf(const Version& version) {
  return {version.spec.name, version.package.sha256, version.entry_digest};
}

std::optional<RollbackRecord> Plugin::RecordOf(const Version& version, bool again) const {
  if (env_.memory == nullptr) return std::nullopt;
  TrialId id = TrialOf(version);
  auto record = again ? env_.memory->FindAgain(id) : env_.memory->Find(id);
  if (record || version.secrets_digest.empty()) return record;
  id.entry = version.secrets_digest;
  return env_.memory->Find(id);
}

void Plugin::EndTrial() {
  if (std::exchange(on_trial_, false)) env_.memory->EndTrial(name_);
}

}  // namespace oarlock::supervisor
