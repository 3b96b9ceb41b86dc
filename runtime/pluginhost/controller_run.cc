#include "pluginhost/controller_run.h"

#include <algorithm>
#include <utility>

#include "cache/sync/sync_wait.h"
#include "pluginhost/declare/index_feeder.h"
#include "pluginhost/declare/routes.h"

namespace oarlock::pluginhost {
namespace {

std::string ControllerName(const Instance& instance) {
  const InstanceName& name = instance.name();
  return name.plugin == name.controller ? name.plugin : name.plugin + "/" + name.controller;
}

controller::ControllerOptions OptionsOf(const Instance& instance,
                                        const ControllerOverride& override_spec,
                                        base::Duration reconcile_deadline) {
  const uint32_t declared = instance.declaration().controller.max_concurrent;
  controller::ControllerOptions options;
  options.name = ControllerName(instance);
  options.max_concurrent = declared == 0 ? 1 : declared;
  if (override_spec.max_concurrent > 0) {
    options.max_concurrent = static_cast<uint32_t>(override_spec.max_concurrent);
  }
  options.reconcile_deadline = reconcile_deadline;
  options.thread_name = instance.name().generation;
  options.plugin = instance.name().plugin;
  return options;
}

queue::RetryDelay RetryDelayOf(const ControllerDecl& declared) {
  const base::Duration zero = base::Duration::zero();
  return queue::ExponentialDelay(
      declared.backoff_base > zero ? declared.backoff_base : queue::kRetryBaseDefault,
      declared.backoff_max > zero ? declared.backoff_max : queue::kRetryMaxDefault);
}

queue::TokenBucketOptions DispatchLimitOf(const ControllerDecl& declared) {
  if (declared.rate_qps <= 0) return {};
  return {declared.rate_qps, static_cast<double>(std::max(declared.rate_burst, 1u))};
}

controller::ControllerEnv EnvOf(const Instance& instance, GenerationThreads& threads,
                                controller::RunHistory* history) {
  const HostEnv& env = instance.env();
  return {&env.clock, &env.random, &threads, &env.metrics, &instance.log(), env.slots, history};
}

}  // namespace

ControllerRun::ControllerRun(Instance& instance, PluginCalls& calls, GenerationThreads& threads,
                             std::shared_ptr<queue::WorkQueue> queue,
                             std::shared_ptr<controller::RunHistory> history,
                             const ControllerOverride& override_spec,
                             base::Duration reconcile_deadline)
    : instance_(instance),
      calls_(calls),
      threads_(threads),
      queue_(std::move(queue)),
      history_(std::move(history)),
      resync_(override_spec.resync >= base::Duration::zero()
                  ? override_spec.resync
                  : instance.declaration().controller.resync),
      controller_(OptionsOf(instance, override_spec, reconcile_deadline), queue_, calls,
                  EnvOf(instance, threads, history_.get())) {}

ControllerRun::~ControllerRun() = default;

std::shared_ptr<queue::WorkQueue> ControllerRun::MakeQueue(const Instance& instance,
                                                           const QueueAccount* account) {
  queue::WorkQueueOptions options;
  options.name = ControllerName(instance);
  options.retry_delay = RetryDelayOf(instance.declaration().controller);
  options.dispatch_limit = DispatchLimitOf(instance.declaration().controller);
  if (account != nullptr) options.waited_sum = account->waited();
  return std::make_shared<queue::WorkQueue>(std::move(options), instance.env().clock,
                                            &instance.env().metrics);
}

bool ControllerRun::NeedsCallbacks() const {
  const Declaration& declared = instance_.declaration();
  for (const auto& [id, mapper] : declared.mappers) {
    if (mapper.kind == OAR_MAPPER_CALLBACK) return true;
  }
  for (const auto& [id, predicate] : declared.predicates) {
    if (predicate.kind == OAR_PREDICATE_CALLBACK) return true;
  }
  for (const auto& [id, type] : instance_.types()) {
    if (!type.plugin_indexes.empty()) return true;
  }
  return false;
}

base::Status ControllerRun::Subscribe(const SubscribeOptions& options) {
  {
    base::MutexLock lock(mutex_);
    open_ = true;
    how_ = options;
  }
  return FollowAll();
}

base::Status ControllerRun::Start(const std::stop_token& stop) {
  // Until then a reconcile could miss what is in the cache.
  OARLOCK_RETURN_IF_ERROR(WaitForIndexes(stop));
  ended_ = false;
  // The queue may have been another generation's, which declared other ones.
  const ControllerDecl& declared = instance_.declaration().controller;
  queue_->SetPacing(RetryDelayOf(declared), DispatchLimitOf(declared));
  controller_.Start();
  return base::Status::Ok();
}

base::Status ControllerRun::FollowAll() {
  base::MutexLock lock(mutex_);
  for (const auto& [id, type] : instance_.types()) {
    if (type.available) OARLOCK_RETURN_IF_ERROR(Follow(type, nullptr));
  }
  for (const auto& [id, set] : instance_.declaration().type_sets) {
    for (const auto& member : instance_.Members(id)) {
      if (member->available) OARLOCK_RETURN_IF_ERROR(Follow(*member, member));
    }
  }
  return base::Status::Ok();
}

void ControllerRun::FollowTypes(const std::vector<std::shared_ptr<const BoundType>>& changed) {
  base::MutexLock lock(mutex_);
  if (!open_) return;
  for (const auto& member : changed) {
    const auto known = followed_.find({member->decl.id, member->type_index});
    if (known != followed_.end() && known->second.member == member) continue;
    if (known != followed_.end()) followed_.erase(known);
    const base::Status status = member->available ? Follow(*member, member) : base::Status::Ok();
    if (!status.ok()) {
      instance_.log().Warning(
          "a type of a type set is not followed",
          {{"type", member->resource.gvr.ToString()}, {"error", status.message()}});
    }
  }
}

base::Status ControllerRun::Follow(const BoundType& type, std::shared_ptr<const BoundType> member) {
  OARLOCK_ASSIGN_OR_RETURN(TypeRoutes routes, CompileRoutes(instance_, calls_, type));
  if (routes.routes.empty() && type.plugin_indexes.empty()) return base::Status::Ok();
  std::shared_ptr<cache::EventHandler> handler;
  const bool needs_plugin = routes.needs_plugin || !type.plugin_indexes.empty();
  cache::HandlerOptions options;
  options.name = controller_.name();
  options.executor = needs_plugin ? &threads_.callbacks() : nullptr;
  options.takes_over = how_.takes_over;
  options.resync = routes.is_primary ? resync_ : base::Duration::zero();
  if (!routes.routes.empty()) {
    controller::SourceOptions source;
    source.controller = controller_.name();
    source.resource = type.resource.gvr.ToString();
    if (!type.visible.everything()) {
      source.visible = [visible = type.visible](const kube::Object& object) {
        return visible.Has(object.ns(), object.name());
      };
    }
    source.routes = std::move(routes.routes);
    source.skip_initial = how_.skip_known;
    source.metrics = &instance_.env().metrics;
    handler = std::make_shared<controller::Source>(std::move(source), queue_);
  }
  if (!type.plugin_indexes.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(handler, MakeIndexFeeder(calls_, type, std::move(handler)));
  }
  Followed& followed = followed_[{type.decl.id, type.type_index}];
  followed.member = std::move(member);
  followed.needs_plugin = needs_plugin;
  return AddHandlers(type, options, handler, followed);
}

base::Status ControllerRun::AddHandlers(const BoundType& type, const cache::HandlerOptions& options,
                                        const std::shared_ptr<cache::EventHandler>& handler,
                                        Followed& followed) {
  for (const cache::InformerLease& informer : type.informers) {
    OARLOCK_ASSIGN_OR_RETURN(auto registration, informer->AddHandler(handler, options));
    followed.registrations.push_back(std::move(registration));
  }
  return base::Status::Ok();
}

base::Status ControllerRun::WaitForIndexes(const std::stop_token& stop) {
  std::vector<std::shared_ptr<cache::SyncLatch>> latches;
  {
    base::MutexLock lock(mutex_);
    for (const auto& [key, followed] : followed_) {
      // A type of a set may never be allowed; its index then is as empty as its cache.
      const BoundType* type = followed.member ? nullptr : instance_.FindType(key.first);
      if (type == nullptr || type->plugin_indexes.empty()) continue;
      for (const cache::HandlerRegistration& one : followed.registrations) {
        latches.push_back(one.sync());
      }
    }
  }
  if (latches.empty()) return base::Status::Ok();
  base::Clock& clock = instance_.env().clock;
  const cache::SyncWait wait{clock.Now() + kIndexTimeout, false, stop};
  return cache::WaitForSync(clock, latches, wait).status().WithContext("callback index");
}

base::Status ControllerRun::Drain(base::MonoTime deadline) { return controller_.Drain(deadline); }

base::Status ControllerRun::Stop(base::MonoTime deadline) {
  OARLOCK_RETURN_IF_ERROR(controller_.Stop(deadline));
  ended_ = true;
  return base::Status::Ok();
}

base::Status ControllerRun::WaitUntilJoined(base::MonoTime deadline, bool callbacks_only) {
  std::vector<std::shared_ptr<cache::SyncLatch>> latches;
  {
    base::MutexLock lock(mutex_);
    for (const auto& [key, followed] : followed_) {
      if (callbacks_only && !followed.needs_plugin) continue;
      for (const auto& one : followed.registrations) latches.push_back(one.joined());
    }
  }
  if (latches.empty()) return base::Status::Ok();
  return cache::WaitForSync(instance_.env().clock, latches, {deadline}).status();
}

bool ControllerRun::CallbacksPending() {
  base::MutexLock lock(mutex_);
  for (const auto& [key, followed] : followed_) {
    for (const auto& one : followed.registrations) {
      if (one.pending() > 0) return true;
    }
  }
  return false;
}

base::Status ControllerRun::Resubscribe(base::MonoTime deadline) {
  std::vector<Followed> former;
  {
    base::MutexLock lock(mutex_);
    how_ = {false, true};
    former.swap(former_);
    for (auto it = followed_.begin(); it != followed_.end();) {
      const BoundType* type =
          it->second.member ? it->second.member.get() : instance_.FindType(it->first.first);
      auto next = std::next(it);
      if (type == nullptr || type->plugin_indexes.empty()) {
        former.push_back(std::move(it->second));
        followed_.erase(it);
      }
      it = next;
    }
  }
  base::Status joined = FollowAll();
  if (joined.ok()) joined = WaitUntilJoined(deadline, /*callbacks_only=*/false);
  for (const Followed& one : former) {
    for (const auto& registration : one.registrations) {
      // Deletes that wait there are told to nobody else.
      while (joined.ok() && registration.pending() > 0)
        joined = threads_.WaitForCallbacks(deadline);
    }
  }
  if (joined.ok()) return joined;
  base::MutexLock lock(mutex_);
  former_ = std::move(former);
  return joined;
}

void ControllerRun::RemoveSources() {
  base::MutexLock lock(mutex_);
  open_ = false;
  for (auto& [key, followed] : followed_) {
    for (cache::HandlerRegistration& one : followed.registrations) one.Remove();
  }
  for (Followed& followed : former_) {
    for (cache::HandlerRegistration& one : followed.registrations) one.Remove();
  }
}

void ControllerRun::RemoveSourcesAndWait() {
  std::vector<Followed> gone;
  {
    base::MutexLock lock(mutex_);
    open_ = false;
    gone.swap(former_);
    for (auto& [key, followed] : followed_) gone.push_back(std::move(followed));
    followed_.clear();
  }
  for (Followed& followed : gone) {
    for (cache::HandlerRegistration& one : followed.registrations) one.RemoveAndWait();
  }
}

ControllerView ControllerRun::view() const {
  ControllerView view{controller_.status(), queue_, history_, {}};
  const Declaration& declared = instance_.declaration();
  for (const auto& [id, type] : instance_.types()) {
    if (declared.HasKeysOf(id)) view.types.push_back({id, 0, type.resource.gvr});
  }
  for (const auto& [id, set] : declared.type_sets) {
    if (!declared.HasKeysOf(id)) continue;
    for (const auto& member : instance_.Members(id)) {
      view.types.push_back({id, member->type_index, member->resource.gvr});
    }
  }
  return view;
}

void ControllerRun::SetMaxConcurrent(int override_max) {
  const uint32_t declared = instance_.declaration().controller.max_concurrent;
  const uint32_t by_default = declared == 0 ? 1 : declared;
  controller_.SetMaxConcurrent(override_max > 0 ? static_cast<uint32_t>(override_max) : by_default);
}

}  // namespace oarlock::pluginhost
