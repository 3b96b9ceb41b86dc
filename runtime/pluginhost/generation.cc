#include "pluginhost/generation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/wipe.h"
#include "pluginhost/declare/binding.h"
#include "pluginhost/declare/type_set.h"

namespace oarlock::pluginhost {
namespace {

// Remembers the first failure of a sequence that goes on after failures.
void Keep(base::Status& first, const base::Status& next) {
  if (first.ok()) first = next;
}

}  // namespace

Generation::Generation(const HostEnv& env, GenerationOptions options,
                       std::unique_ptr<PluginCode> code)
    : env_(env),
      options_(std::move(options)),
      label_(fmt::format("{}@{}", options_.plugin, options_.number)),
      code_(std::move(code)),
      threads_(std::make_unique<GenerationThreads>(label_, env.clock, options_.cpu)) {}

Generation::~Generation() {
  OARLOCK_CHECK(!stuck_);
  base::Wipe(options_.config_json);  // which may have values of Secrets in it
}

base::Status Generation::OnControl(const char* what, base::Duration timeout,
                                   std::function<base::Status()> call,
                                   const std::stop_token& stop) {
  if (stuck_) return base::FailedPrecondition(label_ + " is stuck");
  const WaitLimits limits{env_.clock.Now() + timeout, stop, kLoadStopTimeout};
  base::Status status = threads_->RunOnControl(std::move(call), limits);
  if (status.code() == base::StatusCode::kDeadlineExceeded && threads_->control_busy()) {
    stuck_ = true;
    return {base::StatusCode::kPluginFault,
            fmt::format("{} did not return within {} s: the plugin is stuck", what,
                        std::chrono::duration_cast<std::chrono::seconds>(timeout).count())};
  }
  return status;
}

base::Status Generation::Load(const std::stop_token& stop) {
  return OnControl(
      "loading", kLoadTimeout, [this, stop] { return LoadOnControl(stop); }, stop);
}

std::map<std::string, const Declaration*> Generation::Declared() const {
  std::map<std::string, const Declaration*> out;
  for (const Member& member : members_) {
    out.emplace(member.instance->name().controller, &member.instance->declaration());
  }
  return out;
}

base::Status Generation::Bind(const kube::CallContext& call) {
  for (Member& member : members_) {
    OARLOCK_RETURN_IF_ERROR(BindTypes(*member.instance, call));
  }
  const bool has_sets = std::any_of(members_.begin(), members_.end(), [](const Member& member) {
    return !member.instance->declaration().type_sets.empty();
  });
  if (has_sets && !refresher_) {
    refresher_ = std::make_unique<TypeSetRefresher>(
        env_, label_, [this](const kube::ServedKinds& served) { ApplyServed(served); });
  }
  return base::Status::Ok();
}

void Generation::ApplyServed(const kube::ServedKinds& served) {
  // Members stay from Load to Close, which ends this thread first.
  for (Member& member : members_) {
    const auto changed = ResolveTypeSets(*member.instance, served);
    std::shared_ptr<ControllerRun> run;
    {
      base::MutexLock lock(members_mutex_);
      run = member.run;
    }
    if (run && !changed.empty()) run->FollowTypes(changed);
  }
}

base::Status Generation::WaitForSync(const cache::SyncWait& wait) const {
  for (const Member& member : members_) {
    OARLOCK_RETURN_IF_ERROR(WaitForTypes(*member.instance, wait));
  }
  return base::Status::Ok();
}

base::Status Generation::ActivateMembers(const std::stop_token& stop) {
  const base::MonoTime deadline = env_.clock.Now() + kActivateTimeout;
  for (Member& member : members_) {
    OARLOCK_RETURN_IF_ERROR(member.calls->Activate(deadline, stop));
    member.active = true;
  }
  return base::Status::Ok();
}

void Generation::TakeQueues(Queues& queues) {
  for (Member& member : members_) {
    std::shared_ptr<queue::WorkQueue>& queue = queues[member.instance->name().controller];
    if (!queue) queue = ControllerRun::MakeQueue(*member.instance, options_.queue_account.get());
    member.instance->set_queue(queue);  // the plugin may set timers while it is activated
  }
}

void Generation::MakeRuns(Queues& queues) {
  for (Member& member : members_) {
    const std::string& controller = member.instance->name().controller;
    const auto found = options_.controllers.find(controller);
    auto run = std::make_shared<ControllerRun>(
        *member.instance, *member.calls, *threads_, queues.at(controller),
        options_.histories->Of(controller),
        found == options_.controllers.end() ? ControllerOverride() : found->second,
        options_.reconcile_deadline);
    base::MutexLock lock(members_mutex_);
    member.run = std::move(run);
  }
}

// Changes wait on the callbacks' thread until the plugin is active.
base::Status Generation::HoldCallbacks() {
  const bool needed = std::any_of(members_.begin(), members_.end(), [](const Member& member) {
    return member.run && member.run->NeedsCallbacks();
  });
  if (!needed || held_callbacks_) return base::Status::Ok();
  held_callbacks_ = threads_->HoldCallbacks(env_.clock.Now() + kDeactivateTimeout);
  if (held_callbacks_) return base::Status::Ok();
  stuck_ = true;
  return base::DeadlineExceeded(label_ + ": a callback of the plugin does not return");
}

base::Status Generation::Subscribe(Queues& queues, const SubscribeOptions& options) {
  TakeQueues(queues);
  MakeRuns(queues);
  OARLOCK_RETURN_IF_ERROR(HoldCallbacks());
  return AddSources(options);
}

base::Status Generation::AddSources(const SubscribeOptions& options) {
  subscribed_ = true;
  for (Member& member : members_) OARLOCK_RETURN_IF_ERROR(member.run->Subscribe(options));
  return base::Status::Ok();
}

base::Status Generation::WaitSubscribed(base::MonoTime deadline, bool callbacks_only) {
  for (Member& member : members_) {
    if (!member.run) continue;
    OARLOCK_RETURN_IF_ERROR(member.run->WaitUntilJoined(deadline, callbacks_only));
  }
  return base::Status::Ok();
}

base::Status Generation::FinishCallbacks(base::MonoTime deadline) {
  for (Member& member : members_) {
    while (member.run && member.run->CallbacksPending()) {
      OARLOCK_RETURN_IF_ERROR(threads_->WaitForCallbacks(deadline));
      if (env_.clock.Now() < deadline) continue;
      return base::DeadlineExceeded(label_ + ": changes still wait for callbacks of the plugin");
    }
  }
  return base::Status::Ok();
}

base::Status Generation::Activate(Queues& queues, const std::stop_token& stop,
                                  const SubscribeOptions& options) {
  if (!subscribed_) TakeQueues(queues);
  // The plugin has its deadline to give up by itself, and a little more to come back.
  OARLOCK_RETURN_IF_ERROR(OnControl("activate", kActivateTimeout + kDeactivateTimeout,
                                    [this, stop] { return ActivateMembers(stop); }));
  if (!subscribed_) {
    MakeRuns(queues);
    OARLOCK_RETURN_IF_ERROR(AddSources(options));
  }
  held_callbacks_.reset();
  for (Member& member : members_) OARLOCK_RETURN_IF_ERROR(member.run->Start(stop));
  return base::Status::Ok();
}

base::Status Generation::RequeueKnown(base::MonoTime deadline) {
  for (Member& member : members_) {
    if (member.run) OARLOCK_RETURN_IF_ERROR(member.run->Resubscribe(deadline));
  }
  return base::Status::Ok();
}

void Generation::Pause() {
  for (Member& member : members_) {
    if (member.AtWork()) member.run->Pause();
  }
}

void Generation::Resume() {
  for (Member& member : members_) {
    if (member.AtWork()) member.run->Resume();
  }
}

void Generation::SetConcurrency(const std::map<std::string, ControllerOverride>& controllers) {
  options_.controllers = controllers;
  for (Member& member : members_) {
    const auto found = controllers.find(member.instance->name().controller);
    const int max = found == controllers.end() ? 0 : found->second.max_concurrent;
    if (member.run) member.run->SetMaxConcurrent(max);
  }
}

base::Status Generation::DrainMembers(base::MonoTime deadline) {
  base::Status status;
  for (Member& member : members_) {
    member.instance->CancelForks(controller::CancelReason::kDrain);
    if (member.active) Keep(status, member.calls->Drain(deadline));
  }
  return status;
}

base::Status Generation::Stop(base::MonoTime deadline) {
  const base::Status inactive = Deactivate(deadline);
  Unsubscribe();
  return inactive;
}

void Generation::CancelRuns(controller::CancelReason reason) {
  Pause();
  for (Member& member : members_) {
    member.instance->CancelForks(reason);
    if (member.AtWork()) member.run->CancelRunning(reason);
  }
}

base::Status Generation::Deactivate(base::MonoTime deadline) {
  base::Status first;
  if (stuck_) return first;
  Pause();
  // The plugin's drain comes while runs are under way, so that it can help them to end.
  const base::Duration left = std::clamp<base::Duration>(
      deadline - env_.clock.Now(), base::Duration::zero(), std::chrono::hours(24));
  Keep(first, OnControl("drain", left + kDeactivateTimeout,
                        [this, deadline] { return DrainMembers(deadline); }));
  for (Member& member : members_) {
    if (member.AtWork()) Keep(first, member.run->Drain(deadline));
  }
  for (Member& member : members_) {
    if (!member.AtWork()) continue;
    const base::Status stopped = member.run->Stop(env_.clock.Now() + kDeactivateTimeout);
    if (stopped.code() == base::StatusCode::kDeadlineExceeded) stuck_ = true;
    Keep(first, stopped);
  }
  if (!stuck_) Keep(first, HoldCallbacks());
  if (!stuck_) Keep(first, DeactivateMembers());
  return first;
}

void Generation::Unsubscribe() {
  subscribed_ = false;
  for (Member& member : members_) {
    if (!member.run) continue;
    stuck_ ? member.run->RemoveSources() : member.run->RemoveSourcesAndWait();
  }
  // Only now: what waits there finds its source gone.
  if (!stuck_) held_callbacks_.reset();
}

base::Status Generation::DeactivateMembers() {
  return OnControl("deactivate", kDeactivateTimeout, [this] {
    base::Status status;
    const base::MonoTime until = env_.clock.Now() + kDeactivateTimeout / 2;
    for (Member& member : members_) {
      if (member.active) Keep(status, member.calls->Deactivate(until));
      member.active = false;
      const size_t forks = member.instance->ReleaseForks();
      if (forks > 0) {
        env_.log.Warning("plugin left forked contexts behind",
                         {{"plugin", label_}, {"forks", forks}});
      }
    }
    return status;
  });
}

base::Result<std::map<std::string, PluginHealth>> Generation::CheckHealth() {
  std::map<std::string, PluginHealth> out;
  OARLOCK_RETURN_IF_ERROR(OnControl("health", kHealthTimeout + kDeactivateTimeout, [&] {
    const base::MonoTime deadline = env_.clock.Now() + kHealthTimeout;
    for (Member& member : members_) {
      OARLOCK_ASSIGN_OR_RETURN(out[member.instance->name().controller],
                               member.calls->CheckHealth(deadline));
    }
    return base::Status::Ok();
  }));
  return out;
}

base::Status Generation::Close() {
  refresher_.reset();
  base::Status first = OnControl("destroy", kDeactivateTimeout, [this] {
    base::Status status;
    for (Member& member : members_) Keep(status, member.calls->Destroy());
    return status;
  });
  if (stuck_) return first;
  std::vector<Member> ended;
  {
    base::MutexLock lock(members_mutex_);
    ended.swap(members_);
  }
  ended.clear();  // handles, informers and indices end here
  held_callbacks_.reset();
  threads_->Stop();
  if (mapped_) Keep(first, code_->Unload());
  mapped_ = false;
  return first;
}

PluginFaults Generation::faults() const {
  base::MutexLock lock(members_mutex_);
  PluginFaults all;
  for (const Member& member : members_) {
    const PluginFaults faults = member.calls->faults();
    if (all.count == 0 && faults.count > 0) {
      all.first = member.instance->name().controller + ": " + faults.first;
    }
    all.count += faults.count;
  }
  return all;
}

std::vector<controller::ControllerStatus> Generation::status() const {
  std::vector<controller::ControllerStatus> out;
  base::MutexLock lock(members_mutex_);
  for (const Member& member : members_) {
    if (member.run) out.push_back(member.run->status());
  }
  return out;
}

std::vector<ControllerView> Generation::views() const {
  std::vector<ControllerView> out;
  base::MutexLock lock(members_mutex_);
  for (const Member& member : members_) {
    if (member.run) out.push_back(member.run->view());
  }
  return out;
}

}  // namespace oarlock::pluginhost
