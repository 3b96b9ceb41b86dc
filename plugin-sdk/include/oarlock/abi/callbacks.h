#pragma once
/* Extensions of the plugin that serve declared callbacks: oarlock.plugin.map/1, .predicate/1 and
 * .index/1. Found through oar_plugin_api.get_extension.
 *
 * Use the declarative kinds where they do: those run without plugin code. A callback runs on a
 * worker of the generation, in order per informer, reads objects only (buffer, clock and log too),
 * must not block, and should end within 100 µs. A failure is logged, counts against the plugin and
 * is taken as said below.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_PLUGIN_MAP "oarlock.plugin.map/1"
#define OAR_EXT_PLUGIN_PREDICATE "oarlock.plugin.predicate/1"
#define OAR_EXT_PLUGIN_INDEX "oarlock.plugin.index/1"

/* oar_change.kind */
#define OAR_CHANGE_CREATED 1 /* seen for the first time */
#define OAR_CHANGE_UPDATED 2
#define OAR_CHANGE_DELETED 3
#define OAR_CHANGE_RESYNC 4 /* nothing changed; given again */

OAR_EXTERN_C_BEGIN

typedef struct oar_change {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;
  uint32_t type_index;
  int32_t kind;
  uint32_t reserved;
  oar_obj object;     /* the newest known; DELETED: the last one */
  oar_obj old_object; /* UPDATED: the one before; else none */
} oar_change;

/* An object that is mapped or indexed. */
typedef struct oar_subject {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;
  uint32_t type_index;
  oar_obj object;
} oar_subject;

/* Takes the results of one call. */
typedef struct oar_sink_api {
  uint32_t struct_size;
  uint32_t flags;
  /* A key of a primary type. Doubles are fine.
   * [worker | configured] key=call; deadline: none; -> OK UNDECLARED(type) TOO_LARGE(count) */
  int32_t (*add_key)(oar_sink sink, const oar_key* key) OAR_NOEXCEPT;
  /* An index value.
   * [worker | configured] value=call; deadline: none; -> OK TOO_LARGE(count) */
  int32_t (*add_value)(oar_sink sink, oar_view value) OAR_NOEXCEPT;
} oar_sink_api;

typedef struct oar_plugin_map_api {
  uint32_t struct_size;
  uint32_t flags;
  /* On an update called for the former object and for the new one. After a failure the keys added
   * so far count.
   * [worker | declared] all=call; host: objects, sink->add_key; deadline: ctx; -> OK any */
  int32_t (*map)(oar_instance* self, oar_ctx ctx, uint32_t mapper, const oar_subject* subject,
                 const oar_sink_api* api, oar_sink sink) OAR_NOEXCEPT;
} oar_plugin_map_api;

typedef struct oar_plugin_predicate_api {
  uint32_t struct_size;
  uint32_t flags;
  /* out_pass: 1 = it matters. After a failure the change passes.
   * [worker | declared] all=call; host: objects; deadline: ctx; -> OK any */
  int32_t (*test)(oar_instance* self, oar_ctx ctx, uint32_t predicate, const oar_change* change,
                  uint8_t* out_pass) OAR_NOEXCEPT;
} oar_plugin_predicate_api;

typedef struct oar_plugin_index_api {
  uint32_t struct_size;
  uint32_t flags;
  /* A pure function of the object. After a failure the object is missing from this index.
   * [worker | declared] all=call; host: objects, sink->add_value; deadline: ctx; -> OK any */
  int32_t (*index)(oar_instance* self, oar_ctx ctx, uint32_t indexer, const oar_subject* subject,
                   const oar_sink_api* api, oar_sink sink) OAR_NOEXCEPT;
} oar_plugin_index_api;

OAR_EXTERN_C_END
