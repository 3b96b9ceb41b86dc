#pragma once
/* Buffers: memory of the host in which a plugin builds bulk text, counted to its generation.
 *
 * Made, filled, finished once; then a view that any host function takes. Ends with its context or
 * by release. Limit: the host's, told by OAR_E_TOO_LARGE.
 */

#include "oarlock/abi/base.h"

OAR_EXTERN_C_BEGIN

typedef struct oar_buffer_api {
  uint32_t struct_size;
  uint32_t flags;
  /* size_hint: bytes expected, 0 = unknown.
   * [any | configured] out=ctx; deadline: none; -> OK THROTTLED(too many) */
  int32_t (*create)(oar_ctx ctx, uint64_t size_hint, oar_buf* out) OAR_NOEXCEPT;
  /* INVALID once it is finished.
   * [any | configured] bytes=call; deadline: none; -> OK TOO_LARGE */
  int32_t (*append)(oar_ctx ctx, oar_buf buf, oar_view bytes) OAR_NOEXCEPT;
  /* The content; nothing more can be appended.
   * [any | configured] out=ctx; deadline: none; -> OK */
  int32_t (*finish)(oar_ctx ctx, oar_buf buf, oar_view* out) OAR_NOEXCEPT;
  /* Ends it and its view early.
   * [any | configured] ; deadline: none; -> OK */
  int32_t (*release)(oar_ctx ctx, oar_buf buf) OAR_NOEXCEPT;
} oar_buffer_api;

OAR_EXTERN_C_END
