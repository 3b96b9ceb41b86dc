// The ABI's core host table (oarlock/abi/host.h): extensions, log, clock and randomness.
#include "pluginhost/abi/host_api.h"

#include <vector>

#include "base/hash.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/state_stream.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

constexpr uint64_t kLogFieldsMost = 64;

base::LogLevel LevelOf(int32_t level) {
  if (level <= OAR_LOG_DEBUG) return base::LogLevel::kDebug;
  if (level == OAR_LOG_INFO) return base::LogLevel::kInfo;
  if (level == OAR_LOG_WARNING) return base::LogLevel::kWarning;
  return base::LogLevel::kError;
}

base::LogField FieldOf(const oar_field& field) {
  const std::string_view key = FromView(field.key);
  switch (field.value.type) {
    case OAR_TYPE_BOOL: return {key, field.value.as.i64 != 0};
    case OAR_TYPE_I64: return {key, field.value.as.i64};
    case OAR_TYPE_U64: return {key, field.value.as.u64};
    case OAR_TYPE_F64: return {key, field.value.as.f64};
    default: return {key, FromView(field.value.text)};
  }
}

const void* ExtensionOf(std::string_view id) {
  if (id == OAR_EXT_CLIENT) return &ClientApi();
  if (id == OAR_EXT_CLIENT_BATCH) return &ClientBatchApi();
  if (id == OAR_EXT_EDIT) return &EditApi();
  if (id == OAR_EXT_EVENTS) return &EventsApi();
  if (id == OAR_EXT_LEADER) return &LeaderApi();
  if (id == OAR_EXT_METRICS) return &MetricsApi();
  if (id == OAR_EXT_QUANTITY) return &QuantityApi();
  if (id == OAR_EXT_STATE) return &StateStream::Api();
  if (id == OAR_EXT_TIMERS) return &TimersApi();
  return nullptr;
}

int32_t GetExtension(oar_host host, oar_view id, const void** out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = nullptr;
  if (!Pinned<Instance>(host.id)) return OAR_E_STALE;
  *out = ExtensionOf(FromView(id));
  return *out != nullptr ? OAR_OK : OAR_E_NOT_FOUND;
}

bool MayLog(Instance& instance, const oar_log_record& record) {
  const uint64_t site =
      record.call_site != 0 ? record.call_site : base::HashBytes(FromView(record.message));
  if (instance.log_limiter().Allow(site, instance.env().clock.Now())) return true;
  const InstanceName& name = instance.name();
  instance.env()
      .metrics
      .MakeCounter("oarlock_plugin_log_dropped_total",
                   "Log records of plugins that came too often from one place.",
                   {{"plugin", name.plugin}, {"controller", name.controller}})
      ->Add();
  return false;
}

int32_t Log(oar_host host, oar_ctx ctx_handle, const oar_log_record* record) noexcept {
  const auto copy = ReadStruct(record);
  if (!copy || !IsView(copy->message)) return OAR_E_INVALID;
  const Pinned<Instance> instance(host.id);
  if (!instance) return OAR_E_STALE;
  const Pinned<Context> ctx(ctx_handle.id);
  if (ctx_handle.id != 0 && (!ctx || &ctx->instance() != &*instance)) return OAR_E_STALE;
  const base::LogLevel level = LevelOf(copy->level);
  if (!instance->log().Enabled(level)) return OAR_OK;
  if (!MayLog(*instance, *copy)) return OAR_E_THROTTLED;
  std::vector<base::LogField> fields;
  if (ctx && !ctx->key().empty()) fields.emplace_back("key", ctx->key());
  if (copy->level == OAR_LOG_HOST_MISBEHAVING) fields.emplace_back("misbehaving", "host");
  if (copy->level == OAR_LOG_PLUGIN_MISBEHAVING) fields.emplace_back("misbehaving", "plugin");
  for (uint64_t i = 0; copy->fields != nullptr && i < copy->fields_count; ++i) {
    if (i >= kLogFieldsMost) break;
    fields.push_back(FieldOf(copy->fields[i]));
  }
  instance->log().Write(level, FromView(copy->message), fields);
  return OAR_OK;
}

int32_t LogEnabled(oar_host host, int32_t level, uint8_t* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = 0;
  const Pinned<Instance> instance(host.id);
  if (!instance) return OAR_E_STALE;
  *out = instance->log().Enabled(LevelOf(level)) ? 1 : 0;
  return OAR_OK;
}

int32_t StatusName(oar_host host, int32_t status, oar_view* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_view{};
  if (!Pinned<Instance>(host.id)) return OAR_E_STALE;
  *out = ToView(AbiStatusName(status));
  return OAR_OK;
}

int32_t NowMono(oar_host host, oar_mono* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_mono{};
  const Pinned<Instance> instance(host.id);
  if (!instance) return OAR_E_STALE;
  out->ns = instance->env().clock.Now().time_since_epoch().count();
  return OAR_OK;
}

int32_t NowUnix(oar_host host, oar_time* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_time{};
  const Pinned<Instance> instance(host.id);
  if (!instance) return OAR_E_STALE;
  out->unix_ns = instance->env().clock.UnixNow().time_since_epoch().count();
  return OAR_OK;
}

int32_t RandomU64(oar_host host, uint64_t* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = 0;
  const Pinned<Instance> instance(host.id);
  if (!instance) return OAR_E_STALE;
  *out = instance->env().random.Next();
  return OAR_OK;
}

}  // namespace

const oar_host_api& HostApi() {
  static constexpr oar_clock_api kClock = {sizeof(oar_clock_api), 0, NowMono, NowUnix, RandomU64};
  static const oar_host_api kApi = {sizeof(oar_host_api), 0,           GetExtension, Log,
                                    LogEnabled,           StatusName,  &kClock,      &ContextApi(),
                                    &ObjectApi(),         &BufferApi()};
  return kApi;
}

}  // namespace oarlock::pluginhost
