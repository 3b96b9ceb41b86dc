#pragma once
// The plugin's edge: C functions over a Controller, with a barrier in each.
//
// No exception leaves: it becomes OAR_E_PLUGIN_FAULT with its text. Used by plugin.h only; the host
// sees the tables made here. Threads: as the tables say.

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "oarlock/sdk/controller.h"

namespace oarlock::sdk::detail {

// What the host calls an oar_instance.
struct Instance {
  Instance(const oar_host_api* host_api, oar_host host) : api(host_api, host) {}
  Api api;
  std::unique_ptr<Controller> controller;
  bool connected = false;
};

inline Instance& Of(oar_instance* self) { return *reinterpret_cast<Instance*>(self); }

// Runs `body`, which gives a code; an exception goes to `report(code, text)`.
template <typename Body, typename Report>
int32_t Barrier(Body&& body, Report&& report) noexcept {
  try {
    try {
      return body();
    } catch (const std::exception& e) {
      report(OAR_E_PLUGIN_FAULT, std::string("exception: ") + e.what());
    } catch (...) {
      report(OAR_E_PLUGIN_FAULT, std::string("an exception of unknown type"));
    }
  } catch (...) {  // no memory for the text
  }
  return OAR_E_PLUGIN_FAULT;
}

// body(controller, context) → code or Status.
template <typename Body>
int32_t Call(oar_instance* self, oar_ctx raw, Body&& body) noexcept {
  Context ctx(Of(self).api, raw);
  const auto report = [&](int32_t code, std::string_view text) { ctx.SetError(code, text); };
  return Barrier(
      [&]() -> int32_t {
        const Status status = body(*Of(self).controller, ctx);
        if (!status.ok()) report(status.code(), status.message());
        return status.ok() ? OAR_OK : status.code();
      },
      report);
}

inline std::vector<std::pair<std::string_view, std::string_view>> SecretsOf(
    const oar_config& config) {
  std::vector<std::pair<std::string_view, std::string_view>> out;
  if (!OAR_HAS(oar_config, &config, secrets_stride)) return out;
  for (uint64_t i = 0; i < config.secrets_count; ++i) {
    const char* at = reinterpret_cast<const char*>(config.secrets) + i * config.secrets_stride;
    const auto& secret = *reinterpret_cast<const oar_config_secret*>(at);
    out.emplace_back(FromView(secret.name), FromView(secret.value));
  }
  return out;
}

inline int32_t Configure(oar_instance* self, oar_ctx raw, const oar_config* config,
                         oar_config_error* out) noexcept {
  Instance& instance = Of(self);
  const auto report = [&](int32_t, std::string_view text) {
    if (OAR_HAS(oar_config_error, out, message)) WriteText(out->message, text);
  };
  return Barrier(
      [&]() -> int32_t {
        if (!instance.connected) instance.api.Connect();
        instance.connected = true;
        Context ctx(instance.api, raw);
        const Object object({&instance.api, raw, config->object});
        const Config given{object.root(), FromView(config->json), FromView(config->digest),
                           SecretsOf(*config)};
        const ConfigAnswer answer = instance.controller->Configure(ctx, given);
        if (OAR_HAS(oar_config_error, out, path)) WriteText(out->path, answer.path);
        report(answer.code, answer.message);
        return answer.code;
      },
      report);
}

inline int32_t Declare(oar_instance* self, const oar_builder_api* api,
                       oar_builder builder) noexcept {
  return Barrier(
      [&]() -> int32_t {
        Declaration declaration(*api, builder);
        int32_t code = OAR_OK;
        std::string text;
        try {
          const Status status = Of(self).controller->Declare(declaration);
          code = status.ok() ? OAR_OK : status.code();
          text = status.message();
        } catch (const std::exception& e) {
          code = OAR_E_PLUGIN_FAULT;
          text = std::string("exception: ") + e.what();
        }
        if (code == OAR_OK) return declaration.Finish();
        declaration.SetError(code, text);
        return code;
      },
      [&](int32_t code, std::string_view text) {
        if (OAR_HAS(oar_builder_api, api, set_error) && api->set_error != nullptr) {
          api->set_error(builder, code, ToView(text));
        }
      });
}

inline int32_t Activate(oar_instance* self, oar_ctx raw) noexcept {
  return Call(self, raw, [](Controller& c, Context& ctx) { return c.Activate(ctx); });
}

inline void Fill(oar_result* out, const Outcome& outcome) {
  out->outcome = outcome.outcome;
  out->requeue_after_ns = outcome.requeue_after.count();
  if (OAR_HAS(oar_result, out, requeue_jitter_ns)) {
    out->requeue_jitter_ns = outcome.requeue_jitter.count();
  }
  if (OAR_HAS(oar_result, out, observed_generation)) {
    out->observed_generation = outcome.observed_generation;
  }
  if (OAR_HAS(oar_result, out, reason)) WriteText(out->reason, outcome.reason);
  if (OAR_HAS(oar_result, out, message)) WriteText(out->message, outcome.message);
}

inline int32_t Reconcile(oar_instance* self, oar_ctx raw, const oar_key* key,
                         oar_result* out) noexcept {
  return Call(self, raw, [&](Controller& c, Context& ctx) {
    const Key given{key->type, std::string(FromView(key->ns)), std::string(FromView(key->name)),
                    key->type_index};
    Fill(out, c.Reconcile(ctx, given));
    return Status::Ok();
  });
}

inline int32_t Drain(oar_instance* self, oar_ctx raw, oar_mono deadline) noexcept {
  return Call(self, raw,
              [&](Controller& c, Context& ctx) { return c.Drain(ctx, nanoseconds(deadline.ns)); });
}

inline int32_t Deactivate(oar_instance* self, oar_ctx raw) noexcept {
  return Call(self, raw, [](Controller& c, Context& ctx) { return c.Deactivate(ctx); });
}

inline int32_t Destroy(oar_instance* self) noexcept {
  return Barrier([&]() -> int32_t { return delete &Of(self), OAR_OK; },
                 [](int32_t, std::string_view) {});
}

inline int32_t Test(oar_instance* self, oar_ctx raw, uint32_t id, const oar_change* change,
                    uint8_t* out_pass) noexcept {
  return Call(self, raw, [&](Controller& c, Context& ctx) {
    const Api* api = &ctx.api();
    const Change given{change->type, change->type_index, change->kind,
                       Object({api, raw, change->object}), Object({api, raw, change->old_object})};
    *out_pass = c.Test(ctx, id, given) ? 1 : 0;
    return Status::Ok();
  });
}

// Map and Index differ in the member called only.
template <Status (Controller::*kMember)(Context&, uint32_t, const Subject&, Sink&)>
int32_t IntoSink(oar_instance* self, oar_ctx raw, uint32_t id, const oar_subject* subject,
                 const oar_sink_api* api, oar_sink sink) noexcept {
  return Call(self, raw, [&](Controller& c, Context& ctx) {
    Sink into(*api, sink);
    const Subject given{subject->type, subject->type_index,
                        Object({&ctx.api(), raw, subject->object})};
    Status status = (c.*kMember)(ctx, id, given, into);
    if (status.ok() && into.code() < OAR_OK) return ctx.StatusOf(into.code(), {});
    return status;
  });
}

inline int32_t CheckHealth(oar_instance* self, oar_ctx raw, oar_health* out) noexcept {
  return Call(self, raw, [&](Controller& c, Context& ctx) {
    const Health health = c.CheckHealth(ctx);
    out->state = health.state;
    if (OAR_HAS(oar_health, out, reason)) WriteText(out->reason, health.reason);
    if (OAR_HAS(oar_health, out, message)) WriteText(out->message, health.message);
    return Status::Ok();
  });
}

inline int32_t SaveState(oar_instance* self, oar_ctx raw, const oar_stream_api* api,
                         oar_stream stream) noexcept {
  return Call(self, raw, [&](Controller& c, Context& ctx) -> Status {
    const auto to = CopyTable(api, &oar_stream_api::begin, &oar_stream_api::write);
    const Result<State> state = c.SaveState(ctx);
    if (!state.ok()) return state.status();
    auto info = Sized<oar_state_info>();
    info.schema = ToView(state->schema);
    info.version = state->version;
    int32_t code = to.begin(stream, &info);
    if (code >= OAR_OK) code = to.write(stream, ToView(state->bytes));
    return ctx.StatusOf(code, {});
  });
}

inline int32_t LoadState(oar_instance* self, oar_ctx raw, const oar_state_info* info,
                         const oar_stream_api* api, oar_stream stream) noexcept {
  return Call(self, raw, [&](Controller& c, Context& ctx) -> Status {
    const auto from = CopyTable(api, &oar_stream_api::read);
    State state{std::string(FromView(info->schema)), info->version, {}};
    char chunk[4096];
    oar_text into{chunk, sizeof(chunk), 0};
    int32_t code = OAR_OK;
    while ((code = from.read(stream, &into)) == OAR_OK && into.len > 0) {
      state.bytes.append(chunk, into.len);
      into.len = 0;
    }
    return code < OAR_OK ? ctx.StatusOf(code, {}) : c.LoadState(ctx, state);
  });
}

}  // namespace oarlock::sdk::detail
