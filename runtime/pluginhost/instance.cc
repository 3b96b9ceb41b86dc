#include "pluginhost/instance.h"

#include <utility>
#include <vector>

namespace oarlock::pluginhost {

void BoundType::MakeLister() {
  cache::Readers readers;
  for (const cache::InformerLease& lease : informers) readers.push_back(lease->reader());
  lister_.emplace(resource.gvr, std::move(readers));
}

const kube::ResourceInfo* BoundType::In(std::string_view api_version) const {
  if (resource.gvr.group_version().ToString() == api_version) return &resource;
  for (const kube::ResourceInfo& info : also) {
    if (info.gvr.group_version().ToString() == api_version) return &info;
  }
  return nullptr;
}

const kube::ResourceInfo& BoundType::Serving(std::string_view ns) const {
  if (also.empty()) return resource;
  for (const cache::InformerLease& lease : informers) {
    if (!lease->scope().ns.empty() && lease->scope().ns != ns) continue;
    const std::string version = lease->version();
    for (const kube::ResourceInfo& info : also) {
      if (info.gvr.version == version) return info;
    }
  }
  return resource;
}

Instance::Instance(const HostEnv& env, InstanceName name)
    : env_(env),
      name_(std::move(name)),
      log_(env.log.With({{"plugin", name_.generation}, {"controller", name_.controller}})),
      registration_(kHandleKind, this) {}

Instance::~Instance() = default;

void Instance::set_types(std::map<uint32_t, BoundType> types) {
  types_ = std::move(types);
  for (auto& [id, type] : types_) type.MakeLister();
  std::vector<AccessDecl> rules = declaration_.access;
  for (const auto& [id, type] : types_) {
    if (!type.available) continue;
    rules.push_back({type.resource.gvr.group,
                     type.resource.gvr.resource,
                     "*",
                     {"get", "list", "watch"},
                     type.resource.namespaced ? type.decl.namespaces : std::vector<std::string>(),
                     {}});
  }
  access_ = AccessView(std::move(rules));
}

const BoundType* Instance::FindType(uint32_t id) const {
  const auto it = types_.find(id);
  return it == types_.end() ? nullptr : &it->second;
}

oar_obj Instance::Keep(kube::Object object) {
  base::MutexLock lock(kept_mutex_);
  return {kept_.Insert(std::move(object))};
}

kube::Object Instance::FindKept(oar_obj handle) {
  base::MutexLock lock(kept_mutex_);
  const kube::Object* object = kept_.Find(handle.id);
  return object == nullptr ? kube::Object() : *object;
}

bool Instance::ReleaseKept(oar_obj handle) {
  base::MutexLock lock(kept_mutex_);
  return kept_.Erase(handle.id);
}

Context* Instance::Fork(const Context& parent) {
  const bool stays = parent.rights().forks_stay;
  auto fork =
      std::make_unique<Context>(*this, parent.rights(), stays ? base::kNever : parent.deadline(),
                                parent.cancellation(), parent.key());
  if (fork->handle().id == 0) return nullptr;
  base::MutexLock lock(forks_mutex_);
  if (forks_.size() >= kForksMax) return nullptr;
  Context* raw = fork.get();
  forks_.emplace(raw->handle().id, std::move(fork));
  return raw;
}

bool Instance::ReleaseFork(uint64_t context_id) {
  std::unique_ptr<Context> fork;  // ends outside of the lock: it waits for who still uses it
  {
    base::MutexLock lock(forks_mutex_);
    const auto it = forks_.find(context_id);
    if (it == forks_.end()) return false;
    fork = std::move(it->second);
    forks_.erase(it);
  }
  return true;
}

void Instance::CancelForks(controller::CancelReason reason) {
  std::vector<std::shared_ptr<controller::Cancellation>> calls;
  {
    base::MutexLock lock(forks_mutex_);
    for (const auto& [id, fork] : forks_) {
      if (fork->rights().forks_stay) calls.push_back(fork->cancellation());
    }
  }
  for (const auto& call : calls) call->Cancel(reason);
}

size_t Instance::ReleaseForks() {
  std::map<uint64_t, std::unique_ptr<Context>> forks;
  {
    base::MutexLock lock(forks_mutex_);
    forks.swap(forks_);
  }
  return forks.size();
}

}  // namespace oarlock::pluginhost
