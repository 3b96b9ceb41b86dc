#pragma once
// Api: the host's tables as full-size local copies in which every function can be called.
//
// A host may be older or newer than this SDK: what it does not offer is a stub that answers
// OAR_E_UNIMPLEMENTED, so nobody above has to check sizes or null. One per instance, pinned, made
// in create; Connect adds the extensions once host calls are allowed (configure). Threads: [any]
// after that (immutable).

#include <cstring>

#include "oarlock/abi/client.h"
#include "oarlock/abi/client_batch.h"
#include "oarlock/abi/edit.h"
#include "oarlock/abi/events.h"
#include "oarlock/abi/host.h"
#include "oarlock/abi/leader.h"
#include "oarlock/abi/metrics.h"
#include "oarlock/abi/quantity.h"
#include "oarlock/abi/timers.h"
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
                   &T::patch, &T::delete_object, &T::delete_collection, &T::type_info, &T::type_at);
}

inline oar_edit_api CopyEditApi(const oar_edit_api* from) {
  using T = oar_edit_api;
  return CopyTable(from, &T::from_object, &T::from_json, &T::empty, &T::set, &T::set_json,
                   &T::set_node, &T::remove, &T::append, &T::append_json, &T::merge, &T::json,
                   &T::diff, &T::object, &T::release);
}

inline oar_metrics_api CopyMetricsApi(const oar_metrics_api* from) {
  using T = oar_metrics_api;
  return CopyTable(from, &T::count, &T::set, &T::add, &T::observe);
}

inline oar_timers_api CopyTimersApi(const oar_timers_api* from) {
  return CopyTable(from, &oar_timers_api::requeue_after, &oar_timers_api::requeue_at);
}

inline oar_quantity_api CopyQuantityApi(const oar_quantity_api* from) {
  return CopyTable(from, &oar_quantity_api::parse, &oar_quantity_api::compare,
                   &oar_quantity_api::canonical);
}

inline oar_leader_api CopyLeaderApi(const oar_leader_api* from) {
  return CopyTable(from, &oar_leader_api::is_leading, &oar_leader_api::epoch);
}

inline oar_client_batch_api CopyBatchApi(const oar_client_batch_api* from) {
  return CopyTable(from, &oar_client_batch_api::write_many);
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
        events(detail::CopyTable<oar_events_api>(nullptr, &oar_events_api::emit)),
        edit(detail::CopyEditApi(nullptr)),
        metrics(detail::CopyMetricsApi(nullptr)),
        timers(detail::CopyTimersApi(nullptr)),
        quantity(detail::CopyQuantityApi(nullptr)),
        leader(detail::CopyLeaderApi(nullptr)),
        batch(detail::CopyBatchApi(nullptr)) {}
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  // Asks for the extensions.
  void Connect() {
    client = detail::CopyClientApi(Extension<oar_client_api>(OAR_EXT_CLIENT));
    events = detail::CopyTable(Extension<oar_events_api>(OAR_EXT_EVENTS), &oar_events_api::emit);
    edit = detail::CopyEditApi(Extension<oar_edit_api>(OAR_EXT_EDIT));
    metrics = detail::CopyMetricsApi(Extension<oar_metrics_api>(OAR_EXT_METRICS));
    timers = detail::CopyTimersApi(Extension<oar_timers_api>(OAR_EXT_TIMERS));
    quantity = detail::CopyQuantityApi(Extension<oar_quantity_api>(OAR_EXT_QUANTITY));
    leader = detail::CopyLeaderApi(Extension<oar_leader_api>(OAR_EXT_LEADER));
    batch = detail::CopyBatchApi(Extension<oar_client_batch_api>(OAR_EXT_CLIENT_BATCH));
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
  oar_edit_api edit;
  oar_metrics_api metrics;
  oar_timers_api timers;
  oar_quantity_api quantity;
  oar_leader_api leader;
  oar_client_batch_api batch;
};

}  // namespace oarlock::sdk
