// The ABI's extension oarlock.timers/1: delayed adds to the controller's queue, which outlives the
// generation, and so do they.
#include <algorithm>
#include <limits>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/extensions/extension_limits.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

int32_t Requeue(const Context& ctx, const oar_key& key, base::Duration delay,
                const oar_requeue_options& options) {
  const Instance& instance = ctx.instance();
  queue::WorkQueue* queue = instance.queue();
  if (!ctx.rights().writes || queue == nullptr) return OAR_E_SHUTTING_DOWN;
  if (!IsView(key.ns) || !IsView(key.name) || FromView(key.name).empty()) return OAR_E_INVALID;
  if (delay > kTimerDelayMax) return OAR_E_INVALID;
  if (!instance.HasKeysOf(key.type, key.type_index)) return OAR_E_UNDECLARED;
  queue::AddOptions add;
  add.reasons = queue::kReasonPlugin;
  const int64_t priority = int64_t{instance.declaration().controller.priority} + options.priority;
  add.priority = static_cast<queue::Priority>(
      std::clamp<int64_t>(priority, -queue::kPriorityMax, queue::kPriorityMax));
  const queue::Key queued{key.type, key.type_index, TextOf(key.ns), TextOf(key.name)};
  const bool added = delay > base::Duration::zero() ? queue->AddAfter(queued, delay, add)
                                                    : queue->Add(queued, add);
  if (added) return OAR_OK;
  return queue->stats().shutting_down ? OAR_E_SHUTTING_DOWN : OAR_E_THROTTLED;
}

int32_t RequeueAfter(oar_ctx handle, const oar_key* key_in, int64_t delay_ns,
                     const oar_requeue_options* options_in) noexcept {
  const auto key = ReadStruct(key_in);
  const auto options = ReadOptions(options_in);
  if (!key || !options || delay_ns < 0) return OAR_E_INVALID;
  const Pinned<Context> ctx(handle.id);
  return ctx ? Requeue(*ctx, *key, base::Duration(delay_ns), *options) : OAR_E_STALE;
}

int32_t RequeueAt(oar_ctx handle, const oar_key* key_in, oar_time when,
                  const oar_requeue_options* options_in) noexcept {
  const auto key = ReadStruct(key_in);
  const auto options = ReadOptions(options_in);
  if (!key || !options || when.unix_ns < 0) return OAR_E_INVALID;
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  const int64_t now = ctx->instance().env().clock.UnixNow().time_since_epoch().count();
  return Requeue(*ctx, *key, base::Duration(std::max<int64_t>(when.unix_ns - now, 0)), *options);
}

}  // namespace

const oar_timers_api& TimersApi() {
  static constexpr oar_timers_api kApi = {sizeof(oar_timers_api), 0, RequeueAfter, RequeueAt};
  return kApi;
}

}  // namespace oarlock::pluginhost
