#pragma once
/* Extension oarlock.client/1: reading the cache, and every verb of the API server.
 *
 * Types are named by the plugin's own ids; one that was not declared is OAR_E_UNDECLARED. Each verb
 * is checked against the plugin's permissions before anything is sent. Writes are allowed in
 * activate, reconcile and drain; elsewhere NOT_LEADER or SHUTTING_DOWN. Writes with an answer are
 * seen by every later read of the cache (read-your-writes).
 * Options may be null. `err` may be null; on failure it names the details (context.h). `out` of a
 * write may be null. Objects, lists and errors belong to ctx.
 * Live verbs block until the answer, the deadline or the cancellation of ctx, which they return as
 * TIMEOUT and CANCELLED; retries on 429 and 5xx happen inside.
 * A malformed body (null, a list, an object without kind or metadata.name, an operation that is
 * none) is INVALID and names the field or index; annotations of more than 262144 bytes are
 * TOO_LARGE. Then nothing is sent.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_CLIENT "oarlock.client/1"

/* kind of patch */
#define OAR_PATCH_JSON 1
#define OAR_PATCH_MERGE 2
#define OAR_PATCH_STRATEGIC 3
#define OAR_PATCH_APPLY 4

/* oar_live_list.version_match */
#define OAR_MATCH_DEFAULT 0
#define OAR_MATCH_NOT_OLDER_THAN 1
#define OAR_MATCH_EXACT 2

/* oar_delete_options.propagation */
#define OAR_PROPAGATION_DEFAULT 0
#define OAR_PROPAGATION_BACKGROUND 1
#define OAR_PROPAGATION_FOREGROUND 2
#define OAR_PROPAGATION_ORPHAN 3

OAR_EXTERN_C_BEGIN

/* Which objects of the cache; all conditions hold together. */
typedef struct oar_cache_list {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;
  uint32_t type_index;
  oar_view ns; /* empty: all */
  oar_view label_selector;
  oar_view index_value;
  uint32_t index; /* an indexer of the type, 0 = none */
  uint32_t reserved;
  uint64_t limit;  /* 0 = no limit */
  oar_view cursor; /* of the list before */
} oar_cache_list;

/* Which objects of the server. */
typedef struct oar_live_list {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;
  uint32_t type_index;
  oar_view ns; /* empty: all */
  oar_view label_selector;
  oar_view field_selector;
  oar_view resource_version;
  int32_t version_match;
  uint32_t reserved;
  uint64_t limit;  /* 0 = no limit: the host pages by itself and gives one list */
  oar_view cursor; /* of the page before */
} oar_live_list;

typedef struct oar_get_options {
  uint32_t struct_size;
  uint32_t flags;
  oar_view subresource; /* "scale", … */
  oar_view resource_version;
} oar_get_options;

typedef struct oar_write_options {
  uint32_t struct_size;
  uint32_t flags;
  oar_view subresource;      /* empty: the object; "status", "scale", … */
  oar_view field_manager;    /* empty: the plugin's id */
  oar_view field_validation; /* "", "Ignore", "Warn", "Strict" */
  uint8_t dry_run;
  uint8_t force; /* apply only */
  uint8_t reserved[6];
} oar_write_options;

typedef struct oar_delete_options {
  uint32_t struct_size;
  uint32_t flags;
  int32_t propagation;
  uint8_t dry_run;
  uint8_t has_grace;
  uint8_t reserved[2];
  int64_t grace_seconds; /* where has_grace is 1 */
  oar_view uid;          /* preconditions; empty: none */
  oar_view resource_version;
} oar_delete_options;

/* What a declared type, or one of a type set, is on this server. The views live as long as the ctx.
 */
typedef struct oar_type_info {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;
  uint32_t type_index; /* of a type set; else 0 */
  oar_view group;
  oar_view version; /* in which reads are now */
  oar_view kind;
  oar_view resource; /* plural */
  uint8_t available; /* 0: the server does not serve it now */
  uint8_t synced;    /* 1: the cache has its first list */
  uint8_t namespaced;
  uint8_t reserved[5];
} oar_type_info;

typedef struct oar_client_api {
  uint32_t struct_size;
  uint32_t flags;
  /* From the cache.
   * [any | synced] ; deadline: none; -> OK NOT_FOUND UNDECLARED FORBIDDEN UNAVAILABLE(no type) */
  int32_t (*get)(oar_ctx ctx, const oar_key* key, oar_obj* out, oar_error* err) OAR_NOEXCEPT;
  /* From the cache, a snapshot in no particular order; with `limit` in pages.
   * [any | synced] ; deadline: none; -> OK UNDECLARED FORBIDDEN UNAVAILABLE GONE(cursor) */
  int32_t (*list)(oar_ctx ctx, const oar_cache_list* what, oar_list* out,
                  oar_error* err) OAR_NOEXCEPT;
  /* [any | synced] ; deadline: ctx; -> OK NOT_FOUND any */
  int32_t (*get_live)(oar_ctx ctx, const oar_key* key, const oar_get_options* options, oar_obj* out,
                      oar_error* err) OAR_NOEXCEPT;
  /* [any | synced] ; deadline: ctx; -> OK GONE any */
  int32_t (*list_live)(oar_ctx ctx, const oar_live_list* what, oar_list* out,
                       oar_error* err) OAR_NOEXCEPT;
  /* key->name may be empty where the object has generateName.
   * [any | active, draining] json=call; deadline: ctx; -> OK ALREADY_EXISTS any */
  int32_t (*create)(oar_ctx ctx, const oar_key* key, oar_view json,
                    const oar_write_options* options, oar_obj* out, oar_error* err) OAR_NOEXCEPT;
  /* The whole object. CONFLICT where its metadata.resourceVersion is not the present one; INVALID
   * for an object read in metadata-only form. Where the kind has a status subresource, `status` is
   * left out of what is sent: change it with subresource "status".
   * [any | active, draining] json=call; deadline: ctx; -> OK NOT_FOUND CONFLICT any */
  int32_t (*update)(oar_ctx ctx, const oar_key* key, oar_view json,
                    const oar_write_options* options, oar_obj* out, oar_error* err) OAR_NOEXCEPT;
  /* [any | active, draining] body=call; deadline: ctx; -> OK NOT_FOUND CONFLICT any */
  int32_t (*patch)(oar_ctx ctx, const oar_key* key, int32_t kind, oar_view body,
                   const oar_write_options* options, oar_obj* out, oar_error* err) OAR_NOEXCEPT;
  /* CONFLICT where a precondition fails.
   * [any | active, draining] ; deadline: ctx; -> OK NOT_FOUND CONFLICT any */
  int32_t (*delete_object)(oar_ctx ctx, const oar_key* key, const oar_delete_options* options,
                           oar_error* err) OAR_NOEXCEPT;
  /* limit and cursor of `what` are not read. Needs the verb deletecollection.
   * [any | active, draining] ; deadline: ctx; -> OK any */
  int32_t (*delete_collection)(oar_ctx ctx, const oar_live_list* what,
                               const oar_delete_options* options, oar_error* err) OAR_NOEXCEPT;
  /* type_index 0 for a type that is no set.
   * [any | synced] out=ctx; deadline: none; -> OK UNDECLARED NOT_FOUND(never in the set) */
  int32_t (*type_info)(oar_ctx ctx, uint32_t type, uint32_t type_index,
                       oar_type_info* out) OAR_NOEXCEPT;
  /* The types of a set one by one, `position` counting from 0; of any other type it is the one.
   * [any | synced] out=ctx; deadline: none; -> OK END UNDECLARED */
  int32_t (*type_at)(oar_ctx ctx, uint32_t type, uint64_t position,
                     oar_type_info* out) OAR_NOEXCEPT;
} oar_client_api;

OAR_EXTERN_C_END
