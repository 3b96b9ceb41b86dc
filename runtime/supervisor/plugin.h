#pragma once
// Plugin: one entry of the manifest at work: its lifecycle thread walks generations of the library
// through their states, replaces one by the next, and says where it stands.
//
// Owned by Supervisor. The lifecycle thread is the host's: it runs no plugin code, it waits for the
// generations' own threads. What is to be done comes as requests; the newest one wins, one at a
// time is worked off, so two reloads of a plugin never overlap. A failure degrades this plugin
// only; a type that the server does not serve or allows not to read is waited for at a first start.
// A library that is named by digest is fetched first, while all goes on as it was; a Secret that is
// part of the configuration is waited for in the same way, and its changes are followed.
// A reload (docs/operations.md says it step by step): a failure before dispatch is paused leaves
// the running generation untouched, a later one activates it again.
// Threads: public functions [any]. Limits: generation.h; kReloadSyncTimeout.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "controller/leader/leadership.h"
#include "kube/blob/blob_fetcher.h"
#include "pluginhost/host_env.h"
#include "pluginhost/plugin_pause.h"
#include "supervisor/config/config_secrets.h"
#include "supervisor/fetch/library_fetch.h"
#include "supervisor/generation_control.h"
#include "supervisor/library/library_rules.h"
#include "supervisor/loader.h"
#include "supervisor/manifest.h"
#include "supervisor/plugin_status.h"
#include "supervisor/reload/generation_switch.h"
#include "supervisor/reload/last_good.h"
#include "supervisor/reload/move_together.h"
#include "supervisor/reload/probation.h"
#include "supervisor/reload/reload_journal.h"
#include "supervisor/reload/rollback_memory.h"

namespace oarlock::supervisor {

// How long a new generation waits for its types while the old one works.
inline constexpr std::chrono::minutes kReloadSyncTimeout{5};

using GenerationFactoryMaker =
    std::function<std::unique_ptr<GenerationFactory>(const std::string& plugin)>;

// All borrowed; all outlive the plugins.
struct PluginEnv {
  const pluginhost::HostEnv& host;
  Loader& loader;
  std::string plugin_dir;
  LibraryRules rules = {};
  RollbackMemory* memory = nullptr;          // null: rollbacks are forgotten with the process
  LastGood* last_good = nullptr;             // null: nothing is kept
  GenerationFactoryMaker make_factory = {};  // null: libraries by `loader`
  // Null: no election, every plugin works. Else plugins in it have an environment of their own,
  // whose client writes in a term only.
  const controller::Leadership* leadership = nullptr;
  const pluginhost::HostEnv* elected = nullptr;
  kube::BlobFetcher* fetcher = nullptr;  // null: no libraries by digest
  // Called when a library or a Secret has come after all whose absence stopped a whole allOrNothing
  // change.
  std::function<void()> apply_again = {};
  ObjectFollower* objects = nullptr;  // null: no configuration from Secrets
  std::string ns = {};                // the host's own, where these are
  // Called, with no lock held, when a plugin's standing may have changed. Must not block.
  std::function<void()> standing_changed = {};
};

struct PluginRequest {
  PluginSpec spec;
  uint64_t revision = 0;                   // of the manifest
  bool removed = false;                    // the manifest does not have it any more
  std::shared_ptr<MoveTogether> together;  // null: on its own
};

class Plugin {
 public:
  Plugin(const PluginEnv& env, PluginSpec spec);
  ~Plugin();  // after Join
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  void Start();
  // False: it has ended after its removal; make a new one.
  bool Apply(PluginRequest request);
  // Asks for the generation before. kFailedPrecondition: there is none.
  base::Status RollBack(const std::string& reason);
  // This replica has begun or ceased to lead: looks at that anew.
  void OnLeadership();
  // Nothing of it that belongs to a term is at work.
  bool AtRest() const { return !in_term_; }
  // Asks the lifecycle thread to drain until `deadline` and to unload. Returns at once.
  void Stop(base::MonoTime deadline);
  void Join();
  // False when the lifecycle thread has not ended by `deadline`: a call into the plugin did not
  // come back. The plugin must then outlive the process's orderly end, like one that is stuck().
  bool JoinUntil(base::MonoTime deadline);
  // No reconcile of it begins, in this generation or a later one, until it is resumed.
  void SetPaused(bool paused);
  PluginStatus status() const;
  // Its controllers at work; empty while it has none.
  std::vector<pluginhost::ControllerView> views() const;
  const std::string& name() const { return name_; }
  bool ended() const;
  // After Join: some code of it never returned, so the process must not run static destructors.
  bool stuck() const { return stuck_; }

 private:
  // A generation and what it was made of.
  struct Version {
    PluginSpec spec;
    PluginPackage package;
    std::string entry_digest;    // what a rollback of it is remembered by
    std::string secrets_digest;  // of the entry and its Secrets as they were; empty: it has none
    std::unique_ptr<GenerationControl> generation;
    ~Version();
  };
  enum class Work : uint8_t { kRequest, kRollBack, kFetch, kSecrets, kLook, kLead, kStop };

  // plugin.cc: the thread, requests.
  void Run();
  Work WaitForWork();
  bool GoneForGood();
  // Sleeps until `deadline` or something to do; true when there is.
  bool Pause(base::Duration delay);
  bool interrupted() const;
  bool stop_requested() const;
  std::shared_ptr<Version> current() const;
  void Shutdown();

  // plugin_standing.cc: what others see.
  void Tell() const;
  void Enter(PluginPhase phase, const std::string& reason) OARLOCK_REQUIRES(mutex_);
  void Set(PluginPhase phase, std::string reason);
  void SetObserved(const std::string& failure);
  void SetCurrent(std::shared_ptr<Version> version);
  void SetProbation(bool on);
  void SetRolledBack(const std::string& failure);

  // plugin_start.cc: from nothing to active and back.
  void Follow(const PluginRequest& request);
  void Proceed(const PluginRequest& request);
  void StartFirst(const PluginRequest& request);
  // What to start: the entry, or the last good one where the entry's library was rolled back.
  base::Result<std::shared_ptr<Version>> OpenFirst(const PluginSpec& spec);
  base::Result<std::shared_ptr<Version>> Open(const PluginSpec& spec);
  base::Status Make(Version& version);
  void BeginTrialIfNew(const Version& version);
  void BeginTrial(const Version& version);
  // False: interrupted.
  bool BindUntilDone(Version& version);
  bool SyncUntilDone(Version& version);
  void TakeDown(const PluginRequest& request);
  void Fail(std::string reason);
  // Ends what works, and the one before it.
  void EndAll(base::MonoTime drain_until);
  void Drop(const std::shared_ptr<Version>& version);
  base::Status Arrive(const PluginRequest& request, MoveTogether::Stage stage,
                      const base::Status& how);

  // plugin_standby.cc: active while this replica leads, else subscribed, with queues that fill.
  bool IsElected(const PluginSpec& spec) const;
  bool MayWork(const PluginSpec& spec) const;
  bool LostLeadership() const OARLOCK_REQUIRES(mutex_);
  // Of the current generation: activates it, or leaves it on standby.
  base::Status Enter(Version& version);
  void FollowLeadership();
  void DidNotEnter(const base::Status& why);
  // False: it is stuck, and nothing of it is left.
  bool Rest();
  bool RestIfLost();
  void SetWorking(bool working, const PluginSpec& spec);
  void SetAtWork(const std::string& reason);
  static base::Status SwapOnStandby(Version& from, Version& to);
  bool ReplaceOnStandby(const PluginRequest& request, const std::shared_ptr<Version>& next);
  void LookOnStandby();
  // What is known by now against the current generation.
  std::optional<std::string> RefusedMeanwhile();
  void GoBackOnStandby(const std::string& reason);

  // config/plugin_config.cc: the configuration, which may be partly in Secrets.
  ConfigSecrets* Secrets();  // null: this host follows none
  base::Result<MergedConfig> ConfigOf(const PluginSpec& spec);
  base::Result<std::shared_ptr<Version>> OpenConfigured(const PluginSpec& spec,
                                                        const std::string& label);
  bool ConfigIsThere(const PluginRequest& request);
  static void BlameConfig(const Version& before, Version& next);
  void LookAtSecrets();
  void ForgetSecrets();

  // fetch/plugin_fetch.cc: the library on its way.
  void Fetch(const PluginRequest& request);
  void LookAtFetch();
  void FetchFailed(const LibraryFetch::Outcome& outcome);
  // The request that waited, if there is one.
  std::optional<PluginRequest> EndFetch();

  // plugin_reload.cc: from one generation to the next.
  void Replace(const PluginRequest& request);
  // True when `next` took over.
  bool Reload(const PluginRequest& request, const std::shared_ptr<Version>& next);
  base::Status Prepare(Version& next);
  base::Status CheckMayLoad(const Version& next);
  bool Reconfigure(const PluginRequest& request, Version& next);
  // `next` is used up.
  void Adopt(const PluginRequest& request, Version& next, std::string_view result);
  void TookOver(const std::shared_ptr<Version>& next);
  void DidNotTakeOver(const std::shared_ptr<Version>& next, const SwitchOutcome& outcome);
  void FailReload(const PluginRequest& request, const std::string& label, ReloadStep step,
                  const base::Status& why);

  // plugin_probation.cc: after the switch.
  void LookAtProbation();
  void EndProbation(bool passed);
  // What there is to say of it, for SetObserved.
  std::string DoRollBack(const RollbackReason& reason, bool remember);
  void RollBackByHand(const std::string& reason);
  void Remember(const Version& version, const std::string& reason);
  static TrialId TrialOf(const Version& version);
  // What forbids it; `again`: asks where it is kept anew.
  std::optional<RollbackRecord> RecordOf(const Version& version, bool again) const;
  void EndTrial();

  const PluginEnv& env_;
  const std::string name_;
  base::Log log_;
  ReloadJournal journal_;
  std::unique_ptr<GenerationFactory> factory_;
  std::shared_ptr<Version> former_;   // inactive, loaded, while on probation
  std::shared_ptr<Version> earlier_;  // what ran before that: no generation, only its bytes
  std::optional<Probation> probation_;
  std::shared_ptr<MoveTogether> together_;  // of the generation on probation
  bool on_trial_ = false;                   // a record says so
  std::unique_ptr<LibraryFetch> fetch_;     // null: nothing is fetched
  std::optional<PluginRequest> waiting_;    // for what is fetched
  uint64_t fetch_failures_ = 0;             // of it, that were told
  std::unique_ptr<ConfigSecrets> secrets_;  // null: its configuration is in none
  std::optional<PluginRequest> wanted_;     // the last one whose library was there
  base::Status config_refused_;             // why its configuration was not whole
  std::string secrets_seen_;                // their fingerprint when that was looked at
  std::string held_back_;                   // why something else than the manifest's runs
  uint64_t generations_ = 0;
  uint64_t revision_ = 0;             // of the request that is worked off
  bool working_ = false;              // the current generation is active
  std::atomic<bool> in_term_{false};  // and only because this replica leads
  bool stuck_ = false;
  std::vector<std::shared_ptr<Version>> left_behind_;  // stuck: never freed
  std::stop_source stop_source_;
  mutable base::Mutex mutex_;
  base::CondVar changed_;
  std::shared_ptr<Version> current_ OARLOCK_GUARDED_BY(mutex_);  // written on the lifecycle thread
  PluginStatus status_ OARLOCK_GUARDED_BY(mutex_);
  std::optional<PluginRequest> request_ OARLOCK_GUARDED_BY(mutex_);
  bool fetch_news_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool secret_news_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::optional<std::string> rollback_ OARLOCK_GUARDED_BY(mutex_);
  bool can_roll_back_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool started_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool stop_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool ended_ OARLOCK_GUARDED_BY(mutex_) = false;  // the lifecycle thread's last word
  base::MonoTime stop_deadline_ OARLOCK_GUARDED_BY(mutex_) = base::kNever;
  std::shared_ptr<base::Gauge> active_;
  const std::shared_ptr<pluginhost::PluginPause> pause_;
  std::thread thread_;
};

}  // namespace oarlock::supervisor
