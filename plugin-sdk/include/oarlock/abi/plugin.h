#pragma once
/* The core plugin table: the calls a host makes into an instance, in the order of its life.
 *
 *   create -> configure -> declare -> (synced) -> activate -> reconcile* -> drain -> deactivate
 *          -> destroy; after deactivate activate, configure and declare may come again.
 * configure may also come while active: then no reconcile is in flight, and declare follows.
 * A null function means: nothing to do, OAR_OK (reconcile and destroy must be there).
 * The host never makes two calls for one key of one instance at once; different keys run in
 * parallel up to the controller's limit.
 */

#include "oarlock/abi/declare.h"

/* oar_result.outcome */
#define OAR_DONE 0
#define OAR_REQUEUE 1          /* again after the key's backoff; no error */
#define OAR_REQUEUE_AFTER 2    /* again after requeue_after_ns */
#define OAR_ERROR_TRANSIENT 3  /* again after the key's backoff */
#define OAR_ERROR_PERMANENT 4  /* not before the object or the generation changes */
#define OAR_SKIPPED_CONFLICT 5 /* the cache was behind: again soon; no error */

OAR_EXTERN_C_BEGIN

/* A secret that the manifest refers to. Never in json, never logged by the host; copy what must
 * outlive the call. */
typedef struct oar_config_secret {
  uint32_t struct_size;
  uint32_t flags;
  oar_view name; /* the plugin's word for it */
  oar_view value;
} oar_config_secret;

/* The plugin's configuration, checked against its schema. */
typedef struct oar_config {
  uint32_t struct_size;
  uint32_t flags;
  oar_obj object;  /* canonical JSON as an object; life: the call */
  oar_view json;   /* the same as text */
  oar_view digest; /* lower-case hex SHA-256 of json */
  const oar_config_secret* secrets;
  uint64_t secrets_count;
  uint64_t secrets_stride;
} oar_config;

/* Filled by configure when it returns OAR_E_INVALID. */
typedef struct oar_config_error {
  uint32_t struct_size;
  uint32_t flags;
  oar_text path; /* JSON Pointer into the configuration */
  oar_text message;
} oar_config_error;

/* Filled by reconcile. The host hands it over zeroed: OAR_DONE. */
typedef struct oar_result {
  uint32_t struct_size;
  uint32_t flags;
  int32_t outcome;
  uint32_t reserved;
  int64_t requeue_after_ns;
  int64_t requeue_jitter_ns;   /* a random part of it is added */
  int64_t observed_generation; /* 0 = not told */
  oar_text reason;             /* one CamelCase word */
  oar_text message;
} oar_result;

typedef struct oar_plugin_api {
  uint32_t struct_size;
  uint32_t flags;
  /* A table of the plugin by extension id; asked once, after create.
   * [control | created] out=plugin; host: none; -> OK NOT_FOUND */
  int32_t (*get_extension)(oar_instance* self, oar_view id, const void** out) OAR_NOEXCEPT;
  /* On INVALID `out` says where and why.
   * [control | created & !in-flight] host: log, objects; -> OK NEEDS_RESTART INVALID */
  int32_t (*configure)(oar_instance* self, oar_ctx ctx, const oar_config* config,
                       oar_config_error* out) OAR_NOEXCEPT;
  /* A pure function of the configuration: equal configurations declare the same. May be a dry run.
   * [control | configured & !in-flight] api builder=call; host: builder; -> OK INVALID any */
  int32_t (*declare)(oar_instance* self, const oar_builder_api* api,
                     oar_builder builder) OAR_NOEXCEPT;
  /* An instance whose activate failed is not active: no drain or deactivate comes for it.
   * [control | synced & leading] ; host: all; deadline: ctx; -> OK any */
  int32_t (*activate)(oar_instance* self, oar_ctx ctx) OAR_NOEXCEPT;
  /* A negative return equals OAR_ERROR_TRANSIENT with the words of set_error.
   * [worker | active] key out=call; host: all; deadline: ctx; -> OK any */
  int32_t (*reconcile)(oar_instance* self, oar_ctx ctx, const oar_key* key,
                       oar_result* out) OAR_NOEXCEPT;
  /* No new reconcile comes; those in flight end, helped by the plugin. `deadline` is the context's.
   * [control | active] ; host: all; deadline: ctx; -> OK TIMEOUT any */
  int32_t (*drain)(oar_instance* self, oar_ctx ctx, oar_mono deadline) OAR_NOEXCEPT;
  /* Ends own threads, forks and per-thread state.
   * [control | draining & !in-flight] ; host: log, objects; deadline: ctx; -> OK any */
  int32_t (*deactivate)(oar_instance* self, oar_ctx ctx) OAR_NOEXCEPT;
  /* Frees self. Nothing may refer to the plugin afterwards.
   * [control | inactive] ; host: none; -> OK */
  int32_t (*destroy)(oar_instance* self) OAR_NOEXCEPT;
} oar_plugin_api;

OAR_EXTERN_C_END
