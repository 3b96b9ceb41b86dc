// The ABI's extension oarlock.events/1: hands events to the host's recorder.
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

int32_t Emit(oar_ctx handle, oar_obj regarding, const oar_event* event) noexcept {
  const auto copy = ReadStruct(event);
  if (!copy || !IsView(copy->reason) || !IsView(copy->message) || !IsView(copy->action)) {
    return OAR_E_INVALID;
  }
  const Pinned<Context> ctx(handle.id);
  const LeasedObject* object = ctx ? ctx->Find(regarding) : nullptr;
  if (object == nullptr) return OAR_E_STALE;
  if (!ctx->rights().writes) return OAR_E_SHUTTING_DOWN;
  if (FromView(copy->reason).empty()) return OAR_E_INVALID;
  Instance& instance = ctx->instance();
  instance.env().events.Emit({controller::EventObject::Of(object->object()),
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
