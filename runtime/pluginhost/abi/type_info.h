#pragma once
// What the types of a declaration are on this server: type_info and type_at of oarlock.client/1.
// Entered through ClientApi() only. Threads: that of the call.

#include "oarlock/abi/abi.h"

namespace oarlock::pluginhost::type_info {

int32_t Info(oar_ctx handle, uint32_t type, uint32_t type_index, oar_type_info* out) noexcept;
int32_t At(oar_ctx handle, uint32_t type, uint64_t position, oar_type_info* out) noexcept;

}  // namespace oarlock::pluginhost::type_info
