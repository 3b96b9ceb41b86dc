#pragma once
// Generation: one load of one plugin's library, from its entry to its proven unload; all instances
// of the plugin that live in it, and every thread its code ever runs on.
//
// Owned by the supervisor's Plugin, which calls the steps in order on its lifecycle thread:
//   Load → Bind → WaitForSync → (Subscribe → (Activate → Deactivate)* → Unsubscribe)* → Close
// Activate subscribes by itself when that was not done; Stop is Deactivate and Unsubscribe.
// A second generation of the plugin may be loaded, bound and synced beside one that is active: the
// two share nothing but informers. At a reload the new one is subscribed to the same queues, with
// dispatch paused; the old one is deactivated (its keys stay in the queues, which the caller owns),
// its state saved and loaded into the new one, and the new one activated; then the old one is
// unsubscribed. So no change falls between the two, and after a failure of the new one the old one
// is simply activated again. What only the plugin's callbacks can map waits while it is inactive.
// Load, Activate and the lifecycle parts of the other steps run on the generation's control thread
// and are waited for until a deadline. After any failure Close is still to be called.
// Errors: in the plugin's or server's own words; kDeadlineExceeded with stuck() when the plugin did
// not return: then nothing of it may be joined or unmapped, and Close only reports so.
// Threads: steps on one thread; status() [any]. Limits: k…Timeout below.

#include <atomic>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "pluginhost/config_values.h"
#include "pluginhost/controller_run.h"
#include "pluginhost/declare/type_set_refresher.h"
#include "pluginhost/generation_threads.h"
#include "pluginhost/host_env.h"
#include "pluginhost/instance.h"
#include "pluginhost/plugin_calls.h"
#include "pluginhost/state_blob.h"

namespace oarlock::pluginhost {

inline constexpr std::chrono::seconds kLoadTimeout{30};  // constructors to declare
inline constexpr std::chrono::seconds kActivateTimeout{60};
inline constexpr std::chrono::seconds kDeactivateTimeout{10};
inline constexpr std::chrono::seconds kHealthTimeout{5};  // all controllers
inline constexpr std::chrono::seconds kStateTimeout{10};  // save or load, all controllers
// How long a call of Load is still waited for once a stop was requested.
inline constexpr std::chrono::seconds kLoadStopTimeout{2};
inline constexpr size_t kInstancesMax = 64;

// A library's entry. A struct, so that a Result may hold it.
struct PluginEntry {
  oar_entry_fn call = nullptr;
};

// The mapped library as pluginhost sees it; implemented by the supervisor's loader.
class PluginCode {
 public:
  virtual ~PluginCode() = default;
  // Maps the library and finds its entry. [control]
  virtual base::Result<PluginEntry> Load() = 0;
  // Unmaps it; not OK: it stays mapped. After all threads of the generation were joined.
  virtual base::Status Unload() = 0;
};

struct GenerationOptions {
  std::string plugin;          // name in the manifest
  uint64_t number = 1;         // counts loads of this plugin in this host
  std::string plugin_id;       // what the library's note says; must equal the descriptor's
  std::string plugin_version;  // likewise
  std::string config_json = "{}";
  std::string config_digest;
  SharedConfigValues config_values;  // beside it
  base::Duration reconcile_deadline = std::chrono::minutes(5);
  std::map<std::string, ControllerOverride> controllers;
  std::vector<std::string> namespaces;          // that it may see; empty = all
  std::shared_ptr<CpuAccount> cpu;              // whose time its threads use; null: nobody's
  std::shared_ptr<QueueAccount> queue_account;  // to which its queues' waiting is added; or null
  // Of their last runs; shared by all generations.
  std::shared_ptr<controller::RunHistories> histories =
      std::make_shared<controller::RunHistories>();
  std::shared_ptr<kube::Client> client;            // of the plugin's own calls; null: the host's
  std::shared_ptr<const Permissions> permissions;  // null: what it declares
  // Lower-case hex SHA-256; null: states have no digest.
  std::string (*sha256)(std::string_view bytes) = nullptr;
  const controller::Leadership* leadership =
      nullptr;  // borrowed; null: no election for this plugin
};

enum class Reconfigured : uint8_t {
  kApplied,
  kNeedsRestart,  // the plugin says so, or it would declare something else: make a new generation
};

class Generation {
 public:
  // Queues by controller id; created where missing, kept by the caller across generations.
  using Queues = std::map<std::string, std::shared_ptr<queue::WorkQueue>>;

  Generation(const HostEnv& env, GenerationOptions options, std::unique_ptr<PluginCode> code);
  // After Close. One that is stuck must never be destroyed: its threads are still in the plugin's
  // code and come back to it.
  ~Generation();
  Generation(const Generation&) = delete;
  Generation& operator=(const Generation&) = delete;

  // Map, negotiate, create, configure, declare. After a stop request it ends with kCancelled at the
  // next step; a step that then takes longer than kLoadStopTimeout makes the generation stuck.
  base::Status Load(const std::stop_token& stop = {});
  // What each controller declared, by its id (declare/declaration_diff.h compares). After Load;
  // valid until Close.
  std::map<std::string, const Declaration*> Declared() const;
  base::Status Bind(const kube::CallContext& call);
  base::Status WaitForSync(const cache::SyncWait& wait) const;
  // Changes become keys of the queues, once WaitSubscribed was OK all of them; dispatch stays as it
  // is.
  base::Status Subscribe(Queues& queues, const SubscribeOptions& options = {});
  // With `callbacks_only` only what the plugin's callbacks map is waited for.
  base::Status WaitSubscribed(base::MonoTime deadline, bool callbacks_only = false);
  // While active: waits until no change waits for a callback of the plugin.
  base::Status FinishCallbacks(base::MonoTime deadline);
  // A stop request cancels the plugin's activate. After a failure some instances may be at work:
  // Stop ends them.
  base::Status Activate(Queues& queues, const std::stop_token& stop = {},
                        const SubscribeOptions& options = {});
  // No new run from here on; runs and forked contexts are told to end, and by this reason why.
  void CancelRuns(controller::CancelReason reason);
  // Pauses dispatch, drains until `deadline`, stops workers and callbacks, deactivates those whose
  // activate was OK. Goes on after failures, returns the first. The queues stay paused, with all
  // that is in them.
  base::Status Deactivate(base::MonoTime deadline);
  void Unsubscribe();
  base::Status Stop(base::MonoTime deadline);
  // While subscribed: every known object of a primary type is a key again, at low priority.
  base::Status RequeueKnown(base::MonoTime deadline);
  // Dispatch of all controllers; runs under way go on.
  void Pause();
  void Resume();
  // The manifest's limits of running controllers, by controller id; those it lacks are as declared.
  void SetConcurrency(const std::map<std::string, ControllerOverride>& controllers);
  // Between Stop and Close: what the controllers leave for the next generation. Those that have
  // nothing to leave, or fail to, are not in it; nothing at all once a call was a fault.
  SavedState SaveState();
  // Between Load and Activate. A controller that refuses what it is given, or cannot read its
  // schema, starts empty; the first refusal is returned, and is no reason to stop.
  base::Status LoadState(const SavedState& state);
  // Gives a new configuration to all controllers and asks what they would declare now. While active
  // dispatch pauses and runs under way are waited for until `deadline`; it goes on after any
  // answer. After kNeedsRestart and after errors (kInvalidArgument: the plugin refuses the
  // configuration) it has the former one again. Threads of the plugin's own that hold a fork of
  // activate go on meanwhile: they are the plugin's to hold.
  base::Result<Reconfigured> Reconfigure(std::string json, std::string digest,
                                         base::MonoTime deadline,
                                         const SharedConfigValues& values = nullptr);
  // How each controller is, in the plugin's own words, by its id; between Load and Close. One that
  // does not answer in time makes the generation stuck.
  base::Result<std::map<std::string, PluginHealth>> CheckHealth();
  // Destroy, revoke handles, join threads, unmap.
  base::Status Close();

  const std::string& label() const { return label_; }  // "reloader@3"
  bool stuck() const { return stuck_; }
  // Of all its controllers; the first one says which. [any]
  PluginFaults faults() const;
  std::vector<controller::ControllerStatus> status() const;
  std::vector<ControllerView> views() const;

 private:
  struct Member {
    bool AtWork() const { return run != nullptr && !run->ended(); }

    std::unique_ptr<Instance> instance;
    std::unique_ptr<PluginCalls> calls;
    std::shared_ptr<ControllerRun> run;
    bool active = false;  // between activate and deactivate
  };

  base::Status ActivateMembers(const std::stop_token& stop);
  void TakeQueues(Queues& queues);
  void MakeRuns(Queues& queues);
  base::Status AddSources(const SubscribeOptions& options);
  base::Status HoldCallbacks();
  base::Result<Declaration> DeclareMember(Member& member);
  void ApplyServed(const kube::ServedKinds& served);
  base::Status DrainMembers(base::MonoTime deadline);
  base::Status DeactivateMembers();
  base::Status OnControl(const char* what, base::Duration timeout,
                         std::function<base::Status()> call, const std::stop_token& stop = {});
  SavedState SaveMembers(base::MonoTime deadline);
  base::Status LoadMember(Member& member, const StateBlob& blob, base::MonoTime deadline);
  base::Status PauseRuns(base::MonoTime deadline);
  base::Result<Reconfigured> ReconfigureMembers(const std::string& json, const std::string& digest,
                                                const SharedConfigValues& values);
  // To the first `members`.
  void GiveFormerConfig(size_t members);
  void CountState(std::string_view direction, std::string_view result);
  base::Status LoadOnControl(const std::stop_token& stop);
  base::Status Negotiate(const PluginEntry& entry);
  base::Status CreateInstances(const oar_descriptor& descriptor, const oar_factory& factory);
  base::Result<Member> CreateInstance(const std::string& controller, const oar_factory& factory);
  base::Status ConfigureAndDeclare(Member& member);

  const HostEnv& env_;
  GenerationOptions options_;
  std::stop_token load_stop_;
  std::vector<std::string> state_reads_;  // schemas, of the descriptor
  std::string state_writes_;
  std::string label_;
  std::unique_ptr<PluginCode> code_;
  bool mapped_ = false;
  bool stuck_ = false;
  bool subscribed_ = false;
  std::unique_ptr<GenerationThreads> threads_;
  std::unique_ptr<TypeSetRefresher> refresher_;  // where a type set is declared; ended by Close
  std::shared_ptr<void> held_callbacks_;  // while subscribed and inactive, where there are any
  mutable base::Mutex members_mutex_;     // for status() against Activate and Stop
  std::vector<Member> members_;
};

}  // namespace oarlock::pluginhost
