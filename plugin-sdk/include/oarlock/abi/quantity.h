#pragma once
/* Extension oarlock.quantity/1: Kubernetes quantities ("250m", "1Gi", "1e3").
 *
 * Decimal numbers with a suffix: n u m (none) k M G T P E, Ki Mi Gi Ti Pi Ei, or an exponent.
 * Digits below 1 n are rounded up (away from zero), magnitudes are cut at 2^63-1. Pure functions.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_QUANTITY "oarlock.quantity/1"

/* oar_quantity.format: how the text was written, and canonical text will be */
#define OAR_QUANTITY_DECIMAL 1  /* 250m, 12k */
#define OAR_QUANTITY_BINARY 2   /* 1Gi */
#define OAR_QUANTITY_EXPONENT 3 /* 1e3 */

OAR_EXTERN_C_BEGIN

typedef struct oar_quantity {
  uint32_t struct_size;
  uint32_t flags;
  int32_t format;
  uint8_t exact; /* 0: value was rounded */
  uint8_t reserved[3];
  int64_t value;  /* whole units, rounded up (away from zero) */
  int64_t milli;  /* thousandths likewise, cut at the ends of int64 */
  double nearest; /* the double next to it */
} oar_quantity;

typedef struct oar_quantity_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [any | configured] ; deadline: none; -> OK INVALID(no quantity) */
  int32_t (*parse)(oar_host host, oar_view text, oar_quantity* out) OAR_NOEXCEPT;
  /* out: -1, 0 or 1 as a is less than, equal to or more than b.
   * [any | configured] ; deadline: none; -> OK INVALID(no quantity) */
  int32_t (*compare)(oar_host host, oar_view a, oar_view b, int32_t* out) OAR_NOEXCEPT;
  /* The form that the API server stores: no fraction, the largest suffix that needs none. 64 bytes
   * of room are always enough.
   * [any | configured] ; deadline: none; -> OK INVALID(no quantity) TOO_LARGE(no room) */
  int32_t (*canonical)(oar_host host, oar_view text, oar_text* out) OAR_NOEXCEPT;
} oar_quantity_api;

OAR_EXTERN_C_END
