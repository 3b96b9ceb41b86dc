#pragma once
// InformerCore: one list+watch of one scope, its store, and the listeners of all views it serves.
// Shared with the tasks it has posted.
//
// It is the reflector's target: changes go through the DeltaQueue into the Store and from there to
// the listeners, narrowed for the view each is of. Which views it serves is their own matter
// (view/informer_view.h) and, over all, the factory's.
// Threads: functions marked [any] guard what they touch; everything else, and every member of the
// strand block, is [strand].
// Items of a list are applied and told as they arrive, so a list is never held twice; only its end
// removes what it did not have. A list that fails half way leaves newer objects and no deletes;
// until the watch has passed the newest of them, older events are not applied over them.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "cache/delta_queue.h"
#include "cache/informer/informer_metrics.h"
#include "cache/informer/inlet.h"
#include "cache/informer/stop_signal.h"
#include "cache/listener.h"
#include "cache/reflector.h"
#include "cache/shared_informer.h"
#include "cache/view/field_terms.h"
#include "kube/segment.h"
#include "kube/selector.h"

namespace oarlock::cache {

class InformerView;

// What the listeners of a view know when it leaves an informer.
struct ToldState {
  std::shared_ptr<const Narrowing> narrowing;
  std::vector<kube::Object> objects;  // as the informer holds them, only those the view shows
  bool synced = false;                // the end of the initial notifications was told
};

class InformerCore final : public ReflectorTarget,
                           public std::enable_shared_from_this<InformerCore> {
 public:
  InformerCore(InformerScope scope, std::shared_ptr<kube::ListerWatcher> source,
               const InformerEnv& env);
  ~InformerCore() override;

  // [any], see SharedInformer
  void Start();
  void Stop();
  InformerState state() const;
  bool HasSynced() const;
  std::vector<SetAside> set_aside() const;
  std::shared_ptr<void> ObserveState(std::function<void(const InformerState&)> observer);
  bool ApplyWrite(const kube::Object& answer);
  bool ApplyDelete(std::string_view key, std::string_view uid, std::string_view version);
  void TakePending(const Store& other);  // the answers that another informer's store waits for
  // The store has everything up to here, also where changes were merged; nothing before the first
  // list is complete.
  std::optional<std::string> settled_version() const;
  const InformerScope& scope() const { return scope_; }
  const std::shared_ptr<Store>& store() const { return store_; }
  const std::shared_ptr<StopSignal>& stop_signal() const { return stop_signal_; }
  const std::shared_ptr<base::SerialExecutor>& strand() const { return strand_; }
  const std::shared_ptr<SyncLatch>& sync() const { return sync_; }
  base::Clock& clock() const { return *env_.clock; }
  base::MonoTime made() const { return made_; }
  // Behind its objects, as its metric says it.
  double memory_bytes() const { return metrics_->memory->value(); }

  // For views. MakeListener and AddWaiter [any], the others [strand].
  std::shared_ptr<Listener> MakeListener(std::shared_ptr<EventHandler> handler,
                                         const HandlerOptions& options, base::Duration resync,
                                         const InformerScope& user,
                                         std::function<void()> on_relief) const;
  void HoldMayEnd() { PostWeak(&InformerCore::UpdateHold); }  // [any]
  void Join(const std::shared_ptr<Listener>& listener);
  void Drop(const std::shared_ptr<Listener>& listener);
  // The view is tried whenever something has come, until it no longer wants to move.
  void AddWaiter(std::weak_ptr<InformerView> view);
  ToldState Told(std::shared_ptr<const Narrowing> narrowing) const;
  std::vector<std::shared_ptr<Listener>> TakeListeners(
      const std::shared_ptr<const Narrowing>& narrowing);
  void JoinMoved(const std::vector<std::shared_ptr<Listener>>& listeners, const ToldState& told,
                 const std::shared_ptr<const Narrowing>& narrowing);

  // ReflectorTarget
  void OnListBegin(bool consistent) override;
  void OnListItem(kube::Object object) override;
  bool OnListedAgain(const RawIdentity& listed) override;
  void OnListEnd(const std::string& version, bool consistent) override;
  void OnListAborted() override;
  void OnWatchEvent(kube::WatchEventType type, kube::Object object) override;
  void OnBookmark(const std::string& version) override;
  void OnBatchEnd() override;
  void OnSetAside(const std::string& key, const base::Status& error, bool from_list) override;
  void OnReflectorPhase(InformerPhase phase, const base::Status& error) override;
  void OnContact(bool request) override;
  std::vector<kube::Object> Applied() override { return store_->Bases(); }

 private:
  using Observer = std::function<void(const InformerState&)>;

  // informer_core.cc
  void StartOnStrand();
  void StopOnStrand();
  void NotifyObservers();
  void PostWeak(void (InformerCore::*function)());
  void NoteSettled();
  InformerState StateLocked() const OARLOCK_REQUIRES(mutex_);
  bool IsStopping() const;  // [any]

  // informer_delivery.cc
  void ApplyQueue();
  void Apply(const Delta& delta);
  void Tell(const StoreChange& change, const kube::Object& object, bool deleted);
  void Send(Notification notification) { told_.push_back(std::move(notification)); }
  void Flush(std::span<const std::shared_ptr<Listener>> listeners);
  bool KeepNewer() const;
  void EndReplay(std::string_view version);
  void ForgetSetAside(const kube::Object& object);
  void NoteApplied();
  void UpdateHold();
  void ArmResync();
  void Resync();

  // informer_writes.cc
  bool InScope(const kube::Object& object) const;
  void RequestSweep();  // [any]
  void ArmSweep();
  void Sweep();

  // view/rebase.cc
  void PokeWaiters();
  std::vector<Notification> Difference(const ToldState& told, const Narrowing& narrowing) const;

  // Constant after construction.
  const InformerScope scope_;
  const InformerEnv env_;
  const std::shared_ptr<kube::ListerWatcher> source_;
  const base::MonoTime made_;
  kube::LabelSelector selector_;
  std::optional<FieldTerms> fields_;    // empty: only the server can decide
  const std::shared_ptr<Store> store_;  // guards itself
  const std::shared_ptr<InformerMetrics> metrics_;
  const std::shared_ptr<base::SerialExecutor> strand_;
  const std::shared_ptr<Inlet> inlet_;
  const std::shared_ptr<StopSignal> stop_signal_;
  const std::shared_ptr<SyncLatch> sync_;
  std::atomic<bool> sweep_wanted_{false};

  // [strand]
  kube::SegmentPtr segment_;  // where the objects are; null when the system refused it
  std::shared_ptr<Reflector> reflector_;
  DeltaQueue queue_;
  std::vector<Delta> batch_;        // being applied
  std::vector<Notification> told_;  // what it was, to be told in one go
  std::vector<std::shared_ptr<Listener>> listeners_;
  std::vector<std::weak_ptr<InformerView>> waiters_;  // that want to come here, or away
  bool ended_ = false;
  bool first_list_done_ = false;
  bool in_list_ = false;
  bool list_consistent_ = false;
  uint64_t list_number_ = 0;
  std::string list_newest_;   // newest version among the items of the list that runs
  std::string replay_until_;  // "" = no unfinished list was applied
  base::TimerId resync_timer_ = 0;
  base::TimerId sweep_timer_ = 0;

  struct AsideEntry {
    std::string error;
    uint64_t list_number = 0;
  };
  mutable base::Mutex mutex_;
  InformerState state_ OARLOCK_GUARDED_BY(mutex_);
  std::optional<std::string> settled_version_ OARLOCK_GUARDED_BY(mutex_);
  bool started_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::map<std::string, AsideEntry> aside_ OARLOCK_GUARDED_BY(mutex_);
  std::atomic<bool> any_aside_{false};  // written under mutex_
  std::vector<std::weak_ptr<Observer>> observers_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::cache
