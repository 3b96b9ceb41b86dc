// A plugin of a replica that does not lead: loaded, synced and subscribed, its queues fill, and
// nothing of it is at work until this replica leads.
#include <fmt/format.h>

#include <utility>

#include "supervisor/plugin.h"

namespace oarlock::supervisor {

bool Plugin::IsElected(const PluginSpec& spec) const {
  return env_.leadership != nullptr && spec.leader_election;
}

bool Plugin::MayWork(const PluginSpec& spec) const {
  return !IsElected(spec) || env_.leadership->leading();
}

bool Plugin::LostLeadership() const { return working_ && current_ && !MayWork(current_->spec); }

base::Status Plugin::Enter(Version& version) {
  if (!MayWork(version.spec)) return base::Status::Ok();
  SetWorking(true, version.spec);  // also what fails half-way is to be deactivated
  return version.generation->Activate(stop_source_.get_token());
}

void Plugin::SetWorking(bool working, const PluginSpec& spec) {
  working_ = working;
  in_term_ = working && IsElected(spec);
}

void Plugin::SetAtWork(const std::string& reason) {
  Set(working_ ? PluginPhase::kActive : PluginPhase::kStandby, reason);
}

void Plugin::FollowLeadership() {
  if (working_) return (void)Rest();
  if (former_) {
    if (const auto refused = RefusedMeanwhile()) GoBackOnStandby(*refused);
  }
  const auto version = current();
  if (!version) return;
  former_ ? BeginTrial(*version) : BeginTrialIfNew(*version);
  const base::Status active = Enter(*version);
  if (!active.ok()) return DidNotEnter(active);
  if (!working_) return EndTrial();  // lost again meanwhile
  probation_.reset();
  if (former_ || env_.last_good != nullptr) {
    const GenerationHealth before = former_ ? former_->generation->health() : GenerationHealth();
    probation_.emplace(version->spec.reload, before, env_.host.clock.Now());
  }
  SetAtWork(held_back_);
}

void Plugin::DidNotEnter(const base::Status& why) {
  if (stop_requested()) return;
  if (!MayWork(current()->spec)) return (void)Rest();  // lost again, that is why
  if (former_) {
    return SetObserved(DoRollBack({RollbackCause::kLifecycle, why.message()}, /*remember=*/true));
  }
  Fail("activate: " + why.message());
  SetObserved(why.message());
}

// Runs are told to end: another replica may act already, and what they would still write is
// refused.
bool Plugin::Rest() {
  const auto version = current();
  probation_.reset();
  if (former_) {
    probation_.emplace(version->spec.reload, GenerationHealth(), env_.host.clock.Now());
  }
  EndTrial();
  version->generation->CancelRuns(controller::CancelReason::kLostLeadership);
  const base::Status inactive =
      version->generation->Deactivate(env_.host.clock.Now() + version->spec.reload.drain_timeout);
  if (version->generation->stuck()) {
    Fail("deactivate: " + inactive.message());
    SetObserved(inactive.message());
    return false;
  }
  SetWorking(false, version->spec);
  if (!inactive.ok()) log_.Warning("did not stop cleanly", {{"error", inactive.message()}});
  SetAtWork(held_back_);
  return true;
}

bool Plugin::RestIfLost() {
  {
    base::MutexLock lock(mutex_);
    if (!LostLeadership()) return true;
  }
  return Rest();
}

// No run is under way, so nothing is drained and nothing handed over.
base::Status Plugin::SwapOnStandby(Version& from, Version& to) {
  base::Status how = to.generation->Subscribe(Requeue::kAll, from.generation.get());
  if (how.ok()) how = to.generation->WaitSubscribed();
  if (how.ok()) from.generation->Unsubscribe();
  return how.WithContext("subscribe");
}

// The one before stays loaded until its time of probation has passed, or it is known how the new
// one does at work.
bool Plugin::ReplaceOnStandby(const PluginRequest& request, const std::shared_ptr<Version>& next) {
  const auto from = current();
  const std::string label = next->generation->label();
  base::Status how = SwapOnStandby(*from, *next);
  if (!how.ok()) {
    Drop(next);
    FailReload(request, label, ReloadStep::kFailed, how);
    return false;
  }
  former_ = from;
  together_ = request.together;
  SetCurrent(next);
  held_back_.clear();
  probation_.emplace(next->spec.reload, GenerationHealth(), env_.host.clock.Now());
  SetProbation(true);
  SetAtWork("");
  journal_.Step(ReloadStep::kProbation, label, "on standby");
  how = Arrive(request, MoveTogether::Stage::kActivated, base::Status::Ok());
  if (!how.ok()) GoBackOnStandby(how.message());
  SetObserved(how.message());
  return how.ok();
}

void Plugin::LookOnStandby() {
  const bool over = probation_->Over(env_.host.clock.Now());
  if (!over && !(together_ && together_->failure())) return;
  if (const auto refused = RefusedMeanwhile()) return GoBackOnStandby(*refused);
  EndProbation(false);
}

// Others that move together with it may have failed, and the replica that leads may have rolled the
// same library back.
std::optional<std::string> Plugin::RefusedMeanwhile() {
  if (together_) {
    if (auto failure = together_->failure()) return failure;
  }
  const auto record = RecordOf(*current(), /*again=*/true);
  if (!record) return std::nullopt;
  return fmt::format("by {}: {}", record->host, record->reason);
}

void Plugin::GoBackOnStandby(const std::string& reason) {
  const auto bad = current();
  const auto former = std::exchange(former_, nullptr);
  probation_.reset();
  if (together_) together_->Fail(name_, reason);
  together_.reset();
  journal_.Step(ReloadStep::kRollBack, bad->generation->label(), reason);
  const base::Status back = SwapOnStandby(*bad, *former);
  if (!back.ok()) {
    Drop(former);
    Fail("rollback: " + back.message());
    return SetObserved(back.message());
  }
  journal_.RolledBack(RollbackCause::kLifecycle);
  SetCurrent(former);
  held_back_ = fmt::format("library {:.12} was rolled back: {}", bad->package.sha256, reason);
  Drop(bad);
  SetProbation(false);
  SetAtWork(held_back_);
  journal_.Ended("rolledBack");
  SetObserved(held_back_);
}

}  // namespace oarlock::supervisor
