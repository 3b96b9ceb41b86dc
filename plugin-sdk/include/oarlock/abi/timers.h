#pragma once
/* Extension oarlock.timers/1: reconciles at a time that the plugin chooses.
 *
 * A timer is a delayed add to the controller's queue: it survives a reload, several for one key are
 * one (the earliest), and a change of the object that comes first takes its place, as the run that
 * follows decides anew. A controller without primary types (declare.h: external) gets all its keys
 * from here: their type is 0, their name and namespace are words of the plugin's own.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_TIMERS "oarlock.timers/1"

OAR_EXTERN_C_BEGIN

typedef struct oar_requeue_options {
  uint32_t struct_size;
  uint32_t flags;
  int32_t priority; /* added to the controller's */
  uint32_t reserved;
} oar_requeue_options;

/* options may be null. */
typedef struct oar_timers_api {
  uint32_t struct_size;
  uint32_t flags;
  /* 0 = at once. At most 366 days.
   * [any | active, draining] key=call; -> OK UNDECLARED(type) THROTTLED(full) SHUTTING_DOWN */
  int32_t (*requeue_after)(oar_ctx ctx, const oar_key* key, int64_t delay_ns,
                           const oar_requeue_options* options) OAR_NOEXCEPT;
  /* The delay is reckoned once, by the host's wall clock; a time that is past means at once.
   * [any | active, draining] key=call; -> OK UNDECLARED(type) THROTTLED(full) SHUTTING_DOWN */
  int32_t (*requeue_at)(oar_ctx ctx, const oar_key* key, oar_time when,
                        const oar_requeue_options* options) OAR_NOEXCEPT;
} oar_timers_api;

OAR_EXTERN_C_END
