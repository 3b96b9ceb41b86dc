#pragma once
/* Contexts: one call into the plugin, with its deadline, cancellation, identity and handles.
 *
 * Made by the host for each call, ended when the call returns; all its handles end with it. Used by
 * one thread at a time. A fork serves another thread: own handles, deadline and cancellation of its
 * parent, ended by release or, at the latest, when deactivate returns. A fork of activate goes on
 * when activate has returned: it has no deadline, and is cancelled before drain is called.
 */

#include "oarlock/abi/base.h"

/* Why a context is cancelled. */
#define OAR_CANCEL_NONE 0
#define OAR_CANCEL_DEADLINE 1
#define OAR_CANCEL_DRAIN 2
#define OAR_CANCEL_SHUTDOWN 3
#define OAR_CANCEL_LOST_LEADERSHIP 4
#define OAR_CANCEL_SUPERSEDED 5 /* the object of the run is gone or is another one */

OAR_EXTERN_C_BEGIN

typedef struct oar_error_cause {
  uint32_t struct_size;
  uint32_t flags;
  oar_view reason;
  oar_view message;
  oar_view field;
} oar_error_cause;

/* Filled by error_info; the views live as long as the error's ctx. */
typedef struct oar_error_info {
  uint32_t struct_size;
  uint32_t flags;
  int32_t code;        /* OAR_E_* */
  int32_t http_status; /* 0 = the server did not answer */
  oar_view reason;     /* the API server's word, "AlreadyExists" */
  oar_view message;
  int64_t retry_after_ns; /* -1 = not told */
  const oar_error_cause* causes;
  uint64_t causes_count;
  uint64_t causes_stride;
} oar_error_info;

typedef struct oar_context_api {
  uint32_t struct_size;
  uint32_t flags;
  /* OAR_NEVER where there is none.
   * [any | configured] ; deadline: none; -> OK */
  int32_t (*deadline)(oar_ctx ctx, oar_mono* out) OAR_NOEXCEPT;
  /* Cheap: ask in loops.
   * [any | configured] ; deadline: none; -> OK(go on) CANCELLED */
  int32_t (*is_cancelled)(oar_ctx ctx) OAR_NOEXCEPT;
  /* out: OAR_CANCEL_*.
   * [any | configured] ; deadline: none; -> OK */
  int32_t (*cancel_reason)(oar_ctx ctx, int32_t* out) OAR_NOEXCEPT;
  /* Blocks until cancelled or `timeout_ns` of the host's clock have passed.
   * [any | active] ; deadline: ctx; -> CANCELLED TIMEOUT(not cancelled) */
  int32_t (*wait_cancel)(oar_ctx ctx, int64_t timeout_ns) OAR_NOEXCEPT;
  /* The plugin's own words for the failure that the present call returns. The last one counts.
   * [any | configured] message=call; deadline: none; -> OK */
  int32_t (*set_error)(oar_ctx ctx, int32_t code, oar_view message) OAR_NOEXCEPT;
  /* [any | active] out: until release; deadline: none; -> OK THROTTLED(too many) SHUTTING_DOWN */
  int32_t (*fork)(oar_ctx ctx, oar_ctx* out) OAR_NOEXCEPT;
  /* Ends a fork; INVALID for a context that is none.
   * [any | configured] ; deadline: none; -> OK */
  int32_t (*release)(oar_ctx fork) OAR_NOEXCEPT;
  /* [any | configured] out=ctx; deadline: none; -> OK */
  int32_t (*error_info)(oar_ctx ctx, oar_error error, oar_error_info* out) OAR_NOEXCEPT;
} oar_context_api;

OAR_EXTERN_C_END
