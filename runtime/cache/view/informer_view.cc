#include "cache/view/informer_view.h"

#include <algorithm>
#include <utility>

#include "cache/informer/informer_core.h"
#include "cache/listener.h"

namespace oarlock::cache {

InformerView::InformerView(InformerRequest request, std::shared_ptr<InformerCore> core, bool alone)
    : request_(std::move(request)),
      alone_(alone),
      stop_signal_(alone ? core->stop_signal() : std::make_shared<StopSignal>()),
      sync_(std::make_shared<SyncLatch>(core->sync()->name())),
      core_(std::move(core)),
      narrowing_(std::make_shared<Narrowing>(request_.In(core_->scope().resource.gvr.version),
                                             core_->scope())),
      indices_(core_->store()),
      final_(alone) {
  reader_ = std::make_shared<ViewReader>(
      StoreView(core_->store(), narrowing_, std::make_shared<IndexNames>()));
}

void InformerView::Begin() {
  {
    base::MutexLock lock(mutex_);
    ObserveLocked();
  }
  FollowSync();
}

std::shared_ptr<InformerCore> InformerView::core() const {
  base::MutexLock lock(mutex_);
  return core_;
}

std::shared_ptr<InformerCore> InformerView::target() const {
  base::MutexLock lock(mutex_);
  return target_;
}

void InformerView::PublishLocked() {
  reader_->Set(StoreView(core_->store(), narrowing_, indices_.names()));
}

void InformerView::Start() {
  if (alone_) core()->Start();
}

// Listeners first: whatever still runs on a strand finds them removed.
void InformerView::Stop() {
  std::vector<std::shared_ptr<Listener>> listeners;
  std::vector<std::weak_ptr<Observer>> observers;
  std::shared_ptr<InformerCore> core;
  {
    base::MutexLock lock(mutex_);
    if (std::exchange(stopped_, true)) return;
    listeners.swap(listeners_);
    observers.swap(observers_);
    target_.reset();
    core_observer_.reset();
    sync_observer_.reset();
    core = core_;
  }
  for (const auto& listener : listeners) listener->Remove();
  sync_->Close(base::Cancelled("the informer was stopped"));
  if (alone_) core->Stop();
  InformerState end = core->state();
  end.phase = InformerPhase::kStopped;
  core->strand()->Post([core, end = std::move(end), observers = std::move(observers),
                        listeners = std::move(listeners),
                        signal = alone_ ? nullptr : stop_signal_] {
    // Set when the last callback under way is over, too.
    const std::shared_ptr<void> ended(nullptr, [signal](void*) {
      if (signal != nullptr) signal->Set();
    });
    for (const auto& listener : listeners) {
      core->Drop(listener);
      listener->KeepUntilIdle(ended);
    }
    for (const auto& known : observers) {
      if (const auto observer = known.lock()) (*observer)(end);
    }
  });
}

base::Status InformerView::WaitStopped(base::MonoTime deadline) const {
  if (stop_signal_->Wait(core()->clock(), deadline)) return {};
  return base::DeadlineExceeded(request_.scope.Key() + " did not stop in time");
}

base::Result<std::shared_ptr<Listener>> InformerView::AddHandler(
    std::shared_ptr<EventHandler> handler, const HandlerOptions& options) {
  base::MutexLock lock(mutex_);
  if (stopped_) return base::FailedPrecondition("the informer was stopped");
  if (listeners_.size() >= kHandlersMax) {
    return base::Status(base::StatusCode::kResourceExhausted, "too many handlers");
  }
  auto on_relief = [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->core()->HoldMayEnd();
  };
  auto listener =
      core_->MakeListener(std::move(handler), options, options.resync.value_or(default_resync_),
                          request_.scope, std::move(on_relief));
  listeners_.push_back(listener);
  core_->strand()->Post(
      [self = shared_from_this(), core = core_, listener] { self->JoinOn(core, listener); });
  return listener;
}

// [strand] of `core`: only there can the view leave it, so a view that is there stays meanwhile.
void InformerView::JoinOn(const std::shared_ptr<InformerCore>& core,
                          const std::shared_ptr<Listener>& listener) {
  {
    base::MutexLock lock(mutex_);
    if (stopped_) return listener->Remove();
    if (core_ != core) {  // it has moved since: after it
      core_->strand()->Post(
          [self = shared_from_this(), next = core_, listener] { self->JoinOn(next, listener); });
      return;
    }
    listener->narrowing = narrowing_;
  }
  core->Join(listener);
}

void InformerView::RemoveListener(const std::shared_ptr<Listener>& listener) {
  base::MutexLock lock(mutex_);
  std::erase(listeners_, listener);
  if (stopped_) return;
  core_->strand()->Post(
      [self = shared_from_this(), core = core_, listener] { self->LeaveOn(core, listener); });
}

void InformerView::LeaveOn(const std::shared_ptr<InformerCore>& core,
                           const std::shared_ptr<Listener>& listener) {
  core->Drop(listener);
  base::MutexLock lock(mutex_);
  if (core_ == core) return;
  core_->strand()->Post(
      [self = shared_from_this(), next = core_, listener] { self->LeaveOn(next, listener); });
}

base::Status InformerView::AddIndex(std::string_view name, IndexFn fn) {
  base::MutexLock lock(mutex_);
  if (stopped_) return base::FailedPrecondition("the informer was stopped");
  OARLOCK_RETURN_IF_ERROR(indices_.Add(name, std::move(fn)));
  PublishLocked();
  return {};
}

bool InformerView::RemoveIndex(std::string_view name) {
  base::MutexLock lock(mutex_);
  const bool removed = indices_.Remove(name);
  PublishLocked();
  return removed;
}

base::Result<std::shared_ptr<void>> InformerView::EnsureIndex(std::string_view name, IndexFn fn) {
  struct Held {
    std::shared_ptr<InformerView> view;
    std::string name;
    ~Held() { view->ReleaseIndex(name); }
  };
  {
    base::MutexLock lock(mutex_);
    if (stopped_) return base::FailedPrecondition("the informer was stopped");
    OARLOCK_RETURN_IF_ERROR(indices_.Ensure(name, std::move(fn)));
  }
  return std::shared_ptr<void>(
      std::shared_ptr<Held>(new Held{shared_from_this(), std::string(name)}));
}

void InformerView::ReleaseIndex(std::string_view name) {
  base::MutexLock lock(mutex_);
  indices_.Release(name);
}

bool InformerView::HasSynced() const { return core()->HasSynced(); }
std::vector<SetAside> InformerView::set_aside() const { return core()->set_aside(); }

InformerState InformerView::state() const {
  std::shared_ptr<InformerCore> core;
  bool stopped = false;
  {
    base::MutexLock lock(mutex_);
    core = core_;
    stopped = stopped_;
  }
  InformerState state = core->state();
  if (stopped) state.phase = InformerPhase::kStopped;
  return state;
}

base::Status InformerView::WaitForSync(const SyncWait& wait) const {
  const SyncReport report = cache::WaitForSync(core()->clock(), {sync_}, wait);
  {
    base::MutexLock lock(mutex_);
    if (stopped_) return base::Cancelled("the informer was stopped");
  }
  // What the informer itself says is clearer than a list of one.
  const base::Status& own = report.results.front().error;
  return report.end.ok() || report.end == own ? report.end : report.status();
}

// Not final: another informer is awaited, so nothing that this one says ends a wait.
void InformerView::FollowSync() {
  std::shared_ptr<SyncLatch> from;
  bool is_final = false;
  {
    base::MutexLock lock(mutex_);
    from = core_->sync();
    is_final = final_;
  }
  const SyncLatch::View now = from->view();
  if (now.stage == SyncLatch::Stage::kOpen) return sync_->Open();
  if (now.stage == SyncLatch::Stage::kClosed) return;  // the view's own end says more
  sync_->SetTrouble(now.error, now.hopeless && is_final, now.attempts);
}

std::shared_ptr<void> InformerView::ObserveState(Observer observer) {
  auto held = std::make_shared<Observer>(std::move(observer));
  base::MutexLock lock(mutex_);
  std::erase_if(observers_, [](const auto& known) { return known.expired(); });
  observers_.push_back(held);
  return held;
}

void InformerView::ObserveLocked() {
  core_observer_ = core_->ObserveState(
      [weak = weak_from_this(), core = core_.get()](const InformerState& state) {
        if (const auto self = weak.lock()) self->OnCoreState(core, state);
      });
  sync_observer_ = core_->sync()->Observe([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->FollowSync();
  });
}

void InformerView::OnCoreState(const InformerCore* core, const InformerState& state) {
  std::vector<std::weak_ptr<Observer>> observers;
  {
    base::MutexLock lock(mutex_);
    if (core_.get() != core || stopped_) return;
    told_phase_ = state.phase;
    observers = observers_;
  }
  for (const auto& known : observers) {
    if (const auto observer = known.lock()) (*observer)(state);
  }
}

// Also where the view is about to go, and again when it went meanwhile: what was told to its user
// must not be unsaid by the move.
bool InformerView::Apply(const std::function<bool(InformerCore&)>& apply) {
  if (const auto next = target()) (void)apply(*next);
  for (auto now = core();;) {
    const bool applied = apply(*now);
    auto later = core();
    if (later == now) return applied;
    now = std::move(later);
  }
}

bool InformerView::ApplyWrite(const kube::Object& answer) {
  return Apply([&](InformerCore& core) { return core.ApplyWrite(answer); });
}

bool InformerView::ApplyDelete(std::string_view key, std::string_view uid,
                               std::string_view version) {
  return Apply([&](InformerCore& core) { return core.ApplyDelete(key, uid, version); });
}

}  // namespace oarlock::cache
