#include "cache/informer_factory.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cache/view/informer_factory_state.h"

namespace oarlock::cache {
namespace {

bool AskedFor(const InformerRequest& request, const std::string& key) {
  const auto versions = request.Versions();
  return std::any_of(versions.begin(), versions.end(),
                     [&](const auto& version) { return request.In(version).Key() == key; });
}

}  // namespace

SharedInformer* InformerLease::informer() const { return hold_ ? &hold_->informer : nullptr; }

InformerFactory::ByteShares InformerFactory::BytesByUser() const {
  return [weak = std::weak_ptr<const State>(state_)] {
    const auto state = weak.lock();
    return state ? state->BytesByUser() : std::map<std::string, double>();
  };
}

InformerFactory::InformerFactory(SourceMaker make_source, const InformerEnv& env,
                                 InformerFactoryOptions options)
    : state_(std::make_shared<State>(std::move(make_source), env, std::move(options))) {}

InformerFactory::~InformerFactory() { Stop(); }

// Sources are made without the lock; when the plan has changed meanwhile, it is made once more.
base::Result<InformerLease> InformerFactory::Acquire(InformerRequest request, std::string user) {
  OARLOCK_RETURN_IF_ERROR(state_->Prepare(request));
  const std::string resource = ResourceName(request.scope.resource);
  InformerGroup::Sources sources;
  for (;;) {
    std::vector<InformerScope> missing;
    OARLOCK_ASSIGN_OR_RETURN(auto hold, state_->FindOrAdmit(request, sources, missing));
    if (hold != nullptr) {
      auto noted = state_->NoteUser(request.Key(), std::move(user));
      return InformerLease(std::move(hold), std::move(noted));
    }
    for (const InformerScope& scope : missing) {
      auto source = state_->make_source(scope);
      if (source.ok()) {
        sources[scope.Key()] = std::move(source).value();
        continue;
      }
      if (AskedFor(request, scope.Key())) {
        state_->Replan(resource, false);  // a group that was made for this request goes again
        return source.status();
      }
      base::MutexLock lock(state_->mutex);
      state_->GroupOf(resource).CannotMake(scope.Key());
    }
  }
}

void InformerFactory::Start() {
  base::MutexLock lock(state_->mutex);
  state_->started = true;
  for (auto& [resource, group] : state_->groups) group.Start();
}

// Without the lock: what a handler owns may end here, and that may be a lease.
void InformerFactory::Stop() {
  std::vector<std::shared_ptr<InformerView>> views;
  std::vector<std::shared_ptr<InformerCore>> cores;
  {
    base::MutexLock lock(state_->mutex);
    state_->stopped = true;
    for (const auto& [resource, group] : state_->groups) {
      views.insert(views.end(), group.views().begin(), group.views().end());
      for (auto& core : group.cores()) cores.push_back(std::move(core));
    }
  }
  for (const auto& view : views) view->Stop();
  for (const auto& core : cores) core->Stop();
}

base::Status InformerFactory::WaitStopped(base::MonoTime deadline) const {
  std::vector<std::shared_ptr<StopSignal>> signals;
  {
    base::MutexLock lock(state_->mutex);
    signals = state_->ending;
    for (const auto& [resource, group] : state_->groups) {
      for (const auto& core : group.cores()) signals.push_back(core->stop_signal());
    }
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
  std::map<const InformerCore*, std::pair<size_t, size_t>> users;  // views and leases
  const base::MonoTime now = state_->env.clock->Now();
  base::MutexLock lock(state_->mutex);
  for (const auto& [resource, group] : state_->groups) {
    for (const auto& view : group.views()) {
      const auto hold = state_->holds.find(view->request().Key());
      auto& [views, leases] = users[view->core().get()];
      ++views;
      if (hold != state_->holds.end()) leases += static_cast<size_t>(hold->second.use_count());
    }
    for (const auto& core : group.cores()) {
      InformerState state = core->state();
      const auto [views, leases] = users[core.get()];
      const base::Duration in_state = now - state.since;
      out.push_back({core->scope(), std::move(state), leases, views, now - core->made(), in_state});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return a.scope.Key() < b.scope.Key(); });
  return out;
}

std::vector<InformerFactory::Cached> InformerFactory::Stores() const {
  std::vector<Cached> out;
  {
    base::MutexLock lock(state_->mutex);
    for (const auto& [resource, group] : state_->groups) {
      for (const auto& core : group.cores()) out.push_back({core->scope(), core->store()});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const Cached& a, const Cached& b) { return a.scope.Key() < b.scope.Key(); });
  return out;
}

size_t InformerFactory::size() const {
  size_t count = 0;
  base::MutexLock lock(state_->mutex);
  for (const auto& [resource, group] : state_->groups) count += group.cores().size();
  return count;
}

}  // namespace oarlock::cache
