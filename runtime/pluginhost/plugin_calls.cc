#include "pluginhost/plugin_calls.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/text/cut_text.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/state_stream.h"
#include "pluginhost/call_marker.h"
#include "pluginhost/declare/declaration_builder.h"

namespace oarlock::pluginhost {
namespace {

constexpr size_t kTextCapacity = 1024;

constexpr CallRights kConfigure{"configure", false, false};
constexpr CallRights kActivate{"activate", true, true, true};
constexpr CallRights kReconcile{"reconcile", true, true};
constexpr CallRights kDrain{"drain", true, true};
constexpr CallRights kDeactivate{"deactivate", false, false};
constexpr CallRights kSave{"save state", false, false};
constexpr CallRights kLoad{"load state", false, false};
constexpr CallRights kHealth{"health", false, false};

// Room for a text that the plugin gives back.
struct TextRoom {
  oar_text text() { return {bytes, sizeof(bytes), 0}; }
  char bytes[kTextCapacity];
};

controller::Outcome OutcomeOf(int32_t outcome) {
  switch (outcome) {
    case OAR_DONE: return controller::Outcome::kDone;
    case OAR_REQUEUE: return controller::Outcome::kRequeue;
    case OAR_REQUEUE_AFTER: return controller::Outcome::kRequeueAfter;
    case OAR_ERROR_PERMANENT: return controller::Outcome::kErrorPermanent;
    case OAR_SKIPPED_CONFLICT: return controller::Outcome::kSkippedConflict;
    default: return controller::Outcome::kErrorTransient;
  }
}

}  // namespace

PluginCalls::PluginCalls(Instance& instance, oar_instance* self, const oar_plugin_api& api)
    : instance_(instance),
      self_(self),
      api_(ReadStruct(&api).value_or(oar_plugin_api{})),
      map_api_(Extension<oar_plugin_map_api>(OAR_EXT_PLUGIN_MAP)),
      predicate_api_(Extension<oar_plugin_predicate_api>(OAR_EXT_PLUGIN_PREDICATE)),
      index_api_(Extension<oar_plugin_index_api>(OAR_EXT_PLUGIN_INDEX)),
      state_api_(Extension<oar_plugin_state_api>(OAR_EXT_PLUGIN_STATE)),
      health_api_(Extension<oar_plugin_health_api>(OAR_EXT_PLUGIN_HEALTH)) {}

base::Status PluginCalls::Outcome(const Context& context, int32_t status) {
  base::Status outcome = context.Outcome(status);
  if (status != OAR_E_PLUGIN_FAULT) return outcome;
  const std::string where = context.key().empty() ? context.rights().call : context.key();
  base::MutexLock lock(mutex_);
  if (++faults_.count == 1) {
    faults_.first = base::CutText(fmt::format("{}: {}", where, outcome.message()), kFaultTextMax);
  }
  return outcome;
}

PluginFaults PluginCalls::faults() const {
  base::MutexLock lock(mutex_);
  return faults_;
}

std::shared_ptr<controller::Cancellation> PluginCalls::NewCancellation() const {
  return std::make_shared<controller::Cancellation>(instance_.env().clock);
}

template <typename Table>
Table PluginCalls::Extension(std::string_view id) const {
  if (api_.get_extension == nullptr) return {};
  const CallMarker mark({instance_.name().generation.c_str(), "get_extension", 0});
  const void* table = nullptr;
  if (api_.get_extension(self_, ToView(id), &table) != OAR_OK) return {};
  return ReadStruct(static_cast<const Table*>(table)).value_or(Table{});
}

template <typename Call>
base::Status PluginCalls::Lifecycle(const CallRights& rights, const Limits& limits, Call call) {
  const auto cancellation = NewCancellation();
  Context context(instance_, rights, limits.deadline, cancellation);
  if (context.handle().id == 0) {
    return {base::StatusCode::kResourceExhausted, "too many contexts"};
  }
  base::Clock& clock = instance_.env().clock;
  base::TimerId timer = 0;
  if (limits.deadline != base::kNever) {
    timer = clock.Schedule(limits.deadline, [cancellation] {
      cancellation->Cancel(controller::CancelReason::kDeadline);
    });
  }
  int32_t status = OAR_OK;
  {
    const std::stop_callback on_stop(
        limits.stop, [cancellation] { cancellation->Cancel(controller::CancelReason::kShutdown); });
    const CallMarker mark({instance_.name().generation.c_str(), rights.call, 0});
    status = call(context);
  }
  if (timer != 0) clock.Cancel(timer);
  return Outcome(context, status);
}

base::Result<bool> PluginCalls::Configure(const std::string& json, const std::string& digest,
                                          const SharedConfigValues& values, std::stop_token stop) {
  if (api_.configure == nullptr) return true;
  OARLOCK_ASSIGN_OR_RETURN(kube::Object object,
                           kube::ObjectFromJson(json, {.drop_managed_fields = false}));
  std::vector<oar_config_secret> secrets;
  if (values) {
    for (const ConfigValue& one : values->all()) {
      secrets.push_back({sizeof(oar_config_secret), 0, ToView(one.name), ToView(one.value)});
    }
  }
  TextRoom path;
  TextRoom message;
  oar_config_error error{sizeof(oar_config_error), 0, path.text(), message.text()};
  int32_t answer = OAR_OK;
  const Limits limits{base::kNever, std::move(stop)};
  const base::Status status = Lifecycle(kConfigure, limits, [&](Context& context) {
    const oar_config config{sizeof(oar_config),
                            0,
                            context.Lease(std::move(object)),
                            ToView(json),
                            ToView(digest),
                            secrets.data(),
                            secrets.size(),
                            sizeof(oar_config_secret)};
    return answer = api_.configure(self_, context.handle(), &config, &error);
  });
  if (status.ok()) return answer != OAR_NEEDS_RESTART;
  if (TextOf(error.message).empty()) return status;
  const std::string where = TextOf(error.path);
  return base::Status(status.code(),
                      where.empty() ? TextOf(error.message) : where + ": " + TextOf(error.message));
}

base::Result<Declaration> PluginCalls::Declare() {
  DeclarationBuilder builder;
  int32_t status = OAR_OK;
  if (api_.declare != nullptr) {
    const CallMarker mark({instance_.name().generation.c_str(), "declare", 0});
    status = api_.declare(self_, &DeclarationBuilder::Api(), builder.handle());
  }
  return builder.Finish(status);
}

base::Status PluginCalls::Activate(base::MonoTime deadline, std::stop_token stop) {
  if (api_.activate == nullptr) return base::Status::Ok();
  return Lifecycle(kActivate, {deadline, std::move(stop)},
                   [this](Context& context) { return api_.activate(self_, context.handle()); });
}

base::Status PluginCalls::Drain(base::MonoTime deadline) {
  if (api_.drain == nullptr) return base::Status::Ok();
  return Lifecycle(kDrain, {deadline}, [this, deadline](Context& context) {
    return api_.drain(self_, context.handle(), {deadline.time_since_epoch().count()});
  });
}

base::Status PluginCalls::Deactivate(base::MonoTime deadline) {
  if (api_.deactivate == nullptr) return base::Status::Ok();
  return Lifecycle(kDeactivate, {deadline},
                   [this](Context& context) { return api_.deactivate(self_, context.handle()); });
}

base::Result<std::optional<StateBlob>> PluginCalls::SaveState(std::string_view schema,
                                                              base::MonoTime deadline) {
  std::optional<StateBlob> blob;
  if (state_api_.save == nullptr) return blob;
  const base::Status status = Lifecycle(kSave, {deadline}, [&](Context& context) -> int32_t {
    StateStream stream(context, schema);
    if (stream.handle().id == 0) return OAR_E_THROTTLED;
    const int32_t answer =
        state_api_.save(self_, context.handle(), &StateStream::Api(), stream.handle());
    if (answer >= OAR_OK && stream.begun()) blob = stream.Take();
    return answer;
  });
  if (!status.ok()) return status;
  return blob;
}

base::Status PluginCalls::LoadState(const StateBlob& blob, base::MonoTime deadline) {
  return Lifecycle(kLoad, {deadline}, [&](Context& context) -> int32_t {
    StateStream stream(context, blob);
    if (stream.handle().id == 0) return OAR_E_THROTTLED;
    const oar_state_info info{sizeof(oar_state_info),
                              0,
                              ToView(blob.schema),
                              blob.version,
                              0,
                              blob.bytes.size(),
                              ToView(blob.digest),
                              ToView(blob.plugin_version)};
    return state_api_.load(self_, context.handle(), &info, &StateStream::Api(), stream.handle());
  });
}

base::Result<PluginHealth> PluginCalls::CheckHealth(base::MonoTime deadline) {
  PluginHealth out;
  if (health_api_.check == nullptr) return out;
  TextRoom reason;
  TextRoom message;
  oar_health health{sizeof(oar_health), 0, OAR_HEALTH_OK, 0, reason.text(), message.text()};
  OARLOCK_RETURN_IF_ERROR(Lifecycle(kHealth, {deadline}, [&](Context& context) {
    return health_api_.check(self_, context.handle(), &health);
  }));
  const bool known = health.state >= OAR_HEALTH_OK && health.state <= OAR_HEALTH_FAILED;
  out.state = known ? health.state : OAR_HEALTH_DEGRADED;
  out.reason = TextOf(health.reason);
  out.message = TextOf(health.message);
  return out;
}

base::Status PluginCalls::Destroy() {
  const CallMarker mark({instance_.name().generation.c_str(), "destroy", 0});
  const int32_t status = api_.destroy == nullptr ? OAR_OK : api_.destroy(self_);
  if (status >= 0) return base::Status::Ok();
  return {FromAbi(status), fmt::format("destroy returned {}", AbiStatusName(status))};
}

controller::ReconcileResult PluginCalls::Reconcile(const queue::Key& key,
                                                   controller::ReconcileContext& context) {
  // This replica does not lead any more; its workers are about to be stopped.
  const controller::Leadership* leadership = instance_.leadership();
  if (leadership != nullptr && !leadership->acting()) return controller::ReconcileResult::Requeue();
  Context call(instance_, kReconcile, context.deadline(), context.cancellation(), key.ToString());
  if (call.handle().id == 0) {
    return controller::ReconcileResult::FromStatus(
        {base::StatusCode::kResourceExhausted, "too many contexts"});
  }
  const oar_key abi_key{sizeof(oar_key),    0, key.source, key.resource_index, ToView(key.ns()),
                        ToView(key.name()), 0};
  TextRoom reason;
  TextRoom message;
  oar_result result{sizeof(oar_result), 0, OAR_DONE, 0, 0, 0, 0, reason.text(), message.text()};
  int32_t status = OAR_OK;
  {
    const CallMarker mark({instance_.name().generation.c_str(), "reconcile", key.hash()});
    status = api_.reconcile(self_, call.handle(), &abi_key, &result);
  }
  controller::ReconcileResult out;
  if (status < 0) {
    const base::Status failed = Outcome(call, status);
    out.outcome = controller::Outcome::kErrorTransient;
    out.code = failed.code();
    out.message = failed.message();
    return out;
  }
  out.outcome = OutcomeOf(result.outcome);
  out.requeue_after = base::Duration(result.requeue_after_ns);
  out.requeue_jitter = base::Duration(result.requeue_jitter_ns);
  out.observed_generation = result.observed_generation;
  out.reason = TextOf(result.reason);
  out.message = TextOf(result.message);
  return out;
}

}  // namespace oarlock::pluginhost
