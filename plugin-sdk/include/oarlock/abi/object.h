#pragma once
/* Object access: reading immutable objects, of the cache, of the server, or of the plugin's text.
 *
 * An oar_obj is a snapshot that its context leases: it and every view into it stay valid until the
 * context ends. keep makes a handle of the instance that lives until release; it may be used
 * with each context of that instance. Nothing is copied by reading.
 * Paths are JSON Pointers (RFC 6901) plus `*` (each element or member; a literal star is `~2`) and
 * `[key=value]` (elements whose member equals). They are declared (declare.h) and named by id.
 * Reading what is not there is no error: OAR_OK with a value of OAR_TYPE_MISSING. A node goes with
 * the handle that it was read from: with another one it is OAR_E_STALE.
 */

#include "oarlock/abi/base.h"

OAR_EXTERN_C_BEGIN

/* Filled by meta in one call. Views and nodes live with the object's lease. */
typedef struct oar_obj_meta {
  uint32_t struct_size;
  uint32_t flags;
  oar_view group;
  oar_view version;
  oar_view kind;
  oar_view ns; /* empty: cluster-scoped */
  oar_view name;
  oar_view uid;
  oar_view resource_version;
  int64_t generation; /* 0 = none */
  oar_time creation_time;
  oar_time deletion_time; /* not 0: it is being deleted */
  uint64_t labels_count;
  uint64_t annotations_count;
  uint64_t owners_count;
  uint64_t finalizers_count;
  oar_node labels;
  oar_node annotations;
  oar_node owners;
  oar_node finalizers;
} oar_obj_meta;

typedef struct oar_list_info {
  uint32_t struct_size;
  uint32_t flags;
  uint64_t count;
  oar_view cursor; /* not empty: there is more, pass it on; life: the list's ctx */
  oar_view resource_version;
  int64_t remaining; /* -1 = not told */
} oar_list_info;

/* Every function here is [any | configured], takes objects and lists of `ctx` or kept ones, gives
 * views that live with the object's lease, and never blocks. */
typedef struct oar_object_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [any | configured] out=lease; -> OK */
  int32_t (*meta)(oar_ctx ctx, oar_obj obj, oar_obj_meta* out) OAR_NOEXCEPT;
  /* The first match of a declared path below `node`.
   * [any | configured] out=lease; -> OK UNDECLARED */
  int32_t (*get)(oar_ctx ctx, oar_obj obj, oar_node node, uint32_t path,
                 oar_value* out) OAR_NOEXCEPT;
  /* `count` paths at once, from the root; out has room for as many values.
   * [any | configured] out=lease; -> OK UNDECLARED */
  int32_t (*get_many)(oar_ctx ctx, oar_obj obj, const uint32_t* paths, uint64_t count,
                      oar_value* out) OAR_NOEXCEPT;
  /* All matches in document order: those from number `skip` on, at most `capacity`, into out;
   * their number into out_count, that of all matches into out_total.
   * [any | configured] out=lease; -> OK UNDECLARED */
  int32_t (*get_all)(oar_ctx ctx, oar_obj obj, oar_node node, uint32_t path, uint64_t skip,
                     oar_value* out, uint64_t capacity, uint64_t* out_count,
                     uint64_t* out_total) OAR_NOEXCEPT;
  /* A member of a map by its key.
   * [any | configured] out=lease; -> OK */
  int32_t (*member)(oar_ctx ctx, oar_obj obj, oar_node node, oar_view key,
                    oar_value* out) OAR_NOEXCEPT;
  /* Elements or members; 0 for anything else.
   * [any | configured] ; -> OK */
  int32_t (*len)(oar_ctx ctx, oar_obj obj, oar_node node, uint64_t* out) OAR_NOEXCEPT;
  /* Element i, or the value of member i.
   * [any | configured] out=lease; -> OK */
  int32_t (*at)(oar_ctx ctx, oar_obj obj, oar_node node, uint64_t i, oar_value* out) OAR_NOEXCEPT;
  /* Key of member i; absent for anything else.
   * [any | configured] out=lease; -> OK */
  int32_t (*key_at)(oar_ctx ctx, oar_obj obj, oar_node node, uint64_t i,
                    oar_view* out) OAR_NOEXCEPT;
  /* Starts over the elements or members of `node`, for large maps.
   * [any | configured] out: with the lease; -> OK */
  int32_t (*iter_begin)(oar_ctx ctx, oar_obj obj, oar_node node, oar_iter* out) OAR_NOEXCEPT;
  /* The next one; out_key may be null.
   * [any | configured] out=lease; -> OK END */
  int32_t (*iter_next)(oar_ctx ctx, oar_iter* iter, oar_view* out_key, oar_value* out) OAR_NOEXCEPT;
  /* A handle of the instance to the same object.
   * [any | configured] out: until release; -> OK THROTTLED(too many kept) */
  int32_t (*keep)(oar_host host, oar_ctx ctx, oar_obj obj, oar_obj* out) OAR_NOEXCEPT;
  /* Ends a kept handle and all views through it.
   * [any | configured] ; -> OK */
  int32_t (*release)(oar_host host, oar_obj kept) OAR_NOEXCEPT;
  /* JSON text of a node (OAR_NODE_ROOT: the object), built at first use.
   * [any | configured] out=lease; -> OK */
  int32_t (*json)(oar_ctx ctx, oar_obj obj, oar_node node, oar_view* out) OAR_NOEXCEPT;
  /* An object from JSON text. err may be null.
   * [any | configured] json=call out=ctx; -> OK INVALID TOO_LARGE */
  int32_t (*from_json)(oar_ctx ctx, oar_view json, oar_obj* out, oar_error* err) OAR_NOEXCEPT;
  /* [any | configured] out=ctx; -> OK */
  int32_t (*list_info)(oar_ctx ctx, oar_list list, oar_list_info* out) OAR_NOEXCEPT;
  /* [any | configured] out=ctx; -> OK NOT_FOUND(out of range) */
  int32_t (*list_at)(oar_ctx ctx, oar_list list, uint64_t i, oar_obj* out) OAR_NOEXCEPT;
  /* Ends the list and the objects taken from it before the context does: for long loops.
   * [any | configured] ; -> OK */
  int32_t (*list_release)(oar_ctx ctx, oar_list list) OAR_NOEXCEPT;
} oar_object_api;

OAR_EXTERN_C_END
