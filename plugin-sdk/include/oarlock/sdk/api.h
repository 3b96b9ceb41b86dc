#pragma once
// Api: the host's tables as full-size local copies in which every function can be called.
//
// A host may be older or newer than this SDK: what it does not offer is a stub that answers
// OAR_E_UNIMPLEMENTED, so nobody above has to check sizes or null. One per instance, pinned, made
// in create; Connect adds the extensions once host calls are allowed (configure). Threads: [any]
// after that (immutable).

#include <cstring>

#include "oarlock/abi/client.h"
#include "oarlock/abi/events.h"
#include "oarlock/abi/host.h"
#include "oarlock/sdk/view.h"

namespace oarlock::sdk {

namespace detail {

template <typename... Args>
int32_t Unimplemented(Args...) noexcept {
  return OAR_E_UNIMPLEMENTED;
}

template <typename... Args>
void FillStub(int32_t (*&function)(Args...) noexcept) {
  if (function == nullptr) function = &Unimplemented<Args...>;
}
template <typename Other>
void FillStub(const Other*&) {}  // a pointer to a table stays null

template <typename Table, typename Field>
void CopyField(Table& to, const Table* from, Field Table::*field) {
  const auto end = reinterpret_cast<const char*>(&(to.*field) + 1) - reinterpret_cast<char*>(&to);
  if (from != nullptr && from->struct_size >= static_cast<size_t>(end)) to.*field = from->*field;
  FillStub(to.*field);
}

// The fields that `from` (may be null) offers, stubs for the rest.
template <typename Table, typename... Fields>
Table CopyTable(const Table* from, Fields Table::*... fields) {
  Table to = Sized<Table>();
  (CopyField(to, from, fields), ...);
  return to;
}

inline oar_object_api CopyObjectApi(const oar_object_api* from) {
  using T = oar_object_api;
  return CopyTable(from, &T::meta, &T::get, &T::get_many, &T::get_all, &T::member, &T::len, &T::at,
                   &T::key_at, &T::iter_begin, &T::iter_next, &T::keep, &T::release, &T::json,
                   &T::from_json, &T::list_info, &T::list_at, &T::list_release);
}

inline oar_context_api CopyContextApi(const oar_context_api* from) {
  using T = oar_context_api;
  return CopyTable(from, &T::deadline, &T::is_cancelled, &T::cancel_reason, &T::wait_cancel,
                   &T::set_error, &T::fork, &T::release, &T::error_info);
}

inline oar_client_api CopyClientApi(const oar_client_api* from) {
  using T = oar_client_api;
  return CopyTable(from, &T::get, &T::list, &T::get_live, &T::list_live, &T::create, &T::update,
                   &T::patch, &T::delete_object, &T::delete_collection);
}

}  // namespace detail

class Api {
 public:
  Api(const oar_host_api* api, oar_host host)
      : handle(host),
        core(detail::CopyTable(api, &oar_host_api::get_extension, &oar_host_api::log,
                               &oar_host_api::log_enabled, &oar_host_api::status_name,
                               &oar_host_api::clock, &oar_host_api::context, &oar_host_api::object,
                               &oar_host_api::buffer)),
        clock(detail::CopyTable(core.clock, &oar_clock_api::now_mono, &oar_clock_api::now_unix,
                                &oar_clock_api::random_u64)),
        context(detail::CopyContextApi(core.context)),
        object(detail::CopyObjectApi(core.object)),
        buffer(detail::CopyTable(core.buffer, &oar_buffer_api::create, &oar_buffer_api::append,
                                 &oar_buffer_api::finish, &oar_buffer_api::release)),
        client(detail::CopyClientApi(nullptr)),
        events(detail::CopyTable<oar_events_api>(nullptr, &oar_events_api::emit)) {}
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  // Asks for the extensions.
  void Connect() {
    client = detail::CopyClientApi(Extension<oar_client_api>(OAR_EXT_CLIENT));
    events = detail::CopyTable(Extension<oar_events_api>(OAR_EXT_EVENTS), &oar_events_api::emit);
  }

  // The host's table of that id, or null. Cast by its header's word.
  template <typename Table>
  const Table* Extension(std::string_view id) const {
    const void* table = nullptr;
    if (core.get_extension(handle, ToView(id), &table) != OAR_OK) return nullptr;
    return static_cast<const Table*>(table);
  }

  const oar_host handle;
  const oar_host_api core;
  const oar_clock_api clock;
  const oar_context_api context;
  const oar_object_api object;
  const oar_buffer_api buffer;
  oar_client_api client;
  oar_events_api events;
};

}  // namespace oarlock::sdk
