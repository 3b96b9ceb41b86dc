// The ABI's extension oarlock.events/1: hands events to the host's recorder.
#include <utility>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

using controller::EventObject;

bool TakeKindOf(const BoundType& type, EventObject& about) {
  if (!type.available || !type.decl.metadata_only || type.informers.empty()) return false;
  const auto cached = type.lister().Get(about.ns, about.name);
  if (!cached.ok() || cached->uid() != about.uid) return false;
  const kube::ResourceInfo& resource = type.Serving(about.ns);
  const kube::GroupVersionResource& gvr = resource.gvr;
  about.api_version = gvr.group.empty() ? gvr.version : gvr.group + "/" + gvr.version;
  about.kind = resource.kind;
  return true;
}

// An object of a metadata-only type says that it is a PartialObjectMetadata; which kind it is of,
// is known by the type in whose cache it is. False when it is in none.
bool ResolveKind(const Instance& instance, EventObject& about) {
  if (about.kind != "PartialObjectMetadata") return true;
  for (const auto& [id, type] : instance.types()) {
    if (TakeKindOf(type, about)) return true;
  }
  for (const auto& [id, set] : instance.declaration().type_sets) {
    for (const auto& member : instance.Members(id)) {
      if (TakeKindOf(*member, about)) return true;
    }
  }
  return false;
}

// Its place in an older plugin's struct may be missing: then it is Normal.
bool IsEventType(int32_t type) {
  return type == 0 || type == OAR_EVENT_NORMAL || type == OAR_EVENT_WARNING;
}

int32_t Emit(oar_ctx handle, oar_obj regarding, const oar_event* event) noexcept {
  const auto copy = ReadStruct(event);
  if (!copy || !IsView(copy->reason) || !IsView(copy->message) || !IsView(copy->action)) {
    return OAR_E_INVALID;
  }
  const Pinned<Context> ctx(handle.id);
  const LeasedObject* object = ctx ? ctx->Find(regarding) : nullptr;
  if (object == nullptr) return OAR_E_STALE;
  if (!ctx->rights().writes) return OAR_E_SHUTTING_DOWN;
  if (FromView(copy->reason).empty() || !IsEventType(copy->type)) return OAR_E_INVALID;
  Instance& instance = ctx->instance();
  EventObject about = EventObject::Of(object->object());
  if (!ResolveKind(instance, about)) return OAR_E_INVALID;
  instance.env().events.Emit({std::move(about),
                              copy->type == OAR_EVENT_WARNING ? controller::EventType::kWarning
                                                              : controller::EventType::kNormal,
                              TextOf(copy->reason), TextOf(copy->action), TextOf(copy->message),
                              "oarlock.dev/" + instance.name().plugin, instance.env().client});
  return OAR_OK;
}

}  // namespace

const oar_events_api& EventsApi() {
  static constexpr oar_events_api kApi = {sizeof(oar_events_api), 0, Emit};
  return kApi;
}

}  // namespace oarlock::pluginhost
