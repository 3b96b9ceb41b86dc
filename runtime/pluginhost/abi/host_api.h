#pragma once
// The host's tables of the C ABI: static, the same for every plugin; handles say whose call it is.
// Each table lives in the .cc file named after it. Threads: as the ABI's tags say.

#include <string_view>

#include "oarlock/abi/abi.h"

namespace oarlock::pluginhost {

const oar_host_api& HostApi();        // host_api.cc
const oar_object_api& ObjectApi();    // object_api.cc
const oar_context_api& ContextApi();  // context_api.cc
const oar_buffer_api& BufferApi();    // buffer_api.cc
const oar_client_api& ClientApi();    // client_api.cc
const oar_events_api& EventsApi();    // events_api.cc

// In extensions/, each in the .cc file named after it.
const oar_client_batch_api& ClientBatchApi();
const oar_edit_api& EditApi();
const oar_leader_api& LeaderApi();
const oar_metrics_api& MetricsApi();
const oar_quantity_api& QuantityApi();
const oar_timers_api& TimersApi();

}  // namespace oarlock::pluginhost
