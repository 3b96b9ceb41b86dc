// The ABI's contexts (oarlock/abi/context.h): deadline, cancellation, forks, errors.
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

int32_t Deadline(oar_ctx handle, oar_mono* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_mono{};
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  out->ns =
      ctx->deadline() == base::kNever ? OAR_NEVER : ctx->deadline().time_since_epoch().count();
  return OAR_OK;
}

int32_t IsCancelled(oar_ctx handle) noexcept {
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  return ctx->cancellation()->cancelled() ? OAR_E_CANCELLED : OAR_OK;
}

int32_t CancelReason(oar_ctx handle, int32_t* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = OAR_CANCEL_NONE;
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  *out = static_cast<int32_t>(ctx->cancellation()->reason());
  return OAR_OK;
}

// The controller's reasons have the ABI's numbers.
static_assert(static_cast<int32_t>(controller::CancelReason::kDeadline) == OAR_CANCEL_DEADLINE);
static_assert(static_cast<int32_t>(controller::CancelReason::kSuperseded) == OAR_CANCEL_SUPERSEDED);

int32_t WaitCancel(oar_ctx handle, int64_t timeout_ns) noexcept {
  std::shared_ptr<controller::Cancellation> cancellation;
  base::Duration timeout(timeout_ns < 0 ? 0 : timeout_ns);
  {
    const Pinned<Context> ctx(handle.id);
    if (!ctx) return OAR_E_STALE;
    cancellation = ctx->cancellation();
    if (ctx->deadline() != base::kNever) {
      timeout =
          std::min<base::Duration>(timeout, ctx->deadline() - ctx->instance().env().clock.Now());
    }
  }
  return cancellation->WaitFor(timeout) ? OAR_E_CANCELLED : OAR_E_TIMEOUT;
}

int32_t SetError(oar_ctx handle, int32_t code, oar_view message) noexcept {
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  if (!IsView(message)) return OAR_E_INVALID;
  ctx->SetError(code, TextOf(message));
  return OAR_OK;
}

int32_t Fork(oar_ctx handle, oar_ctx* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_ctx{};
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  if (ctx->cancellation()->cancelled()) return OAR_E_SHUTTING_DOWN;
  Context* fork = ctx->instance().Fork(*ctx);
  if (fork == nullptr) return OAR_E_THROTTLED;
  *out = fork->handle();
  return OAR_OK;
}

int32_t ReleaseFork(oar_ctx handle) noexcept {
  Instance* instance = nullptr;
  {
    const Pinned<Context> ctx(handle.id);
    if (!ctx) return OAR_E_STALE;
    instance = &ctx->instance();
  }
  return instance->ReleaseFork(handle.id) ? OAR_OK : OAR_E_INVALID;
}

int32_t ErrorInfo(oar_ctx handle, oar_error error, oar_error_info* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  oar_error_info info{};
  const Pinned<Context> ctx(handle.id);
  const LeasedError* leased = ctx ? ctx->errors().Find(error.id) : nullptr;
  const bool known = out->flags == 0;
  if (leased != nullptr && known) {
    const base::ErrorDetail& detail = leased->status.detail();
    info.code = leased->code;
    info.http_status = detail.http_status;
    info.reason = ToView(detail.reason);
    info.message = ToView(leased->status.message());
    info.retry_after_ns = detail.retry_after ? detail.retry_after->count() : -1;
    info.causes = leased->causes.data();
    info.causes_count = leased->causes.size();
    info.causes_stride = sizeof(oar_error_cause);
  }
  FillStruct(out, info);
  if (leased == nullptr) return OAR_E_STALE;
  return known ? OAR_OK : OAR_E_INVALID;
}

}  // namespace

const oar_context_api& ContextApi() {
  static constexpr oar_context_api kApi = {sizeof(oar_context_api),
                                           0,
                                           Deadline,
                                           IsCancelled,
                                           CancelReason,
                                           WaitCancel,
                                           SetError,
                                           Fork,
                                           ReleaseFork,
                                           ErrorInfo};
  return kApi;
}

}  // namespace oarlock::pluginhost
