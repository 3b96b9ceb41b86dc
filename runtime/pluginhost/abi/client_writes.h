#pragma once
// The verbs of oarlock.client/1 that change something: rights, permission and body are checked
// before anything is sent, and the cache is told of the answer. Entered through ClientApi() only.
// Threads: that of the call. Errors: negative OAR_E_ codes, with details in `err`.

#include "pluginhost/abi/host_api.h"

namespace oarlock::pluginhost::client_writes {

int32_t Create(oar_ctx handle, const oar_key* key, oar_view json, const oar_write_options* options,
               oar_obj* out, oar_error* err) noexcept;
int32_t Update(oar_ctx handle, const oar_key* key, oar_view json, const oar_write_options* options,
               oar_obj* out, oar_error* err) noexcept;
int32_t Patch(oar_ctx handle, const oar_key* key, int32_t kind, oar_view body,
              const oar_write_options* options, oar_obj* out, oar_error* err) noexcept;
int32_t Delete(oar_ctx handle, const oar_key* key, const oar_delete_options* options,
               oar_error* err) noexcept;
int32_t DeleteCollection(oar_ctx handle, const oar_live_list* what,
                         const oar_delete_options* options, oar_error* err) noexcept;

}  // namespace oarlock::pluginhost::client_writes
