// A plugin from one generation to the next.
#include <fmt/format.h>

#include <utility>

#include "base/time/backoff.h"
#include "supervisor/plugin.h"
#include "supervisor/reload/change_plan.h"

namespace oarlock::supervisor {
namespace {

constexpr base::Duration kSyncSlice = std::chrono::milliseconds(500);
constexpr base::BackoffOptions kRetry{.initial = std::chrono::milliseconds(500),
                                      .cap = std::chrono::seconds(10)};

// The server's trouble, not the plugin's: worth another try while the old generation works.
bool IsPassing(const base::Status& status) {
  return status.code() == base::StatusCode::kUnavailable ||
         status.code() == base::StatusCode::kDeadlineExceeded ||
         status.code() == base::StatusCode::kNotLeading;
}

base::Status StuckAtRest() {
  return base::Internal("the generation before is stuck: it did not stop when leadership was lost");
}

}  // namespace

void Plugin::Replace(const PluginRequest& request) {
  const std::string label = fmt::format("{}@{}", name_, generations_ + 1);
  auto opened = Open(request.spec);
  if (!opened.ok()) return FailReload(request, label, ReloadStep::kVerify, opened.status());
  const std::shared_ptr<Version> next = *opened;
  const auto version_of = [](const Version& version) {
    const PluginPackage& package = version.package;
    return PluginVersion{version.spec, package.sha256, package.config_digest,
                         package.values_digest};
  };
  const PluginChange change = PlanChange(version_of(*current()), version_of(*next));
  if (change == PluginChange::kNone) return Adopt(request, *next, "unchanged");
  if (change == PluginChange::kSettings) {
    current()->generation->TakeSettings(request.spec);
    return Adopt(request, *next, "settings");
  }
  if (const base::Status may = CheckMayLoad(*next); !may.ok()) {
    return FailReload(request, label, ReloadStep::kRefused, may);
  }
  if (former_ && working_ && MayWork(next->spec) && !request.together &&
      PlanChange(version_of(*former_), version_of(*next)) <= PluginChange::kSettings) {
    former_->spec = next->spec;
    former_->entry_digest = next->entry_digest;
    const auto back = former_;
    const std::string now =
        DoRollBack({RollbackCause::kManual, "the manifest went back"}, /*remember=*/false);
    if (current() != back) return SetObserved(now);
    held_back_.clear();  // it is what the manifest says
    SetAtWork("");
    return SetObserved("");
  }
  journal_.Step(ReloadStep::kVerify, label, std::string(PluginChangeName(change)));
  if (change == PluginChange::kConfiguration && !request.together && Reconfigure(request, *next)) {
    return;
  }
  (void)Reload(request, next);
}

base::Status Plugin::CheckMayLoad(const Version& next) {
  const auto record = RecordOf(next, /*again=*/true);
  if (!record) return base::Status::Ok();
  return base::FailedPrecondition(
      fmt::format("library {:.12} was rolled back ({}) and is refused until the manifest changes",
                  next.package.sha256, record->reason));
}

void Plugin::Adopt(const PluginRequest& request, Version& next, std::string_view result) {
  base::Status how = Arrive(request, MoveTogether::Stage::kPrepared, base::Status::Ok());
  if (how.ok()) how = Arrive(request, MoveTogether::Stage::kActivated, how);
  if (!how.ok()) return SetObserved(how.message());
  const auto version = current();
  version->spec = next.spec;
  version->entry_digest = next.entry_digest;
  version->secrets_digest = next.secrets_digest;
  version->package.config_json.swap(next.package.config_json);
  version->package.config_digest = next.package.config_digest;
  version->package.config_values = next.package.config_values;
  version->package.values_digest = next.package.values_digest;
  held_back_.clear();
  SetAtWork("");
  if (result != "unchanged") {
    journal_.Step(ReloadStep::kDone, version->generation->label(), std::string(result));
  }
  journal_.Ended(result);
  SetObserved("");
}

// True when that was all; false when a new generation is needed.
bool Plugin::Reconfigure(const PluginRequest& request, Version& next) {
  const auto version = current();
  journal_.Step(ReloadStep::kReconfigure, version->generation->label());
  const base::MonoTime paused = env_.host.clock.Now();
  const auto in_place =
      version->generation->Reconfigure(next.package, paused + next.spec.reload.drain_timeout);
  if (version->generation->stuck()) {
    Fail("reconfigure: " + in_place.status().message());
    SetObserved(in_place.status().message());
    return true;
  }
  if (!in_place.ok()) {
    FailReload(request, version->generation->label(), ReloadStep::kFailed, in_place.status());
    return true;
  }
  if (!*in_place) return false;
  journal_.Gap(env_.host.clock.Now() - paused);
  version->generation->TakeSettings(next.spec);
  if (next.spec.reload.requeue_all) {
    const base::Status requeued = version->generation->RequeueAll();
    if (!requeued.ok()) log_.Warning("not every key is tried", {{"error", requeued.message()}});
  }
  Adopt(request, next, "reconfigured");
  return true;
}

base::Status Plugin::Prepare(Version& next) {
  GenerationControl& generation = *next.generation;
  journal_.Step(ReloadStep::kLoad, generation.label());
  OARLOCK_RETURN_IF_ERROR(generation.Load(stop_source_.get_token()));
  journal_.Step(ReloadStep::kSync, generation.label());
  const base::MonoTime deadline = env_.host.clock.Now() + kReloadSyncTimeout;
  base::Backoff backoff(kRetry, env_.host.clock, env_.host.random);
  for (;;) {
    if (!RestIfLost()) return StuckAtRest();
    const base::Status bound = generation.Bind({deadline, stop_source_.get_token()});
    if (bound.ok()) break;
    env_.host.mapper.Invalidate();
    if (!IsPassing(bound) || env_.host.clock.Now() >= deadline) return bound;
    if (Pause(backoff.Next())) return base::Cancelled("changed again");
  }
  for (;;) {
    if (!RestIfLost()) return StuckAtRest();
    const base::MonoTime slice = std::min(deadline, env_.host.clock.Now() + kSyncSlice);
    const base::Status synced = generation.WaitForSync(slice);
    if (synced.ok()) return synced;
    if (!IsPassing(synced) || env_.host.clock.Now() >= deadline) return synced;
    if (interrupted()) return base::Cancelled("changed again");
    if (synced.code() != base::StatusCode::kDeadlineExceeded && Pause(kSyncSlice)) {
      return base::Cancelled("changed again");
    }
  }
}

bool Plugin::Reload(const PluginRequest& request, const std::shared_ptr<Version>& next) {
  EndProbation(false);
  BlameConfig(*current(), *next);
  const base::Status made = Make(*next);
  if (!made.ok()) {
    FailReload(request, fmt::format("{}@{}", name_, generations_ + 1), ReloadStep::kRefused, made);
    return false;
  }
  {
    base::MutexLock lock(mutex_);
    status_.reloading = true;
  }
  base::Status how = Arrive(request, MoveTogether::Stage::kPrepared, Prepare(*next));
  const std::string label = next->generation->label();
  if (!how.ok()) {
    Drop(next);
    FailReload(request, label, ReloadStep::kFailed, how);
    return false;
  }
  journal_.Step(ReloadStep::kPrepared, label);
  if (working_ && !MayWork(next->spec) && !Rest()) {
    Drop(next);
    FailReload(request, label, ReloadStep::kFailed, StuckAtRest());
    return false;
  }
  if (!working_) return ReplaceOnStandby(request, next);
  BeginTrial(*next);
  const auto from = current();
  SwitchOptions options;
  options.requeue = next->spec.reload.requeue_all ? Requeue::kAll : Requeue::kNone;
  options.reset_backoff = from->package.sha256 != next->package.sha256;
  options.drain_timeout = next->spec.reload.drain_timeout;
  const SwitchOutcome outcome =
      SwitchGenerations(*from->generation, *next->generation, options, env_.host.clock, journal_,
                        stop_source_.get_token());
  if (outcome.who != WhoWorks::kTo) {
    DidNotTakeOver(next, outcome);
    if (request.together) request.together->Fail(name_, outcome.status.message());
    return false;
  }
  TookOver(next);
  together_ = request.together;
  how = Arrive(request, MoveTogether::Stage::kActivated, base::Status::Ok());
  if (!how.ok()) {
    (void)DoRollBack({RollbackCause::kLifecycle, how.message()}, /*remember=*/false);
    SetObserved(how.message());
    return false;
  }
  if (next->spec.reload.probation == base::Duration::zero()) EndProbation(true);
  SetObserved("");
  return true;
}

void Plugin::TookOver(const std::shared_ptr<Version>& next) {
  former_ = current();
  SetCurrent(next);
  held_back_.clear();
  probation_.emplace(next->spec.reload, former_->generation->health(), env_.host.clock.Now());
  SetProbation(true);
  SetAtWork("");
  journal_.Step(ReloadStep::kProbation, next->generation->label());
}

void Plugin::DidNotTakeOver(const std::shared_ptr<Version>& next, const SwitchOutcome& outcome) {
  const base::Status& why = outcome.status;
  const bool works = outcome.who == WhoWorks::kFrom;
  const std::string label = next->generation->label();
  // A plugin that does not become active is rolled back for good; a server out of reach is not its
  // fault.
  if (outcome.to_failed && !IsPassing(why) && why.code() != base::StatusCode::kCancelled) {
    Remember(*next, why.message());
    journal_.RolledBack(RollbackCause::kLifecycle);
  }
  EndTrial();
  Drop(next);
  journal_.Step(ReloadStep::kFailed, label, why.message());
  journal_.Ended(works ? "reactivated" : "failed");
  if (!works && !stop_requested()) {
    // Neither could be activated as this replica does not lead any more: the former one rests.
    const bool rests = !current()->generation->stuck() && !MayWork(current()->spec);
    rests ? (void)Rest() : Fail(why.message());
  }
  SetObserved(why.message());
}

void Plugin::FailReload(const PluginRequest& request, const std::string& label, ReloadStep step,
                        const base::Status& why) {
  if (request.together) request.together->Fail(name_, why.message());
  const bool refused = step == ReloadStep::kRefused;
  journal_.Step(refused ? step : ReloadStep::kFailed, label, why.message());
  journal_.Ended(refused ? "refused" : "failed");
  SetObserved(why.message());
}

}  // namespace oarlock::supervisor
