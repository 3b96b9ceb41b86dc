#pragma once
/* The core host table: what every host offers. Areas are tables of their own, so that each grows
 * at its own end; everything optional is an extension, found by id.
 *
 * The host hands it to create. Threads: each function [control, worker, fork]. Before configure and
 * in destroy no function may be called.
 */

#include "oarlock/abi/buffer.h"
#include "oarlock/abi/context.h"
#include "oarlock/abi/object.h"

/* Log levels. */
#define OAR_LOG_TRACE 1
#define OAR_LOG_DEBUG 2
#define OAR_LOG_INFO 3
#define OAR_LOG_WARNING 4
#define OAR_LOG_ERROR 5
#define OAR_LOG_HOST_MISBEHAVING 6   /* the host broke the contract */
#define OAR_LOG_PLUGIN_MISBEHAVING 7 /* the plugin noticed a fault of its own */

OAR_EXTERN_C_BEGIN

/* The host adds plugin, generation, controller, key and run, and copies everything. */
typedef struct oar_log_record {
  uint32_t struct_size;
  uint32_t flags;
  int32_t level;
  uint32_t reserved;
  oar_view message;
  const oar_field* fields;
  uint64_t fields_count;
  uint64_t call_site; /* hash of the place of the call, for rate limits; 0 = of the message */
} oar_log_record;

/* Clock and randomness: never ask the system, so that tests and replays reach the plugin. */
typedef struct oar_clock_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [any | configured] ; deadline: none; -> OK */
  int32_t (*now_mono)(oar_host host, oar_mono* out) OAR_NOEXCEPT;
  /* [any | configured] ; deadline: none; -> OK */
  int32_t (*now_unix)(oar_host host, oar_time* out) OAR_NOEXCEPT;
  /* [any | configured] ; deadline: none; -> OK */
  int32_t (*random_u64)(oar_host host, uint64_t* out) OAR_NOEXCEPT;
} oar_clock_api;

typedef struct oar_host_api {
  uint32_t struct_size;
  uint32_t flags;
  /* Table of an extension by its id; cast to the type its header names.
   * [any | configured] out=plugin; deadline: none; -> OK NOT_FOUND */
  int32_t (*get_extension)(oar_host host, oar_view id, const void** out) OAR_NOEXCEPT;
  /* ctx may be none: then no key is added.
   * [any | configured] record=call; deadline: none, never blocks; -> OK THROTTLED(dropped) */
  int32_t (*log)(oar_host host, oar_ctx ctx, const oar_log_record* record) OAR_NOEXCEPT;
  /* [any | configured] ; deadline: none; -> OK */
  int32_t (*log_enabled)(oar_host host, int32_t level, uint8_t* out) OAR_NOEXCEPT;
  /* "NOT_FOUND" of OAR_E_NOT_FOUND.
   * [any | configured] out=plugin; deadline: none; -> OK */
  int32_t (*status_name)(oar_host host, int32_t status, oar_view* out) OAR_NOEXCEPT;
  const oar_clock_api* clock;
  const oar_context_api* context;
  const oar_object_api* object;
  const oar_buffer_api* buffer;
} oar_host_api;

OAR_EXTERN_C_END
