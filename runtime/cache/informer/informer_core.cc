#include "cache/informer/informer_core.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "cache/view/narrowing.h"

namespace oarlock::cache {
namespace {

ReflectorOptions OptionsFor(const InformerScope& scope) {
  ReflectorOptions options;
  options.resource = scope.resource.gvr.ToString();
  options.what = scope.resource.gvr.resource;
  if (!scope.resource.gvr.group.empty()) options.what += "." + scope.resource.gvr.group;
  options.what += scope.ns.empty() ? " in all namespaces" : " in namespace \"" + scope.ns + "\"";
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

void StopSignal::Set() {
  base::MutexLock lock(mutex_);
  set_ = true;
  changed_.NotifyAll();
}

bool StopSignal::Wait(base::Clock& clock, base::MonoTime deadline) {
  base::MutexLock lock(mutex_);
  while (!set_) {
    if (!clock.WaitUntil(changed_, mutex_, deadline)) return set_;
  }
  return true;
}

bool StopSignal::is_set() const {
  base::MutexLock lock(mutex_);
  return set_;
}

InformerCore::InformerCore(InformerScope scope, std::shared_ptr<kube::ListerWatcher> source,
                           const InformerEnv& env)
    : scope_(std::move(scope)),
      env_(env),
      source_(std::move(source)),
      made_(env.clock->Now()),
      store_(std::make_shared<Store>()),
      metrics_(std::make_shared<InformerMetrics>(env.metrics, scope_)),
      strand_(std::make_shared<base::SerialExecutor>(*env.executor)),
      stop_signal_(std::make_shared<StopSignal>()),
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
  parts.target = weak_from_this();
  parts.metrics = metrics_;
  parts.counts = std::make_shared<ReflectorMetrics>(env_.metrics, scope_.resource.gvr.ToString(),
                                                    metrics_->labels());
  parts.clock = env_.clock;
  parts.random = env_.random;
  parts.log = env_.log;
  parts.list_gate = env_.list_gate;
  parts.watch_list = env_.watch_list;
  ReflectorOptions options = OptionsFor(scope_);
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
    changed_.NotifyAll();
  }
  strand_->Post([self = shared_from_this()] { self->StopOnStrand(); });
}

void InformerCore::StopOnStrand() {
  ended_ = true;
  if (reflector_ != nullptr) reflector_->Stop();
  for (const auto& listener : listeners_) listener->Remove();
  listeners_.clear();
  waiters_.clear();
  queue_.Clear();
  for (base::TimerId* timer : {&resync_timer_, &sweep_timer_}) {
    if (*timer != 0) env_.clock->Cancel(std::exchange(*timer, 0));
  }
  // Behind what the end itself has posted.
  strand_->Post([signal = stop_signal_] { signal->Set(); });
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
                                                     const InformerScope& user) const {
  auto listener = std::make_shared<Listener>(std::move(handler), options.executor,
                                             HandlerPendingGauge(env_.metrics, user, options.name));
  if (resync > base::Duration{0}) listener->resync = std::max(resync, kResyncMin);
  return listener;
}

// On the strand nothing changes meanwhile: what the handler is told here is exactly what the
// others were told before, and the next change reaches it too.
void InformerCore::Join(const std::shared_ptr<Listener>& listener) {
  if (ended_) return listener->Remove();
  if (listener->removed()) return;
  for (kube::Object& object : store_->Bases()) {
    const Notification add{ChangeType::kAdd, Cause::kInitial, false, {}, std::move(object)};
    NarrowedPush(add).To(*listener);
  }
  if (first_list_done_) listener->PushSynced();
  listeners_.push_back(listener);
  if (listener->resync > base::Duration{0}) {
    listener->next_resync = env_.clock->Now() + listener->resync;
    ArmResync();
  }
}

void InformerCore::Drop(const std::shared_ptr<Listener>& listener) {
  std::erase(listeners_, listener);
}

InformerState InformerCore::StateLocked() const {
  InformerState state = state_;
  state.items = store_->size();
  state.bytes = store_->bytes();
  state.resource_version = store_->resource_version();
  state.set_aside = aside_.size();
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

std::optional<base::Status> InformerCore::WaitForSync(const SyncWait& wait,
                                                      const std::function<bool()>& changed) const {
  base::MutexLock lock(mutex_);
  for (;;) {
    if (changed()) return std::nullopt;
    if (state_.phase == InformerPhase::kStopped) return base::Cancelled("the informer was stopped");
    if (state_.has_synced) return base::Status();
    const bool hopeless =
        state_.phase == InformerPhase::kForbidden || state_.phase == InformerPhase::kNotServed;
    if (wait.fail_fast && hopeless) return state_.last_error;
    if (env_.clock->Now() >= wait.deadline) break;
    env_.clock->WaitUntil(changed_, mutex_, wait.deadline);
  }
  std::string text =
      scope_.Key() + " did not sync in time (" + std::string(InformerPhaseName(state_.phase)) + ")";
  if (!state_.last_error.ok()) text += ": " + state_.last_error.ToString();
  return base::DeadlineExceeded(std::move(text));
}

void InformerCore::Wake() {
  base::MutexLock lock(mutex_);
  changed_.NotifyAll();
}

std::shared_ptr<void> InformerCore::ObserveState(
    std::function<void(const InformerState&)> observer) {
  auto held = std::make_shared<Observer>(std::move(observer));
  base::MutexLock lock(mutex_);
  std::erase_if(observers_, [](const auto& known) { return known.expired(); });
  observers_.push_back(held);
  return held;
}

void InformerCore::OnReflectorPhase(InformerPhase phase, const base::Status& error) {
  std::vector<std::weak_ptr<Observer>> observers;
  InformerState state;
  {
    base::MutexLock lock(mutex_);
    if (stopping_) return;
    const bool is_new = state_.phase != phase || !(state_.last_error == error);
    if (state_.phase != phase) state_.since = env_.clock->Now();
    state_.phase = phase;
    state_.last_error = error;
    state_.failures = error.ok() ? 0 : state_.failures + 1;
    changed_.NotifyAll();
    if (is_new) observers = observers_;
    state = StateLocked();
  }
  metrics_->phase->Set(static_cast<double>(phase));
  for (const auto& known : observers) {
    if (const auto observer = known.lock()) (*observer)(state);
  }
}

void InformerCore::OnContact(bool request) {
  base::MutexLock lock(mutex_);
  if (request) {
    ++state_.attempts;
  } else {
    state_.last_contact = env_.clock->Now();
  }
}

bool InformerCore::InScope(const kube::Object& object) const {
  if (!fields_.has_value() || !fields_->Matches(object)) return false;
  if (!scope_.ns.empty() && object.ns() != scope_.ns) return false;
  return selector_.Matches(object.labels());
}

bool InformerCore::ApplyWrite(const kube::Object& answer) {
  // A full answer in a store of metadata, or one of another version, would be another kind.
  if (!answer || scope_.form == ObjectForm::kMetadataOnly || !InScope(answer)) return false;
  if (answer.gvk() != scope_.resource.gvk()) return false;
  const base::Result<kube::Object> object = scope_.transform.Apply(answer);
  if (!object.ok() || !store_->ApplyWrite(*object)) return false;
  RequestSweep();
  return true;
}

bool InformerCore::ApplyDelete(std::string_view key, std::string_view uid,
                               std::string_view version) {
  if (!store_->ApplyDelete(key, uid, version, env_.clock->Now())) return false;
  RequestSweep();
  return true;
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

// One timer for all that is pending, however many writes there are.
void InformerCore::RequestSweep() {
  if (sweep_wanted_.exchange(true)) return;
  PostWeak(&InformerCore::ArmSweep);
}

void InformerCore::ArmSweep() {
  if (ended_) return;
  sweep_timer_ = env_.clock->ScheduleAfter(kDeleteMarkTime, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self) self->PostWeak(&InformerCore::Sweep);
  });
}

void InformerCore::Sweep() {
  sweep_timer_ = 0;
  sweep_wanted_.store(false);  // a write from now on asks again
  if (!ended_ && store_->ExpirePending(env_.clock->Now())) RequestSweep();
}

}  // namespace oarlock::cache
