#pragma once
/* Extension oarlock.client-batch/1: many writes in one call.
 *
 * Each item is one verb of client.h with its rules, checks, status and error. Items are sent in
 * their order, one after the other, unless `parallel` allows more at once; those of one key keep
 * their order in any case. The call ends when all are answered, or ctx is cancelled.
 */

#include "oarlock/abi/client.h"

#define OAR_EXT_CLIENT_BATCH "oarlock.client-batch/1"

/* oar_write_item.verb; says which members are read besides key */
#define OAR_WRITE_CREATE 1 /* body, options */
#define OAR_WRITE_UPDATE 2 /* body, options */
#define OAR_WRITE_PATCH 3  /* patch_kind, body, options */
#define OAR_WRITE_DELETE 4 /* delete_options */

OAR_EXTERN_C_BEGIN

typedef struct oar_write_item {
  uint32_t struct_size;
  uint32_t flags;
  int32_t verb;
  int32_t patch_kind; /* OAR_PATCH_* */
  const oar_key* key;
  oar_view body;
  const oar_write_options* options;         /* may be null */
  const oar_delete_options* delete_options; /* may be null */
} oar_write_item;

/* The caller reserves one per item and sets struct_size of each. */
typedef struct oar_write_outcome {
  uint32_t struct_size;
  uint32_t flags;
  int32_t status; /* CANCELLED: not sent, as an earlier one failed or ctx was cancelled */
  uint32_t reserved;
  oar_obj object; /* the answer; none for a delete; life: ctx */
  oar_error error;
} oar_write_outcome;

typedef struct oar_batch_options {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t parallel;     /* most requests at once; 0 = 1. The host may use fewer */
  uint8_t stop_on_error; /* 1: what was not sent when an item fails is not sent any more */
  uint8_t no_objects;    /* 1: answers are given to the cache, but not to the caller */
  uint8_t reserved[2];
} oar_batch_options;

typedef struct oar_client_batch_api {
  uint32_t struct_size;
  uint32_t flags;
  /* At most 1024 items. OK: each item was tried, `out` says with what success; else none was.
   * [any | active, draining] items=call; deadline: ctx; -> OK INVALID TOO_LARGE SHUTTING_DOWN */
  int32_t (*write_many)(oar_ctx ctx, const oar_write_item* items, uint64_t count, uint64_t stride,
                        const oar_batch_options* options, oar_write_outcome* out,
                        uint64_t out_stride) OAR_NOEXCEPT;
} oar_client_batch_api;

OAR_EXTERN_C_END
