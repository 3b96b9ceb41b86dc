#include "cache/informer/informer_core.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "cache/view/narrowing.h"

namespace oarlock::cache {
namespace {

std::string What(const InformerScope& scope) {
  std::string text = scope.resource.gvr.resource;
  if (!scope.resource.gvr.group.empty()) text += "." + scope.resource.gvr.group;
  return text + (scope.ns.empty() ? " in all namespaces" : " in namespace \"" + scope.ns + "\"");
}

// What time alone will hardly mend. A broken answer may be the connection's fault once.
bool IsHopeless(const base::Status& error, uint64_t failures) {
  switch (error.code()) {
    case base::StatusCode::kPermissionDenied:
    case base::StatusCode::kNotFound:
    case base::StatusCode::kInvalidArgument:
    case base::StatusCode::kUnimplemented: return true;
    case base::StatusCode::kDataLoss:
    case base::StatusCode::kTooLarge: return failures > 1;
    default: return false;
  }
}

// What is in a Secret is shared with nothing.
kube::SegmentPtr SegmentFor(const InformerScope& scope) {
  const kube::GroupVersionResource& gvr = scope.resource.gvr;
  return kube::MakeSegment({.share_values = !gvr.group.empty() || gvr.resource != "secrets"});
}

ReflectorOptions OptionsFor(const InformerScope& scope, kube::SegmentPtr segment) {
  ReflectorOptions options;
  options.decode.segment = std::move(segment);
  options.resource = scope.resource.gvr.ToString();
  options.what = What(scope);
  options.transform = scope.transform;
  options.decode.drop_managed_fields = scope.form != ObjectForm::kFullWithManaged;
  if (scope.form != ObjectForm::kMetadataOnly) {
    options.decode.default_api_version = scope.resource.gvr.group_version().ToString();
    options.decode.default_kind = scope.resource.kind;
    options.expected = scope.resource.gvk();
  }
  return options;
}

}  // namespace

InformerCore::InformerCore(InformerScope scope, std::shared_ptr<kube::ListerWatcher> source,
                           const InformerEnv& env)
    : scope_(std::move(scope)),
      env_(env),
      source_(std::move(source)),
      made_(env.clock->Now()),
      store_(std::make_shared<Store>()),
      metrics_(std::make_shared<InformerMetrics>(env.metrics, scope_)),
      strand_(std::make_shared<base::SerialExecutor>(*env.executor)),
      inlet_(std::make_shared<Inlet>(strand_, *env.clock, metrics_->queued)),
      stop_signal_(std::make_shared<StopSignal>()),
      sync_(std::make_shared<SyncLatch>(What(scope_))),
      queue_(env.strict_order ? DeltaQueue::Mode::kStrict : DeltaQueue::Mode::kCoalesce) {
  OARLOCK_CHECK(source_ != nullptr && env_.clock != nullptr && env_.random != nullptr);
  if (auto selector = kube::LabelSelector::Parse(scope_.label_selector); selector.ok()) {
    selector_ = std::move(selector).value();
  }
  fields_ = FieldTerms::Parse(scope_.field_selector);
  base::MutexLock lock(mutex_);
  state_.since = env_.clock->Now();
}

InformerCore::~InformerCore() = default;

void InformerCore::Start() {
  {
    base::MutexLock lock(mutex_);
    if (std::exchange(started_, true) || stopping_) return;
  }
  strand_->Post([self = shared_from_this()] { self->StartOnStrand(); });
}

void InformerCore::StartOnStrand() {
  if (ended_) return;
  Reflector::Parts parts;
  parts.source = source_;
  parts.strand = strand_;
  parts.inlet = inlet_;
  parts.target = weak_from_this();
  parts.metrics = metrics_;
  parts.counts = std::make_shared<ReflectorMetrics>(env_.metrics, scope_.resource.gvr.ToString(),
                                                    metrics_->labels());
  parts.clock = env_.clock;
  parts.random = env_.random;
  parts.log = env_.log;
  parts.list_gate = env_.list_gate;
  parts.watch_list = env_.watch_list;
  segment_ = SegmentFor(scope_);
  ReflectorOptions options = OptionsFor(scope_, segment_);
  options.verify = env_.verify_cache;
  reflector_ = std::make_shared<Reflector>(std::move(options), std::move(parts));
  reflector_->Start();
}

void InformerCore::Stop() {
  {
    base::MutexLock lock(mutex_);
    if (std::exchange(stopping_, true)) return;
    state_.phase = InformerPhase::kStopped;
    state_.since = env_.clock->Now();
  }
  sync_->Close(base::Cancelled("the informer was stopped"));
  strand_->Post([self = shared_from_this()] { self->StopOnStrand(); });
}

void InformerCore::StopOnStrand() {
  ended_ = true;
  if (reflector_ != nullptr) reflector_->Stop();
  // Set when the last task that the end has posted and the last callback under way are over.
  const std::shared_ptr<void> ended(nullptr, [signal = stop_signal_](void*) { signal->Set(); });
  for (const auto& listener : listeners_) {
    listener->Remove();
    listener->KeepUntilIdle(ended);
  }
  listeners_.clear();
  waiters_.clear();
  queue_.Clear();
  inlet_->Clear();
  for (base::TimerId* timer : {&resync_timer_, &sweep_timer_}) {
    if (*timer != 0) env_.clock->Cancel(std::exchange(*timer, 0));
  }
  NotifyObservers();
  strand_->Post([ended] {});
}

// For what is of no use any more when the informer is gone.
void InformerCore::PostWeak(void (InformerCore::*function)()) {
  strand_->Post([weak = weak_from_this(), function] {
    if (const auto self = weak.lock()) ((*self).*function)();
  });
}

std::shared_ptr<Listener> InformerCore::MakeListener(std::shared_ptr<EventHandler> handler,
                                                     const HandlerOptions& options,
                                                     base::Duration resync,
                                                     const InformerScope& user,
                                                     std::function<void()> on_relief) const {
  ListenerOptions own;
  own.name = options.name.empty() ? handler->Name() : options.name;
  own.executor = options.executor;
  own.keep = options.keep;
  own.clock = env_.clock;
  own.log = env_.log;
  own.metrics = HandlerMetrics(env_.metrics, user, own.name);
  if (options.executor != nullptr) own.pause_above = options.pause_above;
  own.takes_over = options.takes_over;
  own.on_relief = std::move(on_relief);
  auto listener = std::make_shared<Listener>(std::move(handler), std::move(own));
  if (resync > base::Duration{0}) listener->resync = std::max(resync, kResyncMin);
  return listener;
}

// On the strand nothing changes meanwhile: what the handler is told here is exactly what the
// others were told before, and the next change reaches it too.
void InformerCore::Join(const std::shared_ptr<Listener>& listener) {
  if (ended_) return listener->Remove();
  if (listener->removed()) return;
  for (kube::Object& object : store_->Bases()) {
    told_.push_back({ChangeType::kAdd, Cause::kInitial, false, {}, std::move(object)});
    if (told_.size() >= kDeltaBatchMax) Flush({&listener, 1});
  }
  Flush({&listener, 1});
  if (first_list_done_) listener->PushSynced();
  listeners_.push_back(listener);
  listener->PushesBegin();
  UpdateHold();
  if (listener->resync > base::Duration{0}) {
    listener->next_resync = env_.clock->Now() + listener->resync;
    ArmResync();
  }
}

void InformerCore::Drop(const std::shared_ptr<Listener>& listener) {
  std::erase(listeners_, listener);
  UpdateHold();
}

InformerState InformerCore::StateLocked() const {
  InformerState state = state_;
  state.items = store_->size();
  state.bytes = store_->bytes();
  state.resource_version = store_->resource_version();
  state.set_aside = aside_.size();
  state.queued = inlet_->queued();
  if (const auto since = inlet_->waiting_since()) {
    state.lag = std::max(state.lag, env_.clock->Now() - *since);
  }
  return state;
}

InformerState InformerCore::state() const {
  base::MutexLock lock(mutex_);
  return StateLocked();
}

bool InformerCore::IsStopping() const {
  base::MutexLock lock(mutex_);
  return stopping_;
}

bool InformerCore::HasSynced() const {
  base::MutexLock lock(mutex_);
  return state_.has_synced;
}

std::vector<SetAside> InformerCore::set_aside() const {
  base::MutexLock lock(mutex_);
  std::vector<SetAside> out;
  for (const auto& [key, entry] : aside_) out.push_back({key, entry.error});
  return out;
}

std::shared_ptr<void> InformerCore::ObserveState(
    std::function<void(const InformerState&)> observer) {
  auto held = std::make_shared<Observer>(std::move(observer));
  base::MutexLock lock(mutex_);
  std::erase_if(observers_, [](const auto& known) { return known.expired(); });
  observers_.push_back(held);
  return held;
}

void InformerCore::NotifyObservers() {
  std::vector<std::weak_ptr<Observer>> observers;
  {
    base::MutexLock lock(mutex_);
    observers = observers_;
  }
  if (observers.empty()) return;
  const InformerState now = state();
  for (const auto& known : observers) {
    if (const auto observer = known.lock()) (*observer)(now);
  }
}

void InformerCore::OnReflectorPhase(InformerPhase phase, const base::Status& error) {
  bool is_new = false;
  uint64_t attempts = 0;
  uint64_t failures = 0;
  {
    base::MutexLock lock(mutex_);
    if (stopping_) return;
    const base::MonoTime now = env_.clock->Now();
    is_new = state_.phase != phase || !(state_.last_error == error);
    if (state_.phase != phase) state_.since = now;
    if (phase == InformerPhase::kSynced) {
      state_.stale_since = base::kNever;
    } else if (state_.has_synced) {
      state_.stale_since = std::min(state_.stale_since, now);
    }
    state_.phase = phase;
    state_.last_error = error;
    state_.failures = error.ok() ? 0 : state_.failures + 1;
    attempts = state_.attempts;
    failures = state_.failures;
  }
  metrics_->phase->Set(static_cast<double>(phase));
  sync_->SetTrouble(error, IsHopeless(error, failures), attempts);
  if (is_new) NotifyObservers();
}

void InformerCore::OnContact(bool request) {
  if (!request) {
    const auto unix_now = env_.clock->UnixNow().time_since_epoch();
    metrics_->last_contact->Set(std::chrono::duration<double>(unix_now).count());
  }
  base::MutexLock lock(mutex_);
  if (request) {
    ++state_.attempts;
  } else {
    state_.last_contact = env_.clock->Now();
  }
}

// Between two batches, outside of a list: nothing of an older version is still to come.
void InformerCore::NoteSettled() {
  if (in_list_ || !first_list_done_) return;
  {
    std::string version = store_->resource_version();
    base::MutexLock lock(mutex_);
    settled_version_ = std::move(version);
  }
  PokeWaiters();
}

std::optional<std::string> InformerCore::settled_version() const {
  base::MutexLock lock(mutex_);
  return settled_version_;
}

}  // namespace oarlock::cache
