#include "supervisor/plugin.h"

#include <fmt/format.h>

#include <utility>

#include "base/thread_name.h"
#include "kube/blob/blob_reference.h"
#include "supervisor/loaded_generation.h"

namespace oarlock::supervisor {
namespace {

// How often a generation on probation is looked at.
constexpr base::Duration kLook = std::chrono::milliseconds(500);

bool IsPinned(const PluginSpec& spec) {
  return !spec.sha256.empty() || kube::IsBlobReference(spec.library);
}

}  // namespace

Plugin::Plugin(const PluginEnv& env, PluginSpec spec)
    : env_(env),
      name_(spec.name),
      log_(env.host.log.Named(spec.name).With({{"plugin", spec.name}})),
      journal_(spec.name, env.host.clock, env.host.metrics, log_),
      active_(env.host.metrics.MakeGauge("oarlock_plugin_active",
                                         "1 while the plugin is active, else 0.",
                                         {{"plugin", spec.name}})),
      pause_(std::make_shared<pluginhost::PluginPause>(spec.name, env.host.metrics)) {
  status_.name = name_;
  status_.required = spec.required;
  status_.pinned = IsPinned(spec);
  request_ = PluginRequest{std::move(spec), 0, false, nullptr};
}

Plugin::~Plugin() {
  Join();
  // What is stuck stays where it is: threads in the plugin's code may come back to it.
  struct Left {
    std::vector<std::shared_ptr<Version>> versions;
    std::unique_ptr<GenerationFactory> factory;
  };
  static auto* const left = new std::vector<Left>;  // reachable: no leak
  static base::Mutex mutex;
  base::MutexLock lock(mutex);
  if (!left_behind_.empty()) left->push_back({std::move(left_behind_), std::move(factory_)});
}

void Plugin::Start() {
  {
    base::MutexLock lock(mutex_);
    started_ = true;
  }
  thread_ = std::thread([this] {
    base::SetThisThreadName("p:" + name_);
    Run();
  });
}

bool Plugin::Apply(PluginRequest request) {
  base::MutexLock lock(mutex_);
  if (ended_) return false;
  status_.required = request.spec.required && !request.removed;
  status_.pinned = IsPinned(request.spec);
  // The newest one is all that matters, but who waits for it to move together must hear of it.
  if (request_ && request_->together) request_->together->Fail(name_, "it was changed again");
  request_ = std::move(request);
  changed_.NotifyAll();
  return true;
}

base::Status Plugin::RollBack(const std::string& reason) {
  base::MutexLock lock(mutex_);
  if (!can_roll_back_ || ended_ || stop_) {
    return base::FailedPrecondition("plugin " + name_ +
                                    " has no generation to go back to: it was not reloaded since "
                                    "this host started");
  }
  rollback_ = reason;
  status_.rolling_back = true;
  status_.rollback_failure.clear();
  changed_.NotifyAll();
  return base::Status::Ok();
}

void Plugin::OnLeadership() {
  base::MutexLock lock(mutex_);
  changed_.NotifyAll();
}

void Plugin::Stop(base::MonoTime deadline) {
  {
    base::MutexLock lock(mutex_);
    stop_ = true;
    stop_deadline_ = deadline;
    changed_.NotifyAll();
  }
  stop_source_.request_stop();
}

void Plugin::Join() {
  if (thread_.joinable()) thread_.join();
}

bool Plugin::JoinUntil(base::MonoTime deadline) {
  if (!thread_.joinable()) return true;
  {
    base::MutexLock lock(mutex_);
    while (!ended_ && env_.host.clock.WaitUntil(changed_, mutex_, deadline)) {
    }
    if (!ended_) return false;
  }
  Join();
  return true;
}

bool Plugin::ended() const {
  base::MutexLock lock(mutex_);
  return ended_;
}

void Plugin::Run() {
  for (;;) {
    const Work work = WaitForWork();
    if (work == Work::kStop) break;
    if (work == Work::kLook) {
      LookAtProbation();
      continue;
    }
    if (work == Work::kLead) {
      FollowLeadership();
      continue;
    }
    if (work == Work::kFetch) {
      LookAtFetch();
      continue;
    }
    if (work == Work::kSecrets) {
      LookAtSecrets();
      continue;
    }
    std::optional<PluginRequest> request;
    std::optional<std::string> rollback;
    {
      base::MutexLock lock(mutex_);
      request.swap(request_);
      // A change of the manifest says what is wanted now.
      rollback.swap(rollback_);
    }
    if (request) {
      Follow(*request);
      if (request->removed && GoneForGood()) return Tell();
    } else if (rollback) {
      RollBackByHand(*rollback);
    }
    if (rollback) SetRolledBack(request ? "the manifest was changed meanwhile" : "");
  }
  Shutdown();
  base::MutexLock lock(mutex_);
  ended_ = true;
  changed_.NotifyAll();
}

Plugin::Work Plugin::WaitForWork() {
  base::MonoTime deadline = env_.host.clock.Now() + std::chrono::hours(1);
  if (probation_) deadline = std::min(env_.host.clock.Now() + kLook, probation_->until());
  base::MutexLock lock(mutex_);
  for (;;) {
    if (stop_) return Work::kStop;
    if (current_ && MayWork(current_->spec) != working_) return Work::kLead;
    if (request_) return Work::kRequest;
    if (rollback_) return Work::kRollBack;
    if (std::exchange(fetch_news_, false)) return Work::kFetch;
    if (std::exchange(secret_news_, false)) return Work::kSecrets;
    if (!env_.host.clock.WaitUntil(changed_, mutex_, deadline)) return Work::kLook;
  }
}

bool Plugin::GoneForGood() {
  base::MutexLock lock(mutex_);
  if (request_ || stuck_) return false;
  ended_ = true;
  changed_.NotifyAll();
  return true;
}

void Plugin::Shutdown() {
  (void)EndFetch();
  ForgetSecrets();
  base::MonoTime deadline;
  std::string reason;
  {
    base::MutexLock lock(mutex_);
    deadline = stop_deadline_;
    reason = status_.reason;
  }
  EndTrial();  // an orderly end is no crash
  base::Duration drain = ReloadSpec().drain_timeout;
  if (const auto version = current()) {
    Set(PluginPhase::kStopping, reason);
    drain = version->spec.reload.drain_timeout;
  }
  EndAll(std::min(deadline, env_.host.clock.Now() + drain));
  Set(PluginPhase::kStopped, std::move(reason));
}

std::shared_ptr<Plugin::Version> Plugin::current() const {
  base::MutexLock lock(mutex_);
  return current_;
}

bool Plugin::Pause(base::Duration delay) {
  const base::MonoTime deadline = env_.host.clock.Now() + delay;
  base::MutexLock lock(mutex_);
  while (!stop_ && !request_ && !LostLeadership() &&
         env_.host.clock.WaitUntil(changed_, mutex_, deadline)) {
  }
  return stop_ || request_;
}

bool Plugin::interrupted() const {
  base::MutexLock lock(mutex_);
  return stop_ || request_;
}

bool Plugin::stop_requested() const {
  base::MutexLock lock(mutex_);
  return stop_;
}

}  // namespace oarlock::supervisor
