#pragma once
/* Extension of the plugin oarlock.plugin.health/1: how it is, in its own words, for status pages.
 *
 * Asked now and then on the control thread, never from a scrape or a probe.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_PLUGIN_HEALTH "oarlock.plugin.health/1"

/* oar_health.state */
#define OAR_HEALTH_OK 0
#define OAR_HEALTH_DEGRADED 1 /* works, but not in full */
#define OAR_HEALTH_FAILED 2   /* cannot do its work */

OAR_EXTERN_C_BEGIN

typedef struct oar_health {
  uint32_t struct_size;
  uint32_t flags;
  int32_t state;
  uint32_t reserved;
  oar_text reason; /* one CamelCase word */
  oar_text message;
} oar_health;

typedef struct oar_plugin_health_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [control | configured] out=call; host: log; deadline: ctx; -> OK any */
  int32_t (*check)(oar_instance* self, oar_ctx ctx, oar_health* out) OAR_NOEXCEPT;
} oar_plugin_health_api;

OAR_EXTERN_C_END
