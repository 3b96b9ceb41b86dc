#pragma once
/* Extension oarlock.edit/1: documents that can be changed, and patches made from the changes.
 *
 * A document is the host's memory, made from an object, from JSON or empty; the plugin holds a
 * handle. It belongs to its context and ends with it, or by release. Numbers keep their digits.
 * Paths are JSON Pointers plus `[key=value]` for an element that is there already ("" is the
 * document, `/-` the place behind the last element). A path through something that is missing makes
 * maps; through a scalar, through null, or past an array's end it is INVALID, and nothing changes.
 * Values are scalars, by oar_value (its node is ignored), JSON text, or a node of an object.
 * `err` may be null; it names the details (context.h).
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_EDIT "oarlock.edit/1"

OAR_EXTERN_C_BEGIN

/* Every function here is [any | configured], blocks never and has no deadline. */
typedef struct oar_edit_api {
  uint32_t struct_size;
  uint32_t flags;
  /* A copy of the object, which diff compares with.
   * [any | configured] out=ctx; -> OK THROTTLED(too many) TOO_LARGE */
  int32_t (*from_object)(oar_ctx ctx, oar_obj obj, oar_doc* out) OAR_NOEXCEPT;
  /* diff compares with the text.
   * [any | configured] json=call out=ctx; -> OK INVALID THROTTLED(too many) TOO_LARGE */
  int32_t (*from_json)(oar_ctx ctx, oar_view json, oar_doc* out, oar_error* err) OAR_NOEXCEPT;
  /* {}; diff compares with {}.
   * [any | configured] out=ctx; -> OK THROTTLED(too many) */
  int32_t (*empty)(oar_ctx ctx, oar_doc* out) OAR_NOEXCEPT;
  /* Puts a scalar in the place of what is there, if anything.
   * [any | configured] path value=call; -> OK INVALID TOO_LARGE */
  int32_t (*set)(oar_ctx ctx, oar_doc doc, oar_view path, const oar_value* value,
                 oar_error* err) OAR_NOEXCEPT;
  /* [any | configured] path json=call; -> OK INVALID TOO_LARGE */
  int32_t (*set_json)(oar_ctx ctx, oar_doc doc, oar_view path, oar_view json,
                      oar_error* err) OAR_NOEXCEPT;
  /* A copy of what is at a node of an object.
   * [any | configured] path=call; -> OK INVALID TOO_LARGE */
  int32_t (*set_node)(oar_ctx ctx, oar_doc doc, oar_view path, oar_obj obj, oar_node node,
                      oar_error* err) OAR_NOEXCEPT;
  /* Removing what is not there is no error.
   * [any | configured] path=call; -> OK INVALID(path) */
  int32_t (*remove)(oar_ctx ctx, oar_doc doc, oar_view path, oar_error* err) OAR_NOEXCEPT;
  /* A scalar behind the last element of the array at `path`, which is made if it is missing.
   * [any | configured] path value=call; -> OK INVALID TOO_LARGE */
  int32_t (*append)(oar_ctx ctx, oar_doc doc, oar_view path, const oar_value* value,
                    oar_error* err) OAR_NOEXCEPT;
  /* [any | configured] path json=call; -> OK INVALID TOO_LARGE */
  int32_t (*append_json)(oar_ctx ctx, oar_doc doc, oar_view path, oar_view json,
                         oar_error* err) OAR_NOEXCEPT;
  /* A JSON merge patch (RFC 7396) of what is at `path`: null removes.
   * [any | configured] path json=call; -> OK INVALID TOO_LARGE */
  int32_t (*merge)(oar_ctx ctx, oar_doc doc, oar_view path, oar_view json,
                   oar_error* err) OAR_NOEXCEPT;
  /* The document as text, for create and update.
   * [any | configured] out: until the document changes or ends; -> OK */
  int32_t (*json)(oar_ctx ctx, oar_doc doc, oar_view* out) OAR_NOEXCEPT;
  /* The patch that turns what the document was made from into it; `kind` as of the verb patch
   * (client.h): OAR_PATCH_JSON; OAR_PATCH_MERGE (INVALID where a null was set, which such a patch
   * cannot say); OAR_PATCH_APPLY: apiVersion, kind, name and namespace, and all that was set or
   * changed, lists whole. Nothing changed: out is absent.
   * [any | configured] out: until the next diff or the document's end; -> OK INVALID */
  int32_t (*diff)(oar_ctx ctx, oar_doc doc, int32_t kind, oar_view* out,
                  oar_error* err) OAR_NOEXCEPT;
  /* The document as it is now, to read it; INVALID where it is no map.
   * [any | configured] out=ctx; -> OK INVALID TOO_LARGE */
  int32_t (*object)(oar_ctx ctx, oar_doc doc, oar_obj* out, oar_error* err) OAR_NOEXCEPT;
  /* Ends it and its views early.
   * [any | configured] ; -> OK */
  int32_t (*release)(oar_ctx ctx, oar_doc doc) OAR_NOEXCEPT;
} oar_edit_api;

OAR_EXTERN_C_END
