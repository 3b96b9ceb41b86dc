#pragma once
/* Declarations: what a controller watches, indexes, reads and writes, as pure data.
 *
 * All ids are chosen by the plugin, not 0, unique per kind within the instance, and stable across
 * versions of the plugin, so that two generations can be compared. The builder gives nothing back;
 * the host checks ids and texts when declare returns OAR_OK, so order does not matter. A struct
 * filled with zero but for its names declares the usual thing.
 * A controller that declares no primary type is an error, unless it says that it is external.
 */

#include "oarlock/abi/base.h"

/* oar_type_decl.form */
#define OAR_FORM_FULL 0
#define OAR_FORM_METADATA 1

/* oar_type_set_decl.scope */
#define OAR_SCOPE_ANY 0
#define OAR_SCOPE_NAMESPACED 1
#define OAR_SCOPE_CLUSTER 2

/* oar_metric_decl.kind */
#define OAR_METRIC_COUNTER 1
#define OAR_METRIC_GAUGE 2
#define OAR_METRIC_HISTOGRAM 3

/* oar_predicate_decl.kind. Creations and resyncs pass every "changed" predicate. */
#define OAR_PREDICATE_GENERATION_CHANGED 1 /* (uid, generation) changed, or deletion began */
#define OAR_PREDICATE_LABELS_MATCH 2       /* text: label selector; old or new labels match */
#define OAR_PREDICATE_PATHS_CHANGED 3      /* ids: paths; a value at one of them changed */
#define OAR_PREDICATE_CHANGE_IS 4          /* changes: OAR_CHANGE_BIT_* */
#define OAR_PREDICATE_NOT_BY_MANAGER 5     /* text: field manager, empty = the plugin's own */
#define OAR_PREDICATE_ALL_OF 6             /* ids: predicates */
#define OAR_PREDICATE_ANY_OF 7             /* ids: predicates */
#define OAR_PREDICATE_NOT 8                /* ids: one predicate */
#define OAR_PREDICATE_CALLBACK 9           /* oarlock.plugin.predicate/1 is called with the id */

#define OAR_CHANGE_BIT_CREATED 1u
#define OAR_CHANGE_BIT_UPDATED 2u
#define OAR_CHANGE_BIT_DELETED 4u

/* oar_mapper_decl.kind: from a watched object to keys of `target`. On an update the former object
 * is mapped too. */
#define OAR_MAPPER_SAME_NAME 1  /* the target of the same namespace and name */
#define OAR_MAPPER_LABEL 2      /* text: label key; its value is "name" or "namespace/name" */
#define OAR_MAPPER_ANNOTATION 3 /* text: annotation key; likewise */
#define OAR_MAPPER_PATH 4       /* path: each string there, put into the template */
#define OAR_MAPPER_OWNER 5      /* its owner references of the target's kind */
#define OAR_MAPPER_INDEX 6      /* the objects that `index` finds under the rendered template */
#define OAR_MAPPER_CALLBACK 7   /* oarlock.plugin.map/1 is called with the id */

/* oar_index_decl.kind */
#define OAR_INDEX_PATHS 1    /* declarative, shared, survives a reload */
#define OAR_INDEX_CALLBACK 2 /* oarlock.plugin.index/1 is called with the id; private */

OAR_EXTERN_C_BEGIN

/* A resource type that the controller uses; `get`, `list` and `watch` on it are thereby allowed. */
typedef struct oar_type_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t id;
  int32_t form;
  oar_view group; /* empty: core */
  oar_view kind;
  const oar_view* versions; /* accepted, best first; none: the server's preferred one */
  uint64_t versions_count;
  const oar_view* namespaces; /* none: all that the manifest allows */
  uint64_t namespaces_count;
  oar_view label_selector; /* by the server, or here where more is watched anyway */
  oar_view field_selector;
  uint8_t optional;       /* 1: the controller runs also while the server lacks the type */
  uint8_t uncached;       /* 1: live verbs only, no informer */
  uint8_t managed_fields; /* 1: keep metadata.managedFields in the cache */
  uint8_t reserved[5];
} oar_type_decl;

/* Types that a selector finds in what the server serves, again and again as they come and go. Its
 * id stands where a type's does. Keys, changes and subjects say with type_index which of its types
 * they mean: a number of the host that is the same for the same group and kind as long as the
 * process lives, in every set and generation (client.h: type_info). Each is read in the version
 * that the server prefers; `get`, `list` and `watch` on it are thereby allowed. Names: "Kind" in
 * every group, or "Kind.group". */
typedef struct oar_type_set_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t id; /* not one of a type, either */
  int32_t form;
  const oar_view* groups; /* none: all; an empty one: core */
  uint64_t groups_count;
  const oar_view* kinds; /* names; none: all */
  uint64_t kinds_count;
  const oar_view* exclude; /* names that are left out */
  uint64_t exclude_count;
  const oar_view* verbs; /* that each has to offer, besides list and watch */
  uint64_t verbs_count;
  const oar_view* namespaces; /* none: all that the manifest allows */
  uint64_t namespaces_count;
  oar_view label_selector;
  int32_t scope;
  uint8_t uncached; /* 1: live verbs only, no informers */
  uint8_t reserved[3];
} oar_type_set_decl;

/* A metric (metrics.h). Its name must not be another plugin's or the host's. */
typedef struct oar_metric_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t id;
  int32_t kind;
  oar_view
      name; /* letters, digits and _; of a counter ending in _total; not beginning with oarlock_ */
  oar_view help;
  const oar_view* labels; /* names; `plugin` and `controller` are the host's own */
  uint64_t labels_count;
  const double* buckets; /* HISTOGRAM: upper bounds, ascending; none: 5 ms to 10 s */
  uint64_t buckets_count;
} oar_metric_decl;

/* A permission beyond reading the declared types. Words as in RBAC rules; "*" is one. */
typedef struct oar_access_decl {
  uint32_t struct_size;
  uint32_t flags;
  oar_view group;
  oar_view resource;    /* plural, "deployments" */
  oar_view subresource; /* empty: the object itself */
  const oar_view* verbs;
  uint64_t verbs_count;
  const oar_view* namespaces; /* none: all */
  uint64_t namespaces_count;
  const oar_view* names; /* none: all */
  uint64_t names_count;
} oar_access_decl;

typedef struct oar_path_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t id;
  uint32_t reserved;
  oar_view text; /* object.h says how paths read */
} oar_path_decl;

/* Which member holds is said at the kinds. */
typedef struct oar_predicate_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t id;
  int32_t kind;
  oar_view text;
  const uint32_t* ids;
  uint64_t ids_count;
  uint32_t changes;
  uint32_t reserved;
} oar_predicate_decl;

typedef struct oar_mapper_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t id;
  int32_t kind;
  uint32_t target; /* a primary type; 0 = the only one */
  uint32_t path;
  uint32_t index; /* an indexer of `target` */
  uint32_t reserved;
  oar_view text;
  /* {namespace}, {name} of the watched object and {value} of the path. Gives "namespace/name" or
   * "name"; for INDEX the value to look up. Empty: "{value}", for INDEX "{namespace}/{name}". */
  oar_view template_text;
  uint8_t any_owner; /* OWNER: 1 = not only the controller reference */
  uint8_t reserved2[7];
} oar_mapper_decl;

/* One part of an index value: the strings at `paths`, together. Each is split, each piece trimmed
 * of blanks, relieved of the prefix, lower-cased; empty pieces are dropped. */
typedef struct oar_index_part {
  uint32_t struct_size;
  uint32_t flags;
  const uint32_t* paths;
  uint64_t paths_count;
  oar_view split;        /* separator; empty: whole */
  oar_view strip_prefix; /* pieces without it stay as they are */
  uint8_t lower_case;
  uint8_t reserved[7];
} oar_index_part;

/* Several parts make a composite: each combination of their pieces, joined with `separator`. */
typedef struct oar_index_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t id;
  int32_t kind;
  uint32_t type; /* a cached type */
  uint32_t reserved;
  const oar_index_part* parts;
  uint64_t parts_count;
  uint64_t parts_stride;
  oar_view separator;
} oar_index_decl;

/* What the controller reconciles: keys of this type. */
typedef struct oar_primary_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;
  int32_t priority;           /* added to the controller's */
  const uint32_t* predicates; /* all must pass */
  uint64_t predicates_count;
} oar_primary_decl;

/* Once per declare. 0 = the host's default, which the manifest may override in any case. */
typedef struct oar_controller_decl {
  uint32_t struct_size;
  uint32_t flags;
  const oar_primary_decl* primaries;
  uint64_t primaries_count;
  uint64_t primaries_stride;
  uint32_t max_concurrent;
  int32_t priority;
  int64_t resync_ns;
  int64_t backoff_base_ns;
  int64_t backoff_max_ns;
  double rate_qps; /* reconciles per second, over all keys */
  uint32_t rate_burst;
  uint8_t all_replicas; /* 1: also where this host does not lead */
  uint8_t external;     /* 1: it has keys of its own, of type 0, from timers and callback mappers */
  uint8_t reserved[2];
} oar_controller_decl;

/* Objects that primaries own: each change is mapped to the owner. */
typedef struct oar_owned_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;
  uint32_t target; /* a primary type; 0 = the only one */
  int32_t priority;
  uint8_t any_owner; /* 1 = not only the controller reference */
  uint8_t reserved[3];
  const uint32_t* predicates; /* all must pass */
  uint64_t predicates_count;
} oar_owned_decl;

/* Other objects that matter: each change that passes is mapped to keys. */
typedef struct oar_watch_decl {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type; /* a cached type */
  uint32_t mapper;
  int32_t priority;
  uint32_t reserved;
  const uint32_t* predicates; /* all must pass */
  uint64_t predicates_count;
} oar_watch_decl;

/* Each function copies its argument. A refusal is remembered: declare then fails with its text,
 * whatever it returns. */
typedef struct oar_builder_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(id) TOO_LARGE(count) */
  int32_t (*type)(oar_builder builder, const oar_type_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK TOO_LARGE(count) */
  int32_t (*access)(oar_builder builder, const oar_access_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(id) TOO_LARGE(count) */
  int32_t (*path)(oar_builder builder, const oar_path_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(id) TOO_LARGE(count) */
  int32_t (*predicate)(oar_builder builder, const oar_predicate_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(id) TOO_LARGE(count) */
  int32_t (*mapper)(oar_builder builder, const oar_mapper_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(id) TOO_LARGE(count) */
  int32_t (*index)(oar_builder builder, const oar_index_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(second call) */
  int32_t (*controller)(oar_builder builder, const oar_controller_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK TOO_LARGE(count) */
  int32_t (*owned)(oar_builder builder, const oar_owned_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK TOO_LARGE(count) */
  int32_t (*watch)(oar_builder builder, const oar_watch_decl* decl) OAR_NOEXCEPT;
  /* The plugin's own words for the failure that declare returns.
   * [control | configured] message=call; deadline: none; -> OK */
  int32_t (*set_error)(oar_builder builder, int32_t code, oar_view message) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(id) TOO_LARGE(count) */
  int32_t (*type_set)(oar_builder builder, const oar_type_set_decl* decl) OAR_NOEXCEPT;
  /* [control | configured] decl=call; deadline: none; -> OK ALREADY_EXISTS(id) TOO_LARGE(count) */
  int32_t (*metric)(oar_builder builder, const oar_metric_decl* decl) OAR_NOEXCEPT;
} oar_builder_api;

OAR_EXTERN_C_END
