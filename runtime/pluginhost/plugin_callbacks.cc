// The callbacks a plugin has declared, as functions of the host.
#include <fmt/format.h>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/key_sink.h"
#include "pluginhost/call_marker.h"
#include "pluginhost/plugin_calls.h"

namespace oarlock::pluginhost {
namespace {

constexpr base::Duration kCallbackDeadline = std::chrono::seconds(1);

constexpr CallRights kMap{"map", false, false, false, true};
constexpr CallRights kPredicate{"predicate", false, false, false, true};
constexpr CallRights kIndex{"index", false, false, false, true};

int32_t ChangeKind(const cache::Notification& notification) {
  if (notification.cause == cache::Cause::kRedeliver) return OAR_CHANGE_RESYNC;
  switch (notification.type) {
    case cache::ChangeType::kAdd: return OAR_CHANGE_CREATED;
    case cache::ChangeType::kUpdate: return OAR_CHANGE_UPDATED;
    case cache::ChangeType::kDelete: return OAR_CHANGE_DELETED;
  }
  return OAR_CHANGE_UPDATED;
}

}  // namespace

void PluginCalls::CallbackFailed(const char* callback, uint32_t id, const kube::Object& object,
                                 const base::Status& status) {
  const InstanceName& name = instance_.name();
  instance_.env()
      .metrics
      .MakeCounter(
          "oarlock_plugin_callback_errors_total",
          "Callback mappers, predicates and indexers of plugins that failed.",
          {{"plugin", name.plugin}, {"controller", name.controller}, {"callback", callback}})
      ->Add();
  instance_.log().Warning(
      "a callback failed",
      {{"callback", callback}, {"id", id}, {"key", object.key()}, {"error", status.message()}});
}

base::Result<controller::Mapper> PluginCalls::CallbackMapper(uint32_t id, TypeRef type) {
  if (map_api_.map == nullptr) {
    return base::InvalidArgument(
        fmt::format("mapper {} is a callback, but the plugin has no {}", id, OAR_EXT_PLUGIN_MAP));
  }
  return controller::Mapper([this, map = map_api_.map, id, type](const kube::Object& object,
                                                                 const controller::KeySink& sink) {
    Context context(instance_, kMap, instance_.env().clock.Now() + kCallbackDeadline,
                    NewCancellation(), object.key());
    KeyCollector collector(instance_, sink);
    const oar_subject subject{sizeof(oar_subject), 0, type.type, type.index, context.Lease(object)};
    const CallMarker mark({instance_.name().generation.c_str(), "map", 0});
    const base::Status status = Outcome(context, map(self_, context.handle(), id, &subject,
                                                     &CallbackSink::Api(), collector.handle()));
    if (!status.ok()) CallbackFailed("map", id, object, status);
  });
}

base::Result<controller::Predicate> PluginCalls::CallbackPredicate(uint32_t id, TypeRef type) {
  if (predicate_api_.test == nullptr) {
    return base::InvalidArgument(fmt::format("predicate {} is a callback, but the plugin has no {}",
                                             id, OAR_EXT_PLUGIN_PREDICATE));
  }
  return controller::Predicate([this, test = predicate_api_.test, id,
                                type](const cache::Notification& notification) {
    Context context(instance_, kPredicate, instance_.env().clock.Now() + kCallbackDeadline,
                    NewCancellation(), notification.object.key());
    oar_change change{sizeof(oar_change),
                      0,
                      type.type,
                      type.index,
                      ChangeKind(notification),
                      0,
                      context.Lease(notification.object),
                      {}};
    if (change.kind == OAR_CHANGE_UPDATED) {
      change.old_object = context.Lease(notification.old_object);
    }
    uint8_t pass = 0;
    const CallMarker mark({instance_.name().generation.c_str(), "predicate", 0});
    const base::Status status = Outcome(context, test(self_, context.handle(), id, &change, &pass));
    if (!status.ok()) CallbackFailed("predicate", id, notification.object, status);
    return !status.ok() || pass != 0;  // after a failure the change passes
  });
}

base::Result<PluginCalls::Indexer> PluginCalls::CallbackIndexer(uint32_t id, TypeRef type) {
  if (index_api_.index == nullptr) {
    return base::InvalidArgument(
        fmt::format("index {} is a callback, but the plugin has no {}", id, OAR_EXT_PLUGIN_INDEX));
  }
  return Indexer([this, index = index_api_.index, id,
                  type](const kube::Object& object) -> std::vector<std::string> {
    Context context(instance_, kIndex, instance_.env().clock.Now() + kCallbackDeadline,
                    NewCancellation(), object.key());
    ValueCollector collector;
    const oar_subject subject{sizeof(oar_subject), 0, type.type, type.index, context.Lease(object)};
    const CallMarker mark({instance_.name().generation.c_str(), "index", 0});
    const base::Status status = Outcome(context, index(self_, context.handle(), id, &subject,
                                                       &CallbackSink::Api(), collector.handle()));
    if (status.ok()) return collector.Take();
    CallbackFailed("index", id, object, status);
    return {};
  });
}

}  // namespace oarlock::pluginhost
