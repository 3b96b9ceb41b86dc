// A plugin from nothing to active, and back to nothing.
#include <fmt/format.h>

#include <utility>

#include "base/time/backoff.h"
#include "kube/blob/blob_reference.h"
#include "supervisor/loaded_generation.h"
#include "supervisor/plugin.h"

namespace oarlock::supervisor {
namespace {

constexpr base::Duration kSyncSlice = std::chrono::milliseconds(500);
constexpr base::Duration kBindDeadline = std::chrono::seconds(30);
constexpr base::BackoffOptions kBindBackoff{.initial = std::chrono::milliseconds(500),
                                            .cap = std::chrono::seconds(10)};

// The server said no, or does not know the type: worth telling, unlike a first list under way.
bool IsServersNo(const base::Status& status) {
  switch (status.code()) {
    case base::StatusCode::kDeadlineExceeded:
    case base::StatusCode::kCancelled:
    case base::StatusCode::kUnavailable: return false;
    default: return true;
  }
}

}  // namespace

void Plugin::Follow(const PluginRequest& request) {
  revision_ = request.revision;
  // What was waited for until now is not wanted any more.
  if (const auto before = EndFetch(); before && before->together) {
    before->together->Fail(name_, "it was changed again");
  }
  if (stuck_) {
    const std::string reason = "a call into it never returned; only a restart of the host helps";
    if (request.together) request.together->Fail(name_, reason);
    return SetObserved(reason);
  }
  if (!request.spec.enabled || request.removed) return TakeDown(request);
  if (kube::IsBlobReference(request.spec.library)) return Fetch(request);
  Proceed(request);
}

void Plugin::Proceed(const PluginRequest& request) {
  if (!ConfigIsThere(request)) return;
  if (current()) return Replace(request);
  StartFirst(request);
}

void Plugin::StartFirst(const PluginRequest& request) {
  Set(PluginPhase::kStarting, "");
  held_back_.clear();
  auto opened = OpenFirst(request.spec);
  std::shared_ptr<Version> version = opened.ok() ? *opened : nullptr;
  base::Status how = version ? Make(*version) : opened.status();
  if (how.ok()) {
    SetCurrent(version);
    if (request.together) {
      how = Prepare(*version);
    } else {
      how = version->generation->Load(stop_source_.get_token());
      if (how.ok() && (!BindUntilDone(*version) || !SyncUntilDone(*version))) {
        if (!stop_requested()) EndAll(env_.host.clock.Now());  // the next request begins anew
        return;
      }
    }
  }
  how = Arrive(request, MoveTogether::Stage::kPrepared, how);
  if (how.ok()) {
    if (MayWork(version->spec)) BeginTrialIfNew(*version);
    how = version->generation->Subscribe(Requeue::kAll, nullptr);
    if (how.ok()) how = Enter(*version);
    how = Arrive(request, MoveTogether::Stage::kActivated, how.WithContext("activate"));
  }
  if (!how.ok()) {
    if (stop_requested()) return;
    Fail(how.message());
    return SetObserved(how.message());
  }
  SetAtWork(held_back_);
  SetObserved(held_back_);
  if (working_ && env_.last_good != nullptr) {
    probation_.emplace(version->spec.reload, GenerationHealth(), env_.host.clock.Now());
  }
}

base::Result<std::shared_ptr<Plugin::Version>> Plugin::OpenFirst(const PluginSpec& spec) {
  OARLOCK_ASSIGN_OR_RETURN(auto version, Open(spec));
  const auto record = RecordOf(*version, /*again=*/false);
  if (!record) return version;
  const std::string refused = fmt::format(
      "its library {:.12} was rolled back ({}) and is refused until the manifest changes",
      version->package.sha256, record->reason);
  journal_.Step(ReloadStep::kRefused, fmt::format("{}@{}", name_, generations_ + 1), refused);
  if (env_.last_good == nullptr) return base::FailedPrecondition(refused);
  auto good = env_.last_good->Load(name_);
  if (!good.ok()) {
    return base::FailedPrecondition(refused + "; " + good.status().message());
  }
  OARLOCK_ASSIGN_OR_RETURN(version, Open(*good));
  if (RecordOf(*version, /*again=*/false)) {
    return base::FailedPrecondition(refused + "; so is the last good one with these Secrets");
  }
  held_back_ = refused + "; the last good version runs";
  return version;
}

base::Result<std::shared_ptr<Plugin::Version>> Plugin::Open(const PluginSpec& spec) {
  if (!factory_) {
    factory_ = env_.make_factory ? env_.make_factory(name_) : MakeLoadedGenerations(env_, pause_);
  }
  return OpenConfigured(spec, fmt::format("{}@{}", name_, generations_ + 1));
}

base::Status Plugin::Make(Version& version) {
  if (env_.loader.zombies() >= kZombiesMax) {
    return {base::StatusCode::kResourceExhausted,
            fmt::format("{} libraries that were closed are still mapped; restart the host before "
                        "anything else is loaded",
                        env_.loader.zombies())};
  }
  version.generation = factory_->Make(version.spec, version.package, ++generations_);
  log_.Info("loading plugin", {{"generation", version.generation->label()},
                               {"library", version.spec.library},
                               {"sha256", version.package.sha256},
                               {"version", NoteText(version.package.note.plugin_version)}});
  if (!version.package.load_doubt.empty()) {
    log_.Warning("loading may fail", {{"reason", version.package.load_doubt}});
  }
  return base::Status::Ok();
}

// A library that is not the last good one may take the whole host down with it: then the next start
// shall know. Without a last good one there is nothing that could run instead.
void Plugin::BeginTrialIfNew(const Version& version) {
  if (env_.memory == nullptr || env_.last_good == nullptr) return;
  const auto good = env_.last_good->Load(name_);
  if (!good.ok() || good->sha256 == version.package.sha256) return;
  BeginTrial(version);
}

void Plugin::BeginTrial(const Version& version) {
  if (env_.memory == nullptr) return;
  env_.memory->BeginTrial(TrialOf(version));
  on_trial_ = true;
}

bool Plugin::BindUntilDone(Version& version) {
  base::Backoff backoff(kBindBackoff, env_.host.clock, env_.host.random);
  for (;;) {
    const base::Status bound =
        version.generation->Bind({env_.host.clock.Now() + kBindDeadline, stop_source_.get_token()});
    if (bound.ok()) return true;
    if (interrupted()) return false;
    // An unreachable server is the host's trouble, said by its readiness; the plugin only waits.
    Set(IsServersNo(bound) ? PluginPhase::kWaiting : PluginPhase::kStarting, bound.message());
    env_.host.mapper.Invalidate();
    if (Pause(backoff.Next())) return false;
  }
}

bool Plugin::SyncUntilDone(Version& version) {
  for (;;) {
    const base::Status synced = version.generation->WaitForSync(env_.host.clock.Now() + kSyncSlice);
    if (synced.ok()) return true;
    if (interrupted()) return false;
    const bool told = IsServersNo(synced);
    Set(told ? PluginPhase::kWaiting : PluginPhase::kStarting, synced.message());
    // Only a wait that lasted until its deadline was a pause already.
    if (synced.code() != base::StatusCode::kDeadlineExceeded && Pause(kSyncSlice)) return false;
  }
}

void Plugin::TakeDown(const PluginRequest& request) {
  const auto version = current();
  base::Status how = Arrive(request, MoveTogether::Stage::kPrepared, base::Status::Ok());
  if (how.ok() && version && working_ && request.together) {
    const base::MonoTime drained = env_.host.clock.Now() + version->spec.reload.drain_timeout;
    const base::Status inactive = version->generation->Deactivate(drained);
    if (!inactive.ok()) log_.Warning("did not stop cleanly", {{"error", inactive.message()}});
    how = Arrive(request, MoveTogether::Stage::kActivated, base::Status::Ok());
    if (!how.ok()) {
      const base::Status again = version->generation->Activate(stop_source_.get_token());
      if (!again.ok()) Fail("activate: " + again.message());
    }
  } else if (how.ok()) {
    how = Arrive(request, MoveTogether::Stage::kActivated, base::Status::Ok());
  }
  if (!how.ok()) return SetObserved(how.message());
  ForgetSecrets();
  EndProbation(false);
  if (version) {
    Set(PluginPhase::kStopping, "");
    EndAll(env_.host.clock.Now() + version->spec.reload.drain_timeout);
  }
  held_back_.clear();
  earlier_.reset();
  SetProbation(false);
  if (stuck_) {
    Set(PluginPhase::kDegraded, "a call into it never returned; only a restart of the host helps");
  } else {
    Set(PluginPhase::kDisabled, "");
  }
  // That a removed one has worked it off is told by its end.
  if (!request.removed || stuck_) SetObserved("");
}

// Degraded, with nothing of the plugin left at work or in memory.
void Plugin::Fail(std::string reason) {
  Set(PluginPhase::kDegraded, std::move(reason));
  EndTrial();
  const auto version = current();
  const base::Duration drain = version ? version->spec.reload.drain_timeout : base::Duration();
  EndAll(env_.host.clock.Now() + drain);
}

void Plugin::EndAll(base::MonoTime drain_until) {
  probation_.reset();
  together_.reset();
  if (former_) Drop(std::exchange(former_, nullptr));
  if (const auto version = current()) {
    const base::Status stopped =
        working_ ? version->generation->Deactivate(drain_until) : base::Status::Ok();
    SetWorking(false, version->spec);
    if (!stopped.ok()) {
      log_.Warning("plugin did not stop cleanly", {{"error", stopped.message()}});
    }
    SetCurrent(nullptr);
    Drop(version);
  }
  SetProbation(false);
  if (!stuck_) factory_.reset();  // and the queues with it
}

void Plugin::Drop(const std::shared_ptr<Version>& version) {
  GenerationControl& generation = *version->generation;
  if (!generation.stuck()) {
    generation.Unsubscribe();
    const base::Status closed = generation.Close();
    if (!closed.ok()) log_.Warning("plugin did not unload cleanly", {{"error", closed.message()}});
  }
  if (generation.stuck()) {
    stuck_ = true;
    left_behind_.push_back(version);
    return;
  }
  version->generation.reset();
}

base::Status Plugin::Arrive(const PluginRequest& request, MoveTogether::Stage stage,
                            const base::Status& how) {
  if (!request.together) return how;
  const base::Status all =
      request.together->Arrive(stage, name_, how, [this] { return interrupted(); });
  return how.ok() ? all : how;
}

}  // namespace oarlock::supervisor
