#pragma once
// OARLOCK_PLUGIN: makes a library of controllers a plugin: note, descriptor, factory and entry.
//
//   OARLOCK_PLUGIN("dev.example.hello", "1.0.0", Hello);
//   OARLOCK_PLUGIN_WITH_SCHEMA("dev.example.hello", "1.0.0", R"({"type": "object"})", Hello);
// Once per library, outside any namespace. Each class derives from sdk::Controller, is default
// constructible and has `static constexpr std::string_view kId`; kDescription is optional, and so
// is kStateSchema, the id of the state that the plugin saves. Nothing is constructed when the
// library is loaded. Before the include, OARLOCK_NOTE_MUST and OARLOCK_NOTE_MAY may set the note's
// flags.

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "oarlock/abi/entry.h"
#include "oarlock/abi/note.h"
#include "oarlock/sdk/edge.h"

namespace oarlock::sdk {

namespace detail {

// Did `T` override the function of that type? An inherited one belongs to Controller.
template <typename Member, typename Base>
constexpr bool kOverridden = !std::is_same_v<Member, Base>;

template <typename T>
struct Tables {
  static constexpr oar_plugin_map_api kMap = {sizeof(oar_plugin_map_api), 0,
                                              &IntoSink<&Controller::Map>};
  static constexpr oar_plugin_index_api kIndex = {sizeof(oar_plugin_index_api), 0,
                                                  &IntoSink<&Controller::Index>};
  static constexpr oar_plugin_predicate_api kPredicate = {sizeof(oar_plugin_predicate_api), 0,
                                                          &Test};
  static constexpr oar_plugin_health_api kHealth = {sizeof(oar_plugin_health_api), 0, &CheckHealth};
  static constexpr oar_plugin_state_api kState = {sizeof(oar_plugin_state_api), 0, &SaveState,
                                                  &LoadState};

  static const void* Find(std::string_view id) {
    if constexpr (kOverridden<decltype(&T::Map), decltype(&Controller::Map)>) {
      if (id == OAR_EXT_PLUGIN_MAP) return &kMap;
    }
    if constexpr (kOverridden<decltype(&T::Index), decltype(&Controller::Index)>) {
      if (id == OAR_EXT_PLUGIN_INDEX) return &kIndex;
    }
    if constexpr (kOverridden<decltype(&T::Test), decltype(&Controller::Test)>) {
      if (id == OAR_EXT_PLUGIN_PREDICATE) return &kPredicate;
    }
    if constexpr (kOverridden<decltype(&T::CheckHealth), decltype(&Controller::CheckHealth)>) {
      if (id == OAR_EXT_PLUGIN_HEALTH) return &kHealth;
    }
    if constexpr (kOverridden<decltype(&T::SaveState), decltype(&Controller::SaveState)>) {
      if (id == OAR_EXT_PLUGIN_STATE) return &kState;
    }
    return nullptr;
  }
  static int32_t GetExtension(oar_instance*, oar_view id, const void** out) noexcept {
    *out = Find(FromView(id));
    return *out != nullptr ? OAR_OK : OAR_E_NOT_FOUND;
  }

  static constexpr oar_plugin_api kPlugin = {sizeof(oar_plugin_api),
                                             0,
                                             &GetExtension,
                                             &Configure,
                                             &Declare,
                                             &Activate,
                                             &Reconcile,
                                             &Drain,
                                             &Deactivate,
                                             &Destroy};
};

template <typename T>
constexpr oar_controller_info InfoOf() {
  oar_controller_info info{};
  info.struct_size = sizeof(info);
  info.id = ToView(T::kId);
  if constexpr (requires { T::kDescription; }) info.description = ToView(T::kDescription);
  return info;
}

template <typename T>
constexpr oar_view StateSchemaOf() {
  if constexpr (requires { T::kStateSchema; }) return ToView(T::kStateSchema);
  return {};
}

template <typename... Ts>
struct Factory {
  static constexpr oar_controller_info kControllers[] = {InfoOf<Ts>()...};

  static constexpr oar_descriptor Describe(std::string_view id, std::string_view version,
                                           oar_view schema) {
    oar_descriptor descriptor{};
    descriptor.struct_size = sizeof(descriptor);
    descriptor.id = ToView(id);
    descriptor.name = ToView(id.substr(id.rfind('.') + 1));
    descriptor.version = ToView(version);
    descriptor.controllers = kControllers;
    descriptor.controllers_count = sizeof...(Ts);
    descriptor.controllers_stride = sizeof(oar_controller_info);
    descriptor.config_schema = schema;
    for (const oar_view state : {StateSchemaOf<Ts>()...}) {
      if (descriptor.state_writes.ptr == nullptr) descriptor.state_writes = state;
    }
    return descriptor;
  }

  template <typename T>
  static bool Make(const oar_host_api* api, oar_host host, std::string_view id, oar_created* out) {
    if (id != T::kId) return false;
    auto instance = std::make_unique<Instance>(api, host);
    instance->controller = std::make_unique<T>();
    out->plugin = &Tables<T>::kPlugin;
    out->instance = reinterpret_cast<oar_instance*>(instance.release());
    return true;
  }
  static int32_t Create(const oar_host_api* api, oar_host host, const oar_create_args* args,
                        oar_created* out) noexcept {
    out->instance = nullptr;
    out->plugin = nullptr;
    const auto report = [&](int32_t, std::string_view text) { WriteText(out->message, text); };
    return Barrier(
        [&]() -> int32_t {
          const std::string_view id = FromView(args->controller_id);
          if ((Make<Ts>(api, host, id, out) || ...)) return OAR_OK;
          report(OAR_E_NOT_FOUND, "no controller " + std::string(id));
          return OAR_E_NOT_FOUND;
        },
        report);
  }
  static constexpr oar_factory kFactory = {sizeof(oar_factory), 0, &Create};
};

inline int32_t Negotiate(const oar_host_hello* host, oar_plugin_hello* out,
                         const oar_descriptor* descriptor, const oar_factory* factory) noexcept {
  // Less than what the first minor had is no hello.
  if (!OAR_HAS(oar_host_hello, host, features_may)) return OAR_E_INVALID;
  if (!OAR_HAS(oar_plugin_hello, out, message)) return OAR_E_INVALID;
  out->descriptor = nullptr;
  out->factory = nullptr;
  out->abi_minor = 0;
  out->abi_minor_min = OAR_HOST_MINOR_MIN;
  const char* why = nullptr;
  if (host->abi_major != OAR_ABI_MAJOR) why = "the host speaks another ABI major";
  if (host->features_must != 0) why = "the host asks for features this plugin does not know";
  const uint32_t needed = OAR_HOST_MINOR_MIN;
  if (std::min(host->abi_minor_max, needed) != needed) why = "the host's ABI minor is too old";
  if (host->abi_minor_min > OAR_ABI_MINOR) why = "the plugin's ABI minor is too old for the host";
  if (why != nullptr) {
    WriteText(out->message, why);
    return OAR_E_UNIMPLEMENTED;
  }
  out->abi_minor = std::min<uint32_t>(host->abi_minor_max, OAR_ABI_MINOR);
  out->descriptor = descriptor;
  out->factory = factory;
  return OAR_OK;
}

}  // namespace detail

}  // namespace oarlock::sdk

#define OARLOCK_SDK_VERSION "0.1.0"
#ifndef OARLOCK_NOTE_MUST
#define OARLOCK_NOTE_MUST 0
#endif
#ifndef OARLOCK_NOTE_MAY
#define OARLOCK_NOTE_MAY (OAR_NOTE_RELOAD_SAFE | OAR_NOTE_NO_THREADS)
#endif

#define OARLOCK_PLUGIN_ENTRY(id, version, schema, ...)                                            \
  static constinit const oar_descriptor oarlock_descriptor =                                      \
      ::oarlock::sdk::detail::Factory<__VA_ARGS__>::Describe(id, version, schema);                \
  extern "C" OAR_EXPORT int32_t oar_entry_v1(const oar_host_hello* host,                          \
                                             oar_plugin_hello* out) noexcept {                    \
    return ::oarlock::sdk::detail::Negotiate(                                                     \
        host, out, &oarlock_descriptor, &::oarlock::sdk::detail::Factory<__VA_ARGS__>::kFactory); \
  }                                                                                               \
  static_assert(true)

#define OARLOCK_PLUGIN(id, version, ...)                                                  \
  OAR_NOTE(id, version, "c++", OARLOCK_SDK_VERSION, OARLOCK_NOTE_MUST, OARLOCK_NOTE_MAY); \
  OARLOCK_PLUGIN_ENTRY(id, version, oar_view{}, __VA_ARGS__)

#define OARLOCK_PLUGIN_WITH_SCHEMA(id, version, schema, ...)                              \
  OAR_NOTE(id, version, "c++", OARLOCK_SDK_VERSION, OARLOCK_NOTE_MUST, OARLOCK_NOTE_MAY); \
  OAR_SCHEMA(schema);                                                                     \
  OARLOCK_PLUGIN_ENTRY(id, version, oar_view OAR_SCHEMA_VIEW, __VA_ARGS__)
