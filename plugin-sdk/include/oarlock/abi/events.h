#pragma once
/* Extension oarlock.events/1: Events that users see with `kubectl describe`.
 *
 * The host writes them later, joins equal ones into series and limits their rate.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_EVENTS "oarlock.events/1"

/* oar_event.type */
#define OAR_EVENT_NORMAL 1
#define OAR_EVENT_WARNING 2

OAR_EXTERN_C_BEGIN

typedef struct oar_event {
  uint32_t struct_size;
  uint32_t flags;
  int32_t type;
  uint32_t reserved;
  oar_view reason;  /* one CamelCase word */
  oar_view message; /* cut to what the API server takes */
  oar_view action;  /* one CamelCase word; empty: the reason */
} oar_event;

typedef struct oar_events_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [any | active, draining] event=call; deadline: none, never blocks; -> OK THROTTLED(dropped) */
  int32_t (*emit)(oar_ctx ctx, oar_obj regarding, const oar_event* event) OAR_NOEXCEPT;
} oar_events_api;

OAR_EXTERN_C_END
