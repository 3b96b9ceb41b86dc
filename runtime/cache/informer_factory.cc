#include "cache/informer_factory.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/mutex.h"
#include "cache/informer/informer_core.h"
#include "cache/view/informer_group.h"
#include "cache/view/informer_view.h"

namespace oarlock::cache {
namespace {

std::string ResourceName(const kube::ResourceInfo& resource) {
  std::string name = resource.gvr.resource;
  if (!resource.gvr.group.empty()) name += "." + resource.gvr.group;
  return name;
}

bool AskedFor(const InformerRequest& request, const std::string& key) {
  const auto versions = request.Versions();
  return std::any_of(versions.begin(), versions.end(),
                     [&](const auto& version) { return request.In(version).Key() == key; });
}

}  // namespace

struct InformerFactory::State : std::enable_shared_from_this<InformerFactory::State> {
  State(SourceMaker maker, const InformerEnv& environment, InformerFactoryOptions given)
      : make_source(std::move(maker)), env(environment), options(std::move(given)) {}

  using Hold = InformerLease::Hold;

  base::Status Prepare(InformerRequest& request) const;
  base::Result<std::shared_ptr<Hold>> FindOrAdmit(const InformerRequest& request,
                                                  const InformerGroup::Sources& sources,
                                                  std::vector<InformerScope>& missing);
  std::shared_ptr<Hold> Admit(InformerGroup& group, const InformerRequest& request,
                              const InformerPlan& plan, const InformerGroup::Sources& sources,
                              InformerGroup::Dropped& dropped) OARLOCK_REQUIRES(mutex);
  InformerGroup& GroupOf(const std::string& resource) OARLOCK_REQUIRES(mutex);
  void NoteDropped(const InformerGroup::Dropped& dropped) OARLOCK_REQUIRES(mutex);
  // Plans anew. A source is made only with `may_make`, else a task is posted that may.
  void Replan(const std::string& resource, bool may_make);
  void OnState(const std::string& resource, const std::string& key, const InformerState& state);
  void Dismiss(const std::string& resource, const InformerView* view);
  std::vector<std::shared_ptr<Hold>> Held() const;
  std::shared_ptr<const std::string> NoteUser(const std::string& key, std::string user);
  std::map<std::string, double> BytesByUser() const;

  const SourceMaker make_source;
  const InformerEnv env;
  const InformerFactoryOptions options;

  mutable base::Mutex mutex;
  std::map<std::string, InformerGroup> groups OARLOCK_GUARDED_BY(mutex);       // by resource
  std::map<std::string, std::weak_ptr<Hold>> holds OARLOCK_GUARDED_BY(mutex);  // by request
  // Who holds leases, by request.
  std::map<std::string, std::vector<std::weak_ptr<const std::string>>> users
      OARLOCK_GUARDED_BY(mutex);
  // Of informers that nobody uses any more, until they have ended.
  std::vector<std::shared_ptr<StopSignal>> ending OARLOCK_GUARDED_BY(mutex);
  bool started OARLOCK_GUARDED_BY(mutex) = false;
  bool stopped OARLOCK_GUARDED_BY(mutex) = false;
};

// One per request; leases share it. Its end is the view's.
struct InformerLease::Hold {
  Hold(std::weak_ptr<InformerFactory::State> owner, std::shared_ptr<InformerView> of)
      : factory(std::move(owner)), view(std::move(of)), informer(view) {}
  ~Hold();

  const std::weak_ptr<InformerFactory::State> factory;
  const std::shared_ptr<InformerView> view;
  SharedInformer informer;
};

InformerLease::Hold::~Hold() {
  informer.Stop();
  if (const auto state = factory.lock()) {
    state->Dismiss(ResourceName(view->request().scope.resource), view.get());
  }
}

SharedInformer* InformerLease::informer() const { return hold_ ? &hold_->informer : nullptr; }

InformerGroup& InformerFactory::State::GroupOf(const std::string& resource) {
  const auto found = groups.find(resource);
  if (found != groups.end()) return found->second;
  auto on_state = [weak = weak_from_this(), resource](const std::string& key,
                                                      const InformerState& now) {
    if (const auto self = weak.lock()) self->OnState(resource, key, now);
  };
  return groups.emplace(resource, InformerGroup(env, std::move(on_state))).first->second;
}

void InformerFactory::State::NoteDropped(const InformerGroup::Dropped& dropped) {
  std::erase_if(ending, [](const auto& signal) { return signal->is_set(); });
  for (const auto& core : dropped) ending.push_back(core->stop_signal());
}

std::vector<std::shared_ptr<InformerLease::Hold>> InformerFactory::State::Held() const {
  std::vector<std::shared_ptr<Hold>> out;
  base::MutexLock lock(mutex);
  for (const auto& [key, weak] : holds) {
    if (auto hold = weak.lock()) out.push_back(std::move(hold));
  }
  return out;
}

base::Status InformerFactory::State::Prepare(InformerRequest& request) const {
  InformerScope& scope = request.scope;
  if (scope.ns.empty()) scope.ns = options.default_namespace;
  if (!scope.transform) scope.transform = options.transform;
  if (options.tweak) options.tweak(scope);
  return Normalize(request);
}

std::shared_ptr<InformerLease::Hold> InformerFactory::State::Admit(
    InformerGroup& group, const InformerRequest& request, const InformerPlan& plan,
    const InformerGroup::Sources& sources, InformerGroup::Dropped& dropped) {
  const std::string resource = ResourceName(request.scope.resource);
  auto on_moved = [weak = weak_from_this(), resource] {
    if (const auto self = weak.lock()) self->Replan(resource, false);
  };
  auto view = group.Admit(request, plan, sources, started, std::move(on_moved));
  const auto own = options.resync.find(resource);
  view->set_default_resync(own != options.resync.end() ? own->second : options.default_resync);
  group.CarryOut(plan, sources, started, dropped);
  NoteDropped(dropped);
  auto hold = std::make_shared<Hold>(weak_from_this(), std::move(view));
  holds[request.Key()] = hold;
  return hold;
}

// A null hold: the sources of `missing` are needed first.
base::Result<std::shared_ptr<InformerLease::Hold>> InformerFactory::State::FindOrAdmit(
    const InformerRequest& request, const InformerGroup::Sources& sources,
    std::vector<InformerScope>& missing) {
  InformerGroup::Dropped dropped;  // dies after the lock
  base::MutexLock lock(mutex);
  if (stopped) return base::FailedPrecondition("the informer factory was stopped");
  const auto known = holds.find(request.Key());
  if (known != holds.end()) {
    if (auto hold = known->second.lock()) return hold;
  }
  if (holds.size() >= kInformersMax) {
    return base::Status(base::StatusCode::kResourceExhausted, "too many informers");
  }
  InformerGroup& group = GroupOf(ResourceName(request.scope.resource));
  group.Forgive(request);
  const InformerPlan plan = group.Plan(&request);
  missing = group.Missing(plan, sources);
  if (!missing.empty()) return std::shared_ptr<Hold>();
  return Admit(group, request, plan, sources, dropped);
}

void InformerFactory::State::Replan(const std::string& resource, bool may_make) {
  InformerGroup::Sources sources;
  for (;;) {
    std::vector<InformerScope> missing;
    {
      InformerGroup::Dropped dropped;
      base::MutexLock lock(mutex);
      const auto found = groups.find(resource);
      if (stopped || found == groups.end()) return;
      InformerGroup& group = found->second;
      const InformerPlan plan = group.Plan(nullptr);
      missing = group.Missing(plan, sources);
      if (missing.empty()) {
        group.CarryOut(plan, sources, started, dropped);
        NoteDropped(dropped);
        if (group.empty()) groups.erase(found);
        return;
      }
    }
    if (!may_make) {
      env.executor->Post([weak = weak_from_this(), resource] {
        if (const auto self = weak.lock()) self->Replan(resource, true);
      });
      return;
    }
    for (const InformerScope& scope : missing) {
      auto source = make_source(scope);
      if (source.ok()) {
        sources[scope.Key()] = std::move(source).value();
        continue;
      }
      base::MutexLock lock(mutex);
      const auto found = groups.find(resource);
      if (found != groups.end()) found->second.CannotMake(scope.Key());
    }
  }
}

void InformerFactory::State::OnState(const std::string& resource, const std::string& key,
                                     const InformerState& now) {
  {
    base::MutexLock lock(mutex);
    const auto found = groups.find(resource);
    if (found == groups.end() || !found->second.NoteState(key, now)) return;
  }
  Replan(resource, false);
}

void InformerFactory::State::Dismiss(const std::string& resource, const InformerView* view) {
  {
    base::MutexLock lock(mutex);
    const auto found = groups.find(resource);
    if (found != groups.end()) found->second.Dismiss(view);
    const auto hold = holds.find(view->request().Key());
    if (hold != holds.end() && hold->second.expired()) {
      users.erase(hold->first);
      holds.erase(hold);
    }
  }
  Replan(resource, false);
}

// The caller holds a lease's Hold, so that the request is known.
std::shared_ptr<const std::string> InformerFactory::State::NoteUser(const std::string& key,
                                                                    std::string user) {
  auto noted = std::make_shared<const std::string>(std::move(user));
  base::MutexLock lock(mutex);
  auto& of_request = users[key];
  std::erase_if(of_request, [](const auto& gone) { return gone.expired(); });
  of_request.push_back(noted);
  return noted;
}

std::map<std::string, double> InformerFactory::State::BytesByUser() const {
  std::map<std::string, double> shares;
  base::MutexLock lock(mutex);
  for (const auto& [resource, group] : groups) {
    std::map<const InformerCore*, std::set<std::string>> by_core;
    for (const auto& view : group.views()) {
      const auto of_request = users.find(view->request().Key());
      if (of_request == users.end()) continue;
      for (const auto& weak : of_request->second) {
        const auto user = weak.lock();
        if (!user || user->empty()) continue;
        by_core[view->core().get()].insert(*user);
        by_core[view->target().get()].insert(*user);  // fills for whom will move there
      }
    }
    for (const auto& core : group.cores()) {
      const std::set<std::string>& sharing = by_core[core.get()];
      for (const std::string& user : sharing) {
        shares[user] += core->memory_bytes() / static_cast<double>(sharing.size());
      }
    }
  }
  return shares;
}

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
