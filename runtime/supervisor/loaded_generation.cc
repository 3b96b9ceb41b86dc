#include "supervisor/loaded_generation.h"

#include <utility>

#include "base/digest/sha256.h"
#include "pluginhost/declare/declaration_diff.h"
#include "pluginhost/generation.h"
#include "pluginhost/plugin_client.h"
#include "supervisor/plugin.h"

namespace oarlock::supervisor {
namespace {

using pluginhost::Generation;

// The loader's library as the generation sees it.
class LoadedCode final : public pluginhost::PluginCode {
 public:
  LoadedCode(Loader& loader, const base::Log& log, const PluginSpec& spec,
             const PluginPackage& package)
      : loader_(loader),
        log_(log.Named(spec.name).With({{"plugin", spec.name}})),
        file_(package.file),
        unload_doubt_(package.unload_doubt),
        keep_(spec.unload_never) {}

  base::Result<pluginhost::PluginEntry> Load() override {
    OARLOCK_ASSIGN_OR_RETURN(library_, loader_.Load(file_));
    if (const std::string& taken = library_->signals_taken(); !taken.empty()) {
      log_.Warning("it installed signal handlers when it was loaded; the host's are back",
                   {{"signals", taken}});
    }
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
    if (!library_) return base::Status::Ok();
    if (keep_) {
      loader_.Keep(std::move(library_));
      return base::Status::Ok();
    }
    base::Status gone = loader_.Unload(std::move(library_));
    if (gone.ok() || unload_doubt_.empty()) return gone;
    return base::Status(gone.code(), gone.message() + "; the likely reason: " + unload_doubt_);
  }

 private:
  Loader& loader_;
  base::Log log_;
  std::shared_ptr<const LibraryFile> file_;
  std::string unload_doubt_;
  bool keep_ = false;
  std::unique_ptr<LoadedLibrary> library_;
};

std::map<std::string, pluginhost::ControllerOverride> OverridesOf(const PluginSpec& spec) {
  std::map<std::string, pluginhost::ControllerOverride> out;
  for (const auto& [name, controller] : spec.controllers) {
    out[name] = {controller.max_concurrent_reconciles, controller.resync_period};
  }
  return out;
}

const pluginhost::HostEnv& HostOf(const PluginEnv& env, const PluginSpec& spec) {
  return spec.leader_election && env.elected != nullptr ? *env.elected : env.host;
}

pluginhost::GenerationOptions OptionsOf(const PluginEnv& env, const PluginSpec& spec,
                                        const PluginPackage& package, uint64_t number) {
  pluginhost::GenerationOptions options;
  options.plugin = spec.name;
  options.number = number;
  options.plugin_id = NoteText(package.note.plugin_id);
  options.plugin_version = NoteText(package.note.plugin_version);
  options.config_json = package.config_json;
  options.config_values = package.config_values;
  options.config_digest = package.config_digest;
  options.reconcile_deadline = spec.reconcile_deadline;
  options.controllers = OverridesOf(spec);
  options.namespaces = spec.namespaces;
  if (spec.permissions) {
    options.permissions = std::make_shared<pluginhost::Permissions>(*spec.permissions);
  }
  options.sha256 = &base::Sha256Hex;
  if (spec.leader_election) options.leadership = env.leadership;
  return options;
}

// What all generations of one plugin share: what they may use, and what they have used and done.
struct PluginAccounts {
  std::shared_ptr<pluginhost::ApiBudget> api;
  std::shared_ptr<pluginhost::CpuAccount> cpu;
  std::shared_ptr<pluginhost::QueueAccount> queue;
  std::shared_ptr<controller::RunHistories> histories;
  std::shared_ptr<pluginhost::PluginPause> pause;
};

// The plugin's own calls, as itself where it has an identity.
pluginhost::GenerationOptions WithAccounts(pluginhost::GenerationOptions options,
                                           const pluginhost::HostEnv& host, const PluginSpec& spec,
                                           const PluginAccounts& accounts) {
  accounts.api->SetLimits(spec.api_limits);
  std::shared_ptr<kube::Client> client = host.client;
  if (spec.service_account && host.client_as) {
    client = host.client_as({"", {}, spec.service_account});
  }
  options.client = pluginhost::MakePluginClient(std::move(client), accounts.api);
  options.cpu = accounts.cpu;
  options.queue_account = accounts.queue;
  options.histories = accounts.histories;
  return options;
}

class LoadedGeneration final : public GenerationControl {
 public:
  LoadedGeneration(const PluginEnv& env, const PluginSpec& spec, const PluginPackage& package,
                   uint64_t number, const PluginAccounts& accounts)
      : env_(env),
        budget_(accounts.api),
        pause_(accounts.pause),
        crds_(package.crds),
        generation_(
            HostOf(env, spec),
            WithAccounts(OptionsOf(env, spec, package, number), HostOf(env, spec), spec, accounts),
            std::make_unique<LoadedCode>(env.loader, env.host.log, spec, package)) {}

  base::Status Load(const std::stop_token& stop) override { return generation_.Load(stop); }
  base::Status Bind(const kube::CallContext& call) override {
    const pluginhost::HostEnv& host = env_.host;
    OARLOCK_RETURN_IF_ERROR(InstallCrds(crds_, *host.client, host.clock, call));
    if (!crds_.empty()) host.mapper.Invalidate();
    crds_.clear();  // a bind that is tried again does not apply them again
    return generation_.Bind(call);
  }
  base::Status WaitForSync(base::MonoTime deadline) override {
    return generation_.WaitForSync({deadline, /*fail_fast=*/true});
  }

  base::Status Subscribe(Requeue requeue, GenerationControl* from) override {
    auto* before = static_cast<LoadedGeneration*>(from);
    if (before == nullptr) return TakePlaces({});
    before->generation_.Pause();
    if (!TakeQueues(*before)) requeue = Requeue::kAll;
    OARLOCK_RETURN_IF_ERROR(TakePlaces({requeue == Requeue::kNone, true}));
    // What waits for callbacks of `from` when it is deactivated is dropped at its end. So this one
    // has to have its places before, and what `from` was told until then has to be worked off.
    const base::MonoTime deadline = env_.host.clock.Now() + kSubscribeTimeout;
    OARLOCK_RETURN_IF_ERROR(generation_.WaitSubscribed(deadline, /*callbacks_only=*/true));
    // On standby nothing of it is worked off, and this one looks at every object anyway.
    return before->active_ ? before->generation_.FinishCallbacks(deadline) : base::Status::Ok();
  }
  base::Status WaitSubscribed() override {
    return generation_.WaitSubscribed(env_.host.clock.Now() + kSubscribeTimeout);
  }

  base::Status Activate(const std::stop_token& stop) override {
    if (active_) {
      generation_.Resume();
      return base::Status::Ok();
    }
    OARLOCK_RETURN_IF_ERROR(generation_.Activate(queues_, stop));
    active_ = true;
    return base::Status::Ok();
  }

  void CancelRuns(controller::CancelReason reason) override { generation_.CancelRuns(reason); }
  base::Status Deactivate(base::MonoTime drain_until) override {
    active_ = false;
    return generation_.Deactivate(drain_until);
  }
  void Unsubscribe() override { generation_.Unsubscribe(); }
  base::Status Close() override { return generation_.Close(); }

  pluginhost::SavedState SaveState() override { return generation_.SaveState(); }
  base::Status LoadState(const pluginhost::SavedState& state) override {
    return generation_.LoadState(state);
  }

  base::Result<bool> Reconfigure(const PluginPackage& package,
                                 base::MonoTime drain_until) override {
    OARLOCK_ASSIGN_OR_RETURN(const auto answer,
                             generation_.Reconfigure(package.config_json, package.config_digest,
                                                     drain_until, package.config_values));
    return answer == pluginhost::Reconfigured::kApplied;
  }

  base::Status RequeueAll() override {
    return generation_.RequeueKnown(env_.host.clock.Now() + kSubscribeTimeout);
  }
  void TakeSettings(const PluginSpec& spec) override {
    generation_.SetConcurrency(OverridesOf(spec));
    budget_->SetLimits(spec.api_limits);
  }
  void ResetBackoff() override {
    for (const auto& [controller, queue] : queues_) queue->ResetBackoff();
  }

  GenerationHealth health() const override {
    GenerationHealth health;
    pluginhost::PluginFaults faults = generation_.faults();
    health.faults = faults.count;
    health.first_fault = std::move(faults.first);
    for (const controller::ControllerStatus& status : generation_.status()) {
      health.runs += status.runs;
      health.errors += status.errors;
    }
    return health;
  }
  std::vector<controller::ControllerStatus> status() const override { return generation_.status(); }
  std::vector<pluginhost::ControllerView> views() const override { return generation_.views(); }
  bool stuck() const override { return generation_.stuck(); }
  const std::string& label() const override { return generation_.label(); }

 private:
  base::Status TakePlaces(const pluginhost::SubscribeOptions& options) {
    const base::Status taken = generation_.Subscribe(queues_, options);
    for (const auto& [controller, queue] : queues_) pause_->Add(queue);
    return taken;
  }

  // The queues whose keys mean the same to both. False when some controller declares anything else
  // than before: then it has to see every object once.
  bool TakeQueues(LoadedGeneration& before) {
    bool same = true;
    const auto declared_before = before.generation_.Declared();
    queues_.clear();
    for (const auto& [controller, declaration] : generation_.Declared()) {
      const auto known = declared_before.find(controller);
      if (known == declared_before.end()) {
        same = false;
        continue;
      }
      const auto diff = pluginhost::CompareDeclarations(*known->second, *declaration);
      same = same && diff.same();
      if (diff.same_keys) queues_[controller] = before.queues_[controller];
    }
    return same;
  }

  const PluginEnv& env_;
  const std::shared_ptr<pluginhost::ApiBudget> budget_;
  const std::shared_ptr<pluginhost::PluginPause> pause_;
  std::vector<CarriedCrd> crds_;  // to install before the first bind
  Generation::Queues queues_;
  Generation generation_;
  bool active_ = false;
};

class LoadedGenerations final : public GenerationFactory {
 public:
  LoadedGenerations(const PluginEnv& env, std::shared_ptr<pluginhost::PluginPause> pause)
      : env_(env) {
    accounts_.pause = std::move(pause);
  }

  base::Result<PluginPackage> Open(const PluginSpec& spec, const std::string& label) override {
    return OpenPackage(spec, env_.plugin_dir, label, env_.rules);
  }
  std::unique_ptr<GenerationControl> Make(const PluginSpec& spec, const PluginPackage& package,
                                          uint64_t number) override {
    if (!accounts_.api) {
      const pluginhost::HostEnv& host = env_.host;
      accounts_.api = std::make_shared<pluginhost::ApiBudget>(spec.name, host.clock, host.metrics);
      accounts_.cpu = pluginhost::CpuAccount::Make(spec.name, host.metrics);
      accounts_.queue = std::make_shared<pluginhost::QueueAccount>(spec.name, host.metrics);
      accounts_.histories = std::make_shared<controller::RunHistories>();
    }
    return std::make_unique<LoadedGeneration>(env_, spec, package, number, accounts_);
  }

 private:
  const PluginEnv& env_;
  PluginAccounts accounts_;
};

}  // namespace

std::unique_ptr<GenerationFactory> MakeLoadedGenerations(
    const PluginEnv& env, std::shared_ptr<pluginhost::PluginPause> pause) {
  return std::make_unique<LoadedGenerations>(env, std::move(pause));
}

}  // namespace oarlock::supervisor
