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
      log_(env.log.Named(name_.plugin)
               .With({{"plugin", name_.generation}, {"controller", name_.controller}})),
      client_(env.client),
      registration_(kHandleKind, this) {}

Instance::~Instance() = default;

void Instance::set_types(std::map<uint32_t, BoundType> types) {
  types_ = std::move(types);
  for (auto& [id, type] : types_) type.MakeLister();
  std::vector<AccessDecl> rules = declaration_.access;
  for (const auto& [id, type] : types_) {
    if (type.available) rules.push_back(type.ReadRule());
  }
  access_ = AccessView(std::move(rules), declaration_.namespaces, permissions_);
}

void Instance::TellDenied(const AccessQuery& query, const base::Status& why) {
  const std::string verb(query.verb);
  std::shared_ptr<base::Counter> counter;
  {
    base::MutexLock lock(denied_mutex_);
    std::shared_ptr<base::Counter>& known = denied_[verb];
    if (!known) {
      known = env_.metrics.MakeCounter(
          "oarlock_plugin_permission_denied_total",
          "Calls of plugins that their declaration or the manifest's permissions do not allow.",
          {{"plugin", name_.plugin}, {"controller", name_.controller}, {"verb", verb}});
    }
    counter = known;
  }
  counter->Add();
  const uint64_t site = std::hash<std::string>()(verb + " " + query.resource.gvr.resource);
  if (!log_limiter_.Allow(site, env_.clock.Now())) return;
  log_.Warning("refused", {{"verb", verb},
                           {"resource", query.resource.gvr.ToString()},
                           {"namespace", query.ns},
                           {"name", query.name},
                           {"error", why.message()}});
}

AccessDecl BoundType::ReadRule() const {
  return {resource.gvr.group,
          resource.gvr.resource,
          "*",
          {"get", "list", "watch"},
          resource.namespaced ? decl.namespaces : std::vector<std::string>(),
          {}};
}

void Instance::SetMember(std::shared_ptr<const BoundType> member) {
  std::shared_ptr<const BoundType> former;  // its informers end outside of the lock
  base::MutexLock lock(members_mutex_);
  former = std::exchange(members_[{member->decl.id, member->type_index}], std::move(member));
}

std::shared_ptr<const BoundType> Instance::FindMember(uint32_t set, uint32_t number) const {
  base::MutexLock lock(members_mutex_);
  const auto it = members_.find({set, number});
  return it == members_.end() ? nullptr : it->second;
}

std::vector<std::shared_ptr<const BoundType>> Instance::Members(uint32_t set) const {
  base::MutexLock lock(members_mutex_);
  std::vector<std::shared_ptr<const BoundType>> out;
  for (auto it = members_.lower_bound({set, 0}); it != members_.end(); ++it) {
    if (it->first.first != set) break;
    out.push_back(it->second);
  }
  return out;
}

void Instance::CountSetTypes(size_t served, size_t left_out) {
  const auto gauge = [this](const char* state) {
    return env_.metrics.MakeGauge(
        "oarlock_plugin_set_types", "Types of the plugin's type sets.",
        {{"plugin", name_.generation}, {"controller", name_.controller}, {"state", state}});
  };
  if (!set_types_) {
    set_types_ = gauge("served");
    set_types_left_out_ = gauge("left_out");
  }
  set_types_->Set(static_cast<double>(served));
  set_types_left_out_->Set(static_cast<double>(left_out));
}

bool Instance::HasKeysOf(uint32_t type, uint32_t type_index) const {
  if (!declaration_.HasKeysOf(type)) return false;
  if (declaration_.type_sets.contains(type)) return FindMember(type, type_index) != nullptr;
  return type_index == 0;
}

base::Status Instance::ClaimMetrics() {
  std::map<uint32_t, std::shared_ptr<PluginMetric>> claimed;
  for (const auto& [id, decl] : declaration_.metrics) {
    OARLOCK_ASSIGN_OR_RETURN(claimed[id], env_.plugin_metrics->Claim(
                                              decl, name_.plugin, name_.controller, env_.metrics));
  }
  metrics_ = std::move(claimed);
  return base::Status::Ok();
}

PluginMetric* Instance::FindMetric(uint32_t id) const {
  const auto it = metrics_.find(id);
  return it == metrics_.end() ? nullptr : it->second.get();
}

const BoundType* Instance::FindType(uint32_t id) const {
  const auto it = types_.find(id);
  return it == types_.end() ? nullptr : &it->second;
}

oar_obj Instance::Keep(kube::Object object) {
  base::MutexLock lock(kept_mutex_);
  return {kept_.Insert({std::move(object), NextNodeTag()})};
}

KeptObject Instance::FindKept(oar_obj handle) {
  base::MutexLock lock(kept_mutex_);
  const KeptObject* kept = kept_.Find(handle.id);
  return kept == nullptr ? KeptObject() : *kept;
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
