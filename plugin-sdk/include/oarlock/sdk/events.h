#pragma once
// Events that users see with `kubectl describe`. Every Context is an EventRecorder:
//
//   ctx.Normal(*object, "Reloaded", "rolled because Secret db changed");
// The host writes them later, joins equal ones into series and limits their rate: recording never
// blocks and never fails a reconcile. reason, action: one CamelCase word. Threads: those of the
// context.

#include <string_view>

#include "oarlock/sdk/object.h"

namespace oarlock::sdk {

class EventRecorder {
 public:
  EventRecorder(const Api& api, oar_ctx ctx) : api_(&api), ctx_(ctx) {}

  // type: OAR_EVENT_*; action empty: the reason.
  void Emit(const Object& object, int32_t type, std::string_view reason, std::string_view message,
            std::string_view action = {}) const {
    auto event = Sized<oar_event>();
    event.type = type;
    event.reason = ToView(reason);
    event.message = ToView(message);
    event.action = ToView(action);
    api_->events.emit(ctx_, object.ref().obj, &event);
  }
  void Normal(const Object& object, std::string_view reason, std::string_view message) const {
    Emit(object, OAR_EVENT_NORMAL, reason, message);
  }
  void Warning(const Object& object, std::string_view reason, std::string_view message) const {
    Emit(object, OAR_EVENT_WARNING, reason, message);
  }

 private:
  const Api* api_;
  oar_ctx ctx_;
};

}  // namespace oarlock::sdk
