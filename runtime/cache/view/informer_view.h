#pragma once
// InformerView: the inside of a SharedInformer: one user's request, bound to the InformerCore that
// serves it now, and moved to another one when the planner says so (a rebase).
//
// A rebase in words: the new informer is awaited until it has everything that the view's user was
// told or can read; then, on the old one's strand, the view's listeners are taken out together with
// what they know, and reads go to the new store; on the new one's strand the listeners join with
// the difference. Nothing is delivered in between, nothing is lost, nothing goes backwards.
// Made by SharedInformer (alone with its informer) and by InformerFactory (which moves it).
// Threads: [any] unless a function says on which strand it runs. Ownership: shared with posted
// tasks and, weakly, with the informers. No lock is held while a handler or an observer runs.
// Limits: kHandlersMax handlers.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "cache/informer_request.h"
#include "cache/shared_informer.h"
#include "cache/view/store_view.h"
#include "cache/view/view_indices.h"

namespace oarlock::cache {

class InformerCore;
class Listener;
class StopSignal;

class InformerView final : public std::enable_shared_from_this<InformerView> {
 public:
  // `alone`: the informer serves nobody else, it starts and stops with the view.
  InformerView(InformerRequest request, std::shared_ptr<InformerCore> core, bool alone);
  void Begin();  // once, after construction

  void Start();
  void Stop();
  base::Status WaitStopped(base::MonoTime deadline) const;
  base::Result<std::shared_ptr<Listener>> AddHandler(std::shared_ptr<EventHandler> handler,
                                                     const HandlerOptions& options);
  void RemoveListener(const std::shared_ptr<Listener>& listener);
  base::Status AddIndex(std::string_view name, IndexFn fn);
  bool RemoveIndex(std::string_view name);
  base::Result<std::shared_ptr<void>> EnsureIndex(std::string_view name, IndexFn fn);
  bool HasSynced() const;
  InformerState state() const;
  std::vector<SetAside> set_aside() const;
  const std::shared_ptr<SyncLatch>& sync() const { return sync_; }
  base::Status WaitForSync(const SyncWait& wait) const;
  std::shared_ptr<void> ObserveState(std::function<void(const InformerState&)> observer);
  bool ApplyWrite(const kube::Object& answer);
  bool ApplyDelete(std::string_view key, std::string_view uid, std::string_view version);

  const InformerRequest& request() const { return request_; }
  const std::shared_ptr<ViewReader>& reader() const { return reader_; }
  std::shared_ptr<InformerCore> core() const;
  // The one it waits for, or null.
  std::shared_ptr<InformerCore> target() const;

  // --- by the factory ---
  // Moves to `core` as soon as that is possible; the one that serves now: stays there.
  void SetTarget(const std::shared_ptr<InformerCore>& core);
  // Whether waiting for another informer is of no use: what this one says is final.
  void SetFinal(bool is_final);
  // Called after each move, on a strand, with no lock held. Set before Begin.
  void set_on_moved(std::function<void()> on_moved) { on_moved_ = std::move(on_moved); }
  // Of handlers that say nothing. Set before the view is given to anybody.
  void set_default_resync(base::Duration resync) { default_resync_ = resync; }

  // --- by InformerCore, on a strand of either informer ---
  // Begins the move when all is ready for it. False: nothing is waited for any more.
  bool TryMove();

 private:
  using Observer = std::function<void(const InformerState&)>;

  // rebase.cc
  static bool IsReady(const InformerCore& from, const InformerCore& to);
  void Leave(const std::shared_ptr<InformerCore>& from, const std::shared_ptr<InformerCore>& to);
  void BindLocked(const std::shared_ptr<InformerCore>& to) OARLOCK_REQUIRES(mutex_);
  void Arrived(const std::shared_ptr<InformerCore>& core);

  void JoinOn(const std::shared_ptr<InformerCore>& core, const std::shared_ptr<Listener>& listener);
  void LeaveOn(const std::shared_ptr<InformerCore>& core,
               const std::shared_ptr<Listener>& listener);
  void ReleaseIndex(std::string_view name);
  bool Apply(const std::function<bool(InformerCore&)>& apply);
  void PublishLocked() OARLOCK_REQUIRES(mutex_);
  void ObserveLocked() OARLOCK_REQUIRES(mutex_);
  void FollowSync();
  void OnCoreState(const InformerCore* core, const InformerState& state);

  const InformerRequest request_;
  const bool alone_;
  const std::shared_ptr<StopSignal> stop_signal_;
  std::function<void()> on_moved_;
  base::Duration default_resync_{0};
  std::shared_ptr<ViewReader> reader_;
  const std::shared_ptr<SyncLatch> sync_;  // follows that of the informer that serves the view

  mutable base::Mutex mutex_;
  std::shared_ptr<InformerCore> core_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<InformerCore> target_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<const Narrowing> narrowing_ OARLOCK_GUARDED_BY(mutex_);
  ViewIndices indices_ OARLOCK_GUARDED_BY(mutex_);
  bool moving_ OARLOCK_GUARDED_BY(mutex_) = false;  // from Leave's posting until Arrived
  bool stopped_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool final_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<Listener>> listeners_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<Observer>> observers_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<void> core_observer_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<void> sync_observer_ OARLOCK_GUARDED_BY(mutex_);
  InformerPhase told_phase_ OARLOCK_GUARDED_BY(mutex_) = InformerPhase::kNew;
};

}  // namespace oarlock::cache
