#pragma once
// ControllerRun: one instance at work: its sources on the informers, its workers on the queue.
//
// Made by Generation when it subscribes: Subscribe → (Start → Stop)* → RemoveSources.
// Threads: functions on the supervisor's lifecycle thread; status [any]. Ownership: shares the
// queue and the history of runs, which outlive the generation.

#include <map>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "base/status.h"
#include "cache/shared_informer.h"
#include "controller/controller.h"
#include "pluginhost/account/queue_account.h"
#include "pluginhost/controller_view.h"
#include "pluginhost/declare/routes.h"
#include "pluginhost/generation_threads.h"
#include "pluginhost/instance.h"
#include "pluginhost/plugin_calls.h"
#include "queue/work_queue.h"

namespace oarlock::pluginhost {

// What the manifest says about one controller; zero or negative = as declared.
struct ControllerOverride {
  int max_concurrent = 0;
  base::Duration resync = base::Duration(-1);
};

// How long an activation waits for the plugin's callback indexers to see every known object.
inline constexpr std::chrono::seconds kIndexTimeout{60};

// How the sources of a generation begin.
struct SubscribeOptions {
  bool skip_known = false;  // what exists becomes no key
  // Another generation's sources made the keys so far: what changes while this one's callbacks are
  // held is told as that change, not as something that exists.
  bool takes_over = false;
};

class ControllerRun {
 public:
  ControllerRun(Instance& instance, PluginCalls& calls, GenerationThreads& threads,
                std::shared_ptr<queue::WorkQueue> queue,
                std::shared_ptr<controller::RunHistory> history,
                const ControllerOverride& override_spec, base::Duration reconcile_deadline);
  ~ControllerRun();

  // The queue an instance needs, by what it declared. Whose time its keys' waiting is: null,
  // nobody's.
  static std::shared_ptr<queue::WorkQueue> MakeQueue(const Instance& instance,
                                                     const QueueAccount* account);

  // Some changes are mapped, tested or indexed by code of the plugin.
  bool NeedsCallbacks() const;
  // Adds the sources: every known object of a primary type becomes a key, unless `skip_known`.
  base::Status Subscribe(const SubscribeOptions& options) OARLOCK_EXCLUDES(mutex_);
  // Waits until each change from here on reaches the sources, so that others may go; with
  // `callbacks_only` not for those that need no callback.
  base::Status WaitUntilJoined(base::MonoTime deadline, bool callbacks_only)
      OARLOCK_EXCLUDES(mutex_);
  // Some change waits to be mapped by a callback of the plugin.
  bool CallbacksPending() OARLOCK_EXCLUDES(mutex_);
  // Subscribes anew, waits until that is done and then drops the former sources, so that no change
  // falls between them. Types with an index that the plugin makes stay as they are. At the deadline
  // the former ones stay as well.
  base::Status Resubscribe(base::MonoTime deadline) OARLOCK_EXCLUDES(mutex_);
  // Waits for the indices, then starts workers: takes the queue over and resumes its dispatch.
  base::Status Start(const std::stop_token& stop = {});
  // Types of type sets that came or went. Nothing before Subscribe and after RemoveSources. [any]
  void FollowTypes(const std::vector<std::shared_ptr<const BoundType>>& changed)
      OARLOCK_EXCLUDES(mutex_);
  // No new key is handed out; runs under way go on.
  void Pause() { controller_.Pause(); }
  void CancelRunning(controller::CancelReason reason) { controller_.CancelRunning(reason); }
  void Resume() { controller_.Resume(); }
  // Pause, and waits for the runs under way. At the deadline they are cancelled.
  base::Status Drain(base::MonoTime deadline);
  // Ends and joins the workers. kDeadlineExceeded: a run does not end.
  base::Status Stop(base::MonoTime deadline);
  // Not started, or Stop was OK: the queue may be somebody else's by now.
  bool ended() const { return ended_; }
  // No callback starts after this; one that runs may still finish.
  void RemoveSources() OARLOCK_EXCLUDES(mutex_);
  // The same, and waits for those that run.
  void RemoveSourcesAndWait() OARLOCK_EXCLUDES(mutex_);
  void SetMaxConcurrent(int override_max);
  controller::ControllerStatus status() const { return controller_.status(); }
  ControllerView view() const;

 private:
  // A type with its handlers.
  struct Followed {
    std::shared_ptr<const BoundType> member;  // of a set; else null
    bool needs_plugin = false;                // changes wait for the callbacks' thread
    std::vector<cache::HandlerRegistration> registrations;
  };

  base::Status FollowAll() OARLOCK_EXCLUDES(mutex_);
  base::Status Follow(const BoundType& type, std::shared_ptr<const BoundType> member)
      OARLOCK_REQUIRES(mutex_);
  base::Status AddHandlers(const BoundType& type, const cache::HandlerOptions& options,
                           const std::shared_ptr<cache::EventHandler>& handler, Followed& followed);
  base::Status WaitForIndexes(const std::stop_token& stop) OARLOCK_EXCLUDES(mutex_);

  Instance& instance_;
  PluginCalls& calls_;
  GenerationThreads& threads_;
  std::shared_ptr<queue::WorkQueue> queue_;
  std::shared_ptr<controller::RunHistory> history_;
  base::Duration resync_;
  controller::Controller controller_;
  bool ended_ = true;
  base::Mutex mutex_;
  bool open_ OARLOCK_GUARDED_BY(mutex_) = false;  // types are followed
  SubscribeOptions how_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::pair<uint32_t, uint32_t>, Followed> followed_ OARLOCK_GUARDED_BY(mutex_);
  // That could not be dropped yet, and only make the same keys as the present ones.
  std::vector<Followed> former_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost
