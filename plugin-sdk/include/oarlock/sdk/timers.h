#pragma once
// Reconciles at a time that the plugin chooses; also without any object, for a controller that
// declared itself external: its keys have type 0.
// Threads: as the context.

#include <chrono>

#include "oarlock/sdk/client.h"

namespace oarlock::sdk {

// `priority` is added to the controller's.
inline Status Requeue(const Context& ctx, const Key& key, nanoseconds delay = {},
                      int32_t priority = 0) {
  auto options = Sized<oar_requeue_options>();
  options.priority = priority;
  const oar_key raw = key.raw();
  return ctx.StatusOf(ctx.api().timers.requeue_after(ctx.raw(), &raw, delay.count(), &options), {});
}

inline Status RequeueAt(const Context& ctx, const Key& key, std::chrono::sys_time<nanoseconds> when,
                        int32_t priority = 0) {
  auto options = Sized<oar_requeue_options>();
  options.priority = priority;
  const oar_key raw = key.raw();
  const oar_time time{when.time_since_epoch().count()};
  return ctx.StatusOf(ctx.api().timers.requeue_at(ctx.raw(), &raw, time, &options), {});
}

}  // namespace oarlock::sdk
