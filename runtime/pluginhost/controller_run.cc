#include "pluginhost/controller_run.h"

#include <utility>

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

controller::ControllerEnv EnvOf(const Instance& instance, GenerationThreads& threads) {
  const HostEnv& env = instance.env();
  return {&env.clock, &env.random, &threads, &env.metrics, &instance.log(), env.slots};
}

}  // namespace

ControllerRun::ControllerRun(Instance& instance, PluginCalls& calls, GenerationThreads& threads,
                             std::shared_ptr<queue::WorkQueue> queue,
                             const ControllerOverride& override_spec,
                             base::Duration reconcile_deadline)
    : instance_(instance),
      calls_(calls),
      threads_(threads),
      queue_(std::move(queue)),
      resync_(override_spec.resync >= base::Duration::zero()
                  ? override_spec.resync
                  : instance.declaration().controller.resync),
      controller_(OptionsOf(instance, override_spec, reconcile_deadline), queue_, calls,
                  EnvOf(instance, threads)) {}

ControllerRun::~ControllerRun() = default;

std::shared_ptr<queue::WorkQueue> ControllerRun::MakeQueue(const Instance& instance) {
  const ControllerDecl& declared = instance.declaration().controller;
  queue::WorkQueueOptions options;
  options.name = ControllerName(instance);
  const base::Duration zero = base::Duration::zero();
  options.retry_delay = queue::ExponentialDelay(
      declared.backoff_base > zero ? declared.backoff_base : queue::kRetryBaseDefault,
      declared.backoff_max > zero ? declared.backoff_max : queue::kRetryMaxDefault);
  if (declared.rate_qps > 0) {
    options.dispatch_limit = {
        declared.rate_qps, static_cast<double>(declared.rate_burst == 0 ? 1 : declared.rate_burst)};
  }
  return std::make_shared<queue::WorkQueue>(std::move(options), instance.env().clock,
                                            &instance.env().metrics);
}

base::Status ControllerRun::Start(bool skip_known) {
  OARLOCK_ASSIGN_OR_RETURN(auto routes, CompileRoutes(instance_, calls_));
  controller_.Start();
  for (auto& [id, type_routes] : routes) {
    const BoundType& type = *instance_.FindType(id);
    controller::SourceOptions options;
    options.controller = controller_.name();
    options.resource = type.resource.gvr.ToString();
    options.routes = std::move(type_routes.routes);
    options.skip_initial = skip_known;
    options.metrics = &instance_.env().metrics;
    auto source = std::make_shared<controller::Source>(std::move(options), queue_);
    cache::HandlerOptions handler;
    handler.name = controller_.name();
    handler.executor = type_routes.needs_plugin ? &threads_.callbacks() : nullptr;
    handler.resync = type_routes.is_primary ? resync_ : base::Duration::zero();
    for (const cache::InformerLease& informer : type.informers) {
      OARLOCK_ASSIGN_OR_RETURN(auto registration, informer->AddHandler(source, handler));
      registrations_.push_back(std::move(registration));
    }
  }
  return base::Status::Ok();
}

base::Status ControllerRun::Drain(base::MonoTime deadline) { return controller_.Drain(deadline); }

base::Status ControllerRun::Stop(base::MonoTime deadline) {
  // Callbacks of the plugin are waited for with a deadline, the host's own handlers without.
  for (cache::HandlerRegistration& registration : registrations_) registration.Remove();
  OARLOCK_RETURN_IF_ERROR(threads_.WaitForCallbacks(deadline));
  for (cache::HandlerRegistration& registration : registrations_) registration.RemoveAndWait();
  registrations_.clear();
  return controller_.Stop(deadline);
}

}  // namespace oarlock::pluginhost
