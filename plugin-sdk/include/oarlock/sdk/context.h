#pragma once
// Context: one call into the plugin: deadline, cancellation, clock; it is also the Logger (log.h)
// and the EventRecorder (events.h) of that call.
//
// Given to each function of a controller, valid until it returns; one thread at a time. A Fork
// serves another thread, is cancelled with its parent and must be gone before Deactivate returns.

#include <chrono>
#include <string_view>
#include <utility>

#include "oarlock/sdk/events.h"
#include "oarlock/sdk/log.h"
#include "oarlock/sdk/object.h"
#include "oarlock/sdk/status.h"

namespace oarlock::sdk {

using std::chrono::nanoseconds;

// The host's clock and randomness: use no other.
class Clock {
 public:
  explicit Clock(const Api& api) : api_(&api) {}
  nanoseconds Mono() const {
    oar_mono out{};
    api_->clock.now_mono(api_->handle, &out);
    return nanoseconds(out.ns);
  }
  std::chrono::sys_time<nanoseconds> Unix() const {
    oar_time out{};
    api_->clock.now_unix(api_->handle, &out);
    return std::chrono::sys_time<nanoseconds>(nanoseconds(out.unix_ns));
  }
  uint64_t Random() const {
    uint64_t out = 0;
    api_->clock.random_u64(api_->handle, &out);
    return out;
  }

 private:
  const Api* api_;
};

class Client;

class Context : public Logger, public EventRecorder {
 public:
  Context(const Api& api, oar_ctx ctx)
      : Logger(api, ctx), EventRecorder(api, ctx), api_(&api), ctx_(ctx) {}

  Client client() const;  // client.h
  Clock clock() const { return Clock(*api_); }

  // In the time of Clock::Mono; nanoseconds::max() where there is none.
  nanoseconds deadline() const {
    oar_mono out{OAR_NEVER};
    return api_->context.deadline(ctx_, &out) == OAR_OK ? nanoseconds(out.ns) : nanoseconds::max();
  }
  bool cancelled() const { return api_->context.is_cancelled(ctx_) == OAR_E_CANCELLED; }
  int32_t cancel_reason() const {
    int32_t out = OAR_CANCEL_NONE;
    api_->context.cancel_reason(ctx_, &out);
    return out;
  }
  // True: cancelled; false: the time has passed.
  bool WaitCancel(nanoseconds timeout) const {
    return api_->context.wait_cancel(ctx_, timeout.count()) == OAR_E_CANCELLED;
  }
  void SetError(int32_t code, std::string_view message) const {
    api_->context.set_error(ctx_, code, ToView(message));
  }

  Result<Object> ObjectFromJson(std::string_view json) const {
    oar_obj obj{};
    oar_error error{};
    const int32_t code = api_->object.from_json(ctx_, ToView(json), &obj, &error);
    if (code < OAR_OK) return StatusOf(code, error);
    return Object({api_, ctx_, obj});
  }
  Object Read(const KeptObject& kept) const { return kept.In(ctx_); }

  // A code and its details as a value.
  Status StatusOf(int32_t code, oar_error error) const;

  const Api& api() const { return *api_; }
  oar_ctx raw() const { return ctx_; }

 private:
  const Api* api_;
  oar_ctx ctx_;
};

inline Status Context::StatusOf(int32_t code, oar_error error) const {
  auto info = Sized<oar_error_info>();
  if (code >= OAR_OK) return {};
  if (error.id == 0 || api_->context.error_info(ctx_, error, &info) != OAR_OK) {
    oar_view name{};
    api_->core.status_name(api_->handle, code, &name);
    return {code, std::string(FromView(name))};
  }
  Status status(code, std::string(FromView(info.message)));
  status.http_status = info.http_status;
  status.reason = FromView(info.reason);
  if (info.retry_after_ns >= 0) status.retry_after = nanoseconds(info.retry_after_ns);
  for (uint64_t i = 0; i < info.causes_count; ++i) {
    const char* at = reinterpret_cast<const char*>(info.causes) + i * info.causes_stride;
    const auto& cause = *reinterpret_cast<const oar_error_cause*>(at);
    status.causes.push_back({std::string(FromView(cause.reason)),
                             std::string(FromView(cause.message)),
                             std::string(FromView(cause.field))});
  }
  return status;
}

// A context for another thread. Move it there; it ends with this object.
class Fork {
 public:
  explicit Fork(const Context& parent) : api_(&parent.api()) {
    api_->context.fork(parent.raw(), &ctx_);
  }
  Fork(Fork&& other) noexcept : api_(other.api_), ctx_(std::exchange(other.ctx_, {})) {}
  Fork& operator=(Fork&&) = delete;
  ~Fork() {
    if (ctx_.id != 0) api_->context.release(ctx_);
  }
  explicit operator bool() const { return ctx_.id != 0; }
  Context context() const { return {*api_, ctx_}; }

 private:
  const Api* api_;
  oar_ctx ctx_{};
};

}  // namespace oarlock::sdk
