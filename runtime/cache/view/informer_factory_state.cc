#include "cache/view/informer_factory_state.h"

#include <set>
#include <utility>

namespace oarlock::cache {

std::string ResourceName(const kube::ResourceInfo& resource) {
  std::string name = resource.gvr.resource;
  if (!resource.gvr.group.empty()) name += "." + resource.gvr.group;
  return name;
}

InformerLease::Hold::~Hold() {
  informer.Stop();
  if (const auto state = factory.lock()) {
    state->Dismiss(ResourceName(view->request().scope.resource), view.get());
  }
}

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

}  // namespace oarlock::cache
