#pragma once
/* State handed from one generation to the next: extension of the plugin oarlock.plugin.state/1,
 * and the host's oarlock.state/1, the streams through which it goes.
 *
 * Optional: reconcile is level-triggered, so starting empty is always right. The old generation
 * saves when it is inactive; the new one loads between declare and activate. A rollback goes the
 * same way back: whoever saved may be asked to load its own bytes. The host caps size and time,
 * checks a digest, gives a blob only to a plugin whose descriptor names its schema in state_reads
 * or names none there, and skips the hand-over where the old generation ever faulted.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_STATE "oarlock.state/1"
#define OAR_EXT_PLUGIN_STATE "oarlock.plugin.state/1"

OAR_EXTERN_C_BEGIN

typedef struct oar_state_info {
  uint32_t struct_size;
  uint32_t flags;
  oar_view schema;  /* the id of the descriptor's state_writes */
  uint32_t version; /* within the schema */
  uint32_t reserved;
  uint64_t size;           /* bytes in all; load only */
  oar_view digest;         /* lower-case hex SHA-256 of the bytes; load only */
  oar_view plugin_version; /* of the generation that saved; load only */
} oar_state_info;

/* oarlock.state/1, also handed to save and load. */
typedef struct oar_stream_api {
  uint32_t struct_size;
  uint32_t flags;
  /* Once, before the first write; size, digest and plugin_version are not read.
   * [control | inactive] info=call; deadline: ctx; -> OK UNDECLARED(schema) */
  int32_t (*begin)(oar_stream stream, const oar_state_info* info) OAR_NOEXCEPT;
  /* [control | inactive] bytes=call; deadline: ctx; -> OK TOO_LARGE TIMEOUT CANCELLED */
  int32_t (*write)(oar_stream stream, oar_view bytes) OAR_NOEXCEPT;
  /* Any number of bytes up to the capacity, at least one; into->len is how many.
   * [control | inactive] into=call; deadline: ctx; -> OK END TIMEOUT CANCELLED */
  int32_t (*read)(oar_stream stream, oar_text* into) OAR_NOEXCEPT;
  /* Bytes that can still be written, or are still to be read.
   * [control | inactive] ; deadline: none; -> OK */
  int32_t (*left)(oar_stream stream, uint64_t* out) OAR_NOEXCEPT;
} oar_stream_api;

typedef struct oar_plugin_state_api {
  uint32_t struct_size;
  uint32_t flags;
  /* Without a begin nothing is handed over.
   * [control | inactive] all=call; host: log, stream; deadline: ctx; -> OK any(no hand-over) */
  int32_t (*save)(oar_instance* self, oar_ctx ctx, const oar_stream_api* api,
                  oar_stream stream) OAR_NOEXCEPT;
  /* After a failure the instance must be as if load had not been called.
   * [control | declared & inactive] all=call; host: log, stream; deadline: ctx; -> OK any(empty) */
  int32_t (*load)(oar_instance* self, oar_ctx ctx, const oar_state_info* info,
                  const oar_stream_api* api, oar_stream stream) OAR_NOEXCEPT;
} oar_plugin_state_api;

OAR_EXTERN_C_END
