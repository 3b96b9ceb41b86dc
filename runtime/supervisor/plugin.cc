#include "supervisor/plugin.h"

#include <fmt/format.h>

#include <utility>

#include "base/thread_name.h"
#include "supervisor/plugin_package.h"

namespace oarlock::supervisor {
namespace {

constexpr base::Duration kSyncSlice = std::chrono::milliseconds(500);
constexpr base::Duration kBindDeadline = std::chrono::seconds(30);
constexpr base::BackoffOptions kBindBackoff{.initial = std::chrono::milliseconds(500),
                                            .cap = std::chrono::seconds(10)};

// The loader's library as the generation sees it.
class LoadedCode final : public pluginhost::PluginCode {
 public:
  LoadedCode(Loader& loader, std::shared_ptr<const LibraryFile> file)
      : loader_(loader), file_(std::move(file)) {}

  base::Result<pluginhost::PluginEntry> Load() override {
    OARLOCK_ASSIGN_OR_RETURN(library_, loader_.Load(file_));
    void* entry = library_->Symbol(OAR_ENTRY_NAME);
    if (entry != nullptr) {
      return pluginhost::PluginEntry{reinterpret_cast<oar_entry_fn>(entry)};
    }
    (void)Unload();
    return base::InvalidArgument(file_->path() + ": it does not export " OAR_ENTRY_NAME
                                                 " (built without the SDK's entry, or stripped "
                                                 "by the linker)");
  }
  base::Status Unload() override {
    return library_ ? loader_.Unload(std::move(library_)) : base::Status::Ok();
  }

 private:
  Loader& loader_;
  std::shared_ptr<const LibraryFile> file_;
  std::unique_ptr<LoadedLibrary> library_;
};

pluginhost::GenerationOptions OptionsOf(const PluginSpec& spec, const PluginPackage& package) {
  pluginhost::GenerationOptions options;
  options.plugin = spec.name;
  options.plugin_id = NoteText(package.note.plugin_id);
  options.plugin_version = NoteText(package.note.plugin_version);
  options.config_json = package.config_json;
  options.config_digest = package.config_digest;
  options.reconcile_deadline = spec.reconcile_deadline;
  for (const auto& [name, controller] : spec.controllers) {
    options.controllers[name] = {controller.max_concurrent_reconciles, controller.resync_period};
  }
  return options;
}

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

std::string_view PluginPhaseName(PluginPhase phase) {
  switch (phase) {
    case PluginPhase::kStarting: return "starting";
    case PluginPhase::kWaiting: return "waiting";
    case PluginPhase::kActive: return "active";
    case PluginPhase::kDegraded: return "degraded";
    case PluginPhase::kStopping: return "stopping";
    case PluginPhase::kStopped: return "stopped";
  }
  return "unknown";
}

Plugin::Plugin(const PluginEnv& env, PluginSpec spec)
    : env_(env),
      spec_(std::move(spec)),
      log_(env.host.log.With({{"plugin", spec_.name}})),
      active_(env.host.metrics.MakeGauge("oarlock_plugin_active",
                                         "1 while the plugin is active, else 0.",
                                         {{"plugin", spec_.name}})) {
  status_.name = spec_.name;
  status_.required = spec_.required;
}

Plugin::~Plugin() {
  Join();
  // What is stuck stays where it is: threads in the plugin's code may come back to it.
  if (stuck_) (void)generation_.release();
}

void Plugin::Start() {
  thread_ = std::thread([this] {
    base::SetThisThreadName("p:" + spec_.name);
    Run();
  });
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

PluginStatus Plugin::status() const {
  base::MutexLock lock(mutex_);
  PluginStatus copy = status_;
  if (generation_) copy.controllers = generation_->status();
  return copy;
}

void Plugin::Run() {
  const base::Status prepared = Prepare();
  if (!prepared.ok()) {
    Fail(prepared.message());
  } else if (BindUntilDone() && SyncUntilDone()) {
    const base::Status active = generation_->Activate(queues_, stop_source_.get_token());
    if (active.ok()) {
      Set(PluginPhase::kActive, "");
    } else if (!stop_requested()) {
      Fail("activate: " + active.message());
    }
  }
  while (!Pause(std::chrono::hours(1))) {
  }
  Shutdown();
  base::MutexLock lock(mutex_);
  ended_ = true;
  changed_.NotifyAll();
}

// Degraded, with nothing of the plugin left at work or in memory.
void Plugin::Fail(std::string reason) {
  Set(PluginPhase::kDegraded, std::move(reason));
  EndGeneration(env_.host.clock.Now() + spec_.drain_timeout);
}

base::Status Plugin::Prepare() {
  const std::string label = spec_.name + "@1";
  OARLOCK_ASSIGN_OR_RETURN(PluginPackage package, OpenPackage(spec_, env_.plugin_dir, label));
  auto generation = std::make_unique<pluginhost::Generation>(
      env_.host, OptionsOf(spec_, package),
      std::make_unique<LoadedCode>(env_.loader, package.file));
  {
    base::MutexLock lock(mutex_);
    generation_ = std::move(generation);
    status_.generation = label;
    status_.sha256 = package.file->sha256();
  }
  log_.Info("loading plugin", {{"library", package.file->path()},
                               {"sha256", package.file->sha256()},
                               {"version", NoteText(package.note.plugin_version)}});
  return generation_->Load();
}

// False when asked to stop meanwhile.
bool Plugin::BindUntilDone() {
  base::Backoff backoff(kBindBackoff, env_.host.clock, env_.host.random);
  for (;;) {
    const base::Status bound =
        generation_->Bind({env_.host.clock.Now() + kBindDeadline, stop_source_.get_token()});
    if (bound.ok()) return true;
    if (stop_requested()) return false;
    // An unreachable server is the host's trouble, said by its readiness; the plugin only waits.
    Set(IsServersNo(bound) ? PluginPhase::kWaiting : PluginPhase::kStarting, bound.message());
    env_.host.mapper.Invalidate();
    if (Pause(backoff.Next())) return false;
  }
}

bool Plugin::SyncUntilDone() {
  for (;;) {
    const base::Status synced =
        generation_->WaitForSync({env_.host.clock.Now() + kSyncSlice, /*fail_fast=*/true});
    if (synced.ok()) return true;
    if (stop_requested()) return false;
    const bool told = IsServersNo(synced);
    Set(told ? PluginPhase::kWaiting : PluginPhase::kStarting, synced.message());
    // Only a wait that lasted until its deadline was a pause already.
    if (synced.code() != base::StatusCode::kDeadlineExceeded && Pause(kSyncSlice)) return false;
  }
}

void Plugin::Shutdown() {
  base::MonoTime deadline;
  std::string reason;
  {
    base::MutexLock lock(mutex_);
    deadline = stop_deadline_;
    reason = status_.reason;
  }
  if (generation_) Set(PluginPhase::kStopping, reason);
  EndGeneration(std::min(deadline, env_.host.clock.Now() + spec_.drain_timeout));
  for (const auto& [id, queue] : queues_) queue->ShutDown();
  Set(PluginPhase::kStopped, std::move(reason));
}

void Plugin::EndGeneration(base::MonoTime drain_until) {
  if (!generation_ || stuck_) return;
  const base::Status stopped = generation_->Stop(drain_until);
  if (!stopped.ok()) log_.Warning("plugin did not stop cleanly", {{"error", stopped.message()}});
  const base::Status closed = generation_->Close();
  if (!closed.ok()) log_.Warning("plugin did not unload cleanly", {{"error", closed.message()}});
  stuck_ = generation_->stuck();
  if (stuck_) return;
  std::unique_ptr<pluginhost::Generation> ended;
  {
    base::MutexLock lock(mutex_);
    ended = std::move(generation_);
  }
}

void Plugin::Set(PluginPhase phase, std::string reason) {
  {
    base::MutexLock lock(mutex_);
    if (status_.phase == phase && status_.reason == reason) return;
    status_.phase = phase;
    status_.reason = reason;
  }
  active_->Set(phase == PluginPhase::kActive ? 1 : 0);
  const std::string text = fmt::format("plugin is {}", PluginPhaseName(phase));
  if (phase == PluginPhase::kDegraded) {
    log_.Error(text, {{"reason", reason}});
  } else if (phase == PluginPhase::kWaiting) {
    log_.Warning(text, {{"reason", reason}});
  } else if (reason.empty()) {
    log_.Info(text);
  }
}

bool Plugin::Pause(base::Duration delay) {
  const base::MonoTime deadline = env_.host.clock.Now() + delay;
  base::MutexLock lock(mutex_);
  while (!stop_ && env_.host.clock.WaitUntil(changed_, mutex_, deadline)) {
  }
  return stop_;
}

bool Plugin::stop_requested() const {
  base::MutexLock lock(mutex_);
  return stop_;
}

}  // namespace oarlock::supervisor
