#pragma once
/* Extension of the plugin oarlock.plugin.state/1: state handed from one generation to the next.
 *
 * Optional: reconcile is level-triggered, so starting empty is always right. The host caps size and
 * time, checks a digest, and skips the hand-over where the old generation ever faulted.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_PLUGIN_STATE "oarlock.plugin.state/1"

OAR_EXTERN_C_BEGIN

typedef struct oar_state_info {
  uint32_t struct_size;
  uint32_t flags;
  oar_view schema; /* one of the descriptor's ids */
  uint32_t version;
  uint32_t reserved;
  uint64_t size; /* bytes in all; load only */
} oar_state_info;

typedef struct oar_stream_api {
  uint32_t struct_size;
  uint32_t flags;
  /* Before the first write; size is not read.
   * [control | inactive] info=call; deadline: ctx; -> OK */
  int32_t (*begin)(oar_stream stream, const oar_state_info* info) OAR_NOEXCEPT;
  /* [control | inactive] bytes=call; deadline: ctx; -> OK TOO_LARGE TIMEOUT */
  int32_t (*write)(oar_stream stream, oar_view bytes) OAR_NOEXCEPT;
  /* Any number of bytes up to the capacity, at least one.
   * [control | inactive] into=call; deadline: ctx; -> OK END TIMEOUT */
  int32_t (*read)(oar_stream stream, oar_text* into) OAR_NOEXCEPT;
} oar_stream_api;

typedef struct oar_plugin_state_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [control | inactive] all=call; host: log, stream; deadline: ctx; -> OK any(no hand-over) */
  int32_t (*save)(oar_instance* self, oar_ctx ctx, const oar_stream_api* api,
                  oar_stream stream) OAR_NOEXCEPT;
  /* [control | declared & inactive] all=call; host: log, stream; deadline: ctx; -> OK any(empty) */
  int32_t (*load)(oar_instance* self, oar_ctx ctx, const oar_state_info* info,
                  const oar_stream_api* api, oar_stream stream) OAR_NOEXCEPT;
} oar_plugin_state_api;

OAR_EXTERN_C_END
