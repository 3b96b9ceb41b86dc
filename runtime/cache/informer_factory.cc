#include "cache/informer_factory.h"

#include <map>
#include <utility>

#include "base/mutex.h"
#include "cache/informer/informer_core.h"

namespace oarlock::cache {

struct InformerFactory::State {
  explicit State(SourceMaker maker, const InformerEnv& environment)
      : make_source(std::move(maker)), env(environment) {}

  std::vector<std::shared_ptr<InformerLease::Hold>> Held();

  const SourceMaker make_source;
  const InformerEnv env;

  base::Mutex mutex;
  std::map<std::string, std::weak_ptr<InformerLease::Hold>> informers OARLOCK_GUARDED_BY(mutex);
  // Of informers whose last lease is gone, until they have ended.
  std::vector<std::shared_ptr<StopSignal>> ending OARLOCK_GUARDED_BY(mutex);
  bool started OARLOCK_GUARDED_BY(mutex) = false;
  bool stopped OARLOCK_GUARDED_BY(mutex) = false;
};

// One per informer; leases share it. Its end is the informer's.
struct InformerLease::Hold {
  Hold(std::weak_ptr<InformerFactory::State> owner, const InformerScope& scope,
       std::shared_ptr<kube::ListerWatcher> source, const InformerEnv& env)
      : factory(std::move(owner)), informer(scope, std::move(source), env) {}
  ~Hold();

  const std::weak_ptr<InformerFactory::State> factory;
  SharedInformer informer;
};

InformerLease::Hold::~Hold() {
  informer.Stop();
  const auto state = factory.lock();
  if (state == nullptr) return;
  base::MutexLock lock(state->mutex);
  const auto entry = state->informers.find(informer.scope().Key());
  if (entry != state->informers.end() && entry->second.expired()) state->informers.erase(entry);
  std::erase_if(state->ending, [](const auto& signal) { return signal->is_set(); });
  state->ending.push_back(informer.stop_signal());
}

SharedInformer* InformerLease::informer() const { return hold_ ? &hold_->informer : nullptr; }

std::vector<std::shared_ptr<InformerLease::Hold>> InformerFactory::State::Held() {
  std::vector<std::shared_ptr<InformerLease::Hold>> holds;
  base::MutexLock lock(mutex);
  for (const auto& [key, weak] : informers) {
    if (auto hold = weak.lock()) holds.push_back(std::move(hold));
  }
  return holds;
}

InformerFactory::InformerFactory(SourceMaker make_source, const InformerEnv& env)
    : state_(std::make_shared<State>(std::move(make_source), env)) {}

InformerFactory::~InformerFactory() { Stop(); }

base::Result<InformerLease> InformerFactory::Acquire(const InformerScope& scope) {
  const std::string key = scope.Key();
  const auto known = [&]() -> base::Result<std::shared_ptr<InformerLease::Hold>> {
    base::MutexLock lock(state_->mutex);
    if (state_->stopped) return base::FailedPrecondition("the informer factory was stopped");
    const auto found = state_->informers.find(key);
    if (found != state_->informers.end()) return found->second.lock();
    if (state_->informers.size() < kInformersMax) return std::shared_ptr<InformerLease::Hold>();
    return base::Status(base::StatusCode::kResourceExhausted, "too many informers");
  };
  OARLOCK_ASSIGN_OR_RETURN(auto hold, known());
  if (hold != nullptr) return InformerLease(std::move(hold));

  // Made without the lock; when somebody else was faster, theirs is used.
  OARLOCK_ASSIGN_OR_RETURN(auto source, state_->make_source(scope));
  auto fresh = std::make_shared<InformerLease::Hold>(state_, scope, std::move(source), state_->env);
  bool start = false;
  {
    base::MutexLock lock(state_->mutex);
    if (state_->stopped) return base::FailedPrecondition("the informer factory was stopped");
    std::weak_ptr<InformerLease::Hold>& entry = state_->informers[key];
    hold = entry.lock();
    if (hold == nullptr) {
      entry = fresh;
      hold = fresh;
      start = state_->started;
    }
  }
  if (start) hold->informer.Start();
  return InformerLease(std::move(hold));
}

void InformerFactory::Start() {
  {
    base::MutexLock lock(state_->mutex);
    state_->started = true;
  }
  for (const auto& hold : state_->Held()) hold->informer.Start();
}

void InformerFactory::Stop() {
  {
    base::MutexLock lock(state_->mutex);
    state_->stopped = true;
  }
  for (const auto& hold : state_->Held()) hold->informer.Stop();
}

base::Status InformerFactory::WaitStopped(base::MonoTime deadline) const {
  std::vector<std::shared_ptr<StopSignal>> signals;
  for (const auto& hold : state_->Held()) signals.push_back(hold->informer.stop_signal());
  {
    base::MutexLock lock(state_->mutex);
    signals.insert(signals.end(), state_->ending.begin(), state_->ending.end());
  }
  size_t running = 0;
  for (const auto& signal : signals) {
    if (!signal->Wait(*state_->env.clock, deadline)) ++running;
  }
  if (running == 0) return {};
  return base::DeadlineExceeded(std::to_string(running) + " informers did not stop in time");
}

base::Status InformerFactory::WaitForSync(const SyncWait& wait) const {
  const auto holds = state_->Held();
  base::Status first;
  size_t failed = 0;
  for (const auto& hold : holds) {
    base::Status status = hold->informer.WaitForSync(wait);
    if (status.ok()) continue;
    if (failed++ == 0) first = std::move(status);
    if (wait.fail_fast && first.code() != base::StatusCode::kDeadlineExceeded) break;
  }
  if (failed == 0) return {};
  return first.WithContext("informers not synced: at least " + std::to_string(failed) + " of " +
                           std::to_string(holds.size()));
}

std::vector<InformerSummary> InformerFactory::Summaries() const {
  std::vector<InformerSummary> out;
  for (const auto& hold : state_->Held()) {
    const auto leases = static_cast<size_t>(hold.use_count()) - 1;
    out.push_back({hold->informer.scope(), hold->informer.state(), leases});
  }
  return out;
}

size_t InformerFactory::size() const {
  base::MutexLock lock(state_->mutex);
  return state_->informers.size();
}

}  // namespace oarlock::cache
