#pragma once
/* oarlock plugin ABI, major 1: conventions, status codes and the frozen value types.
 *
 * A plugin is a shared library that exports one function, oar_entry_v1 (entry.h). Host and plugin
 * talk through tables of C functions; nothing else is shared. Plugins are trusted: they run in the
 * host's address space. C11, also valid C++11 to C++23; x86-64 and AArch64, little-endian, LP64.
 *
 * CONVENTIONS (numbers are referred to from the other headers)
 *
 *  1 Types. Fixed-width integers, IEEE double, pointers, and structs of those. Booleans are uint8_t
 *    0/1, counts and sizes uint64_t, enumerations int32_t with named constants; a reader treats an
 *    unknown value as "other". `reserved` fields are zero and are ignored on read.
 *  2 Frozen types (this header, declared OAR_FROZEN) never change within a major. All other structs
 *    and tables begin with `uint32_t struct_size; uint32_t flags` and grow only at their end.
 *  3 struct_size = the bytes that the owner of the memory reserved, a multiple of 8: of a word that
 *    is cut nothing is read. The filler never changes it: it fills what fits and zeroes the rest
 *    (of an oar_text only len is its own). A reader touches a field only if OAR_HAS says that it
 *    ends within struct_size; a function pointer may also be null. Both mean: not offered.
 *  4 flags: a bit the reader does not know is refused with OAR_E_INVALID. Bits that may be ignored
 *    live in a second word, flags_may. No bit is defined where none is named.
 *  5 An array of extensible structs is (pointer, count, stride); step by the stride, never sizeof.
 *    An array of frozen types or integers is (pointer, count). count 0: the pointer is not read.
 *  6 Text is a view: UTF-8, pointer and length, no terminator. ptr null = absent, len 0 = empty.
 *    Text that a plugin gives back goes into an oar_text, memory of the caller.
 *  7 Handles are one-field structs, distinct per kind; id 0 = none. The host checks each use: a
 *    stale or foreign one is OAR_E_STALE, never a crash. A context's handles end with it.
 *  8 Views into an object end with the object's lease (object.h); others live as their line says.
 *    No side frees the other's memory. The host copies every argument it wants to keep.
 *  9 Functions return int32_t: OAR_OK, a positive success named at the function, or OAR_E_*. Each
 *    may also return OAR_E_INTERNAL, OAR_E_INVALID (an argument) or OAR_E_STALE (a handle). On
 *    failure every out-parameter is zeroed (but for an oar_text, and structs that say why it
 *    failed). No exception, panic or longjmp crosses a table.
 * 10 A plugin is called on threads of its own generation only: [control], one thread, and [worker].
 *    Host functions may be called from these and from forks of a context (context.h).
 * 11 Each function has a line of tags, read by a lint:
 *      [threads | state] lifetimes; host: which calls it may make; deadline; -> returns
 *    Threads: control, worker, any (all that 10 allows). A function blocks only where it has a
 *    deadline, and calls nothing back. States: created, configured, declared, synced, leading,
 *    active, draining, inactive (not between activate and deactivate), in-flight (a reconcile
 *    runs); each includes those after it; `!` negates. Lifetimes: call (the default), ctx, lease
 *    (of the object), plugin (create to destroy), image (until the library is closed).
 * 12 Tables and what they point to stay where they are, unchanged, from create to destroy.
 */

#include <stdint.h>

#ifdef __cplusplus
#define OAR_EXTERN_C_BEGIN extern "C" {
#define OAR_EXTERN_C_END }
#define OAR_NOEXCEPT noexcept
#define OAR_STATIC_ASSERT(condition, text) static_assert(condition, text)
#define OAR_FIELD_SIZE(type, field) sizeof(type::field)
#else
#define OAR_EXTERN_C_BEGIN
#define OAR_EXTERN_C_END
#define OAR_NOEXCEPT
#define OAR_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#define OAR_FIELD_SIZE(type, field) sizeof(((const type*)0)->field)
#endif

#define OAR_EXPORT __attribute__((visibility("default")))
#define OAR_OFFSET(type, field) __builtin_offsetof(type, field)
#define OAR_END_OF(type, field) (OAR_OFFSET(type, field) + OAR_FIELD_SIZE(type, field))
/* May `field` of the struct behind `pointer` be touched (convention 3)? */
#define OAR_HAS(type, pointer, field) ((pointer)->struct_size >= OAR_END_OF(type, field))
#define OAR_FROZEN(type, size) OAR_STATIC_ASSERT(sizeof(type) == (size), #type " is frozen")
#define OAR_FROZEN_FIELD(type, field, offset) \
  OAR_STATIC_ASSERT(OAR_OFFSET(type, field) == (offset), #type "." #field " is frozen")

#define OAR_ABI_MAJOR 1
#define OAR_ABI_MINOR 0

/* Status codes. -1 to -4095 are the ABI's; codes not listed yet are treated like OAR_E_INTERNAL. */
#define OAR_OK 0
#define OAR_E_UNIMPLEMENTED (-1) /* not offered by this host or plugin */
#define OAR_E_INVALID (-2)       /* bad argument, object or configuration; final */
#define OAR_E_NOT_FOUND (-3)
#define OAR_E_CONFLICT (-4) /* the object changed meanwhile: read again, try again */
#define OAR_E_ALREADY_EXISTS (-5)
#define OAR_E_FORBIDDEN (-6)
#define OAR_E_UNAUTHORIZED (-7)
#define OAR_E_TIMEOUT (-8)    /* the outcome of a write is unknown */
#define OAR_E_CANCELLED (-9)  /* unwind quietly */
#define OAR_E_THROTTLED (-10) /* wait as oar_error_info.retry_after_ns says */
#define OAR_E_GONE (-11)      /* the resourceVersion or the cursor expired: start again */
#define OAR_E_TOO_LARGE (-12)
#define OAR_E_STALE (-13)      /* a handle that ended, or was never given */
#define OAR_E_UNDECLARED (-14) /* an id that the plugin did not declare */
#define OAR_E_NOT_LEADER (-15)
#define OAR_E_SHUTTING_DOWN (-16)
#define OAR_E_INTERNAL (-17)
#define OAR_E_PLUGIN_FAULT (-18) /* the plugin broke the contract (an exception, say) */
#define OAR_E_UNAVAILABLE (-19)  /* server or type out of reach for now */

/* Successes other than OAR_OK, where a function names them. */
#define OAR_END 1           /* nothing more to read */
#define OAR_NEEDS_RESTART 1 /* configure: only a new instance can take this configuration */

OAR_EXTERN_C_BEGIN

/* Frozen value types ------------------------------------------------------------------------- */

typedef struct oar_view {
  const char* ptr;
  uint64_t len;
} oar_view;
OAR_FROZEN(oar_view, 16);
OAR_FROZEN_FIELD(oar_view, ptr, 0);
OAR_FROZEN_FIELD(oar_view, len, 8);

/* Room for text that the callee gives back: at most `capacity` bytes, cut at a character. The
 * caller owns ptr and capacity and sets len to 0; the callee writes the bytes and len. */
typedef struct oar_text {
  char* ptr;
  uint64_t capacity;
  uint64_t len;
} oar_text;
OAR_FROZEN(oar_text, 24);
OAR_FROZEN_FIELD(oar_text, ptr, 0);
OAR_FROZEN_FIELD(oar_text, capacity, 8);
OAR_FROZEN_FIELD(oar_text, len, 16);

/* Wall clock, nanoseconds since 1970-01-01 UTC. 0 = absent. */
typedef struct oar_time {
  int64_t unix_ns;
} oar_time;
OAR_FROZEN(oar_time, 8);

/* The host's monotonic clock, the one of all deadlines. It may be a virtual one. */
typedef struct oar_mono {
  int64_t ns;
} oar_mono;
OAR_FROZEN(oar_mono, 8);
#define OAR_NEVER INT64_MAX

#define OAR_HANDLE(name) \
  typedef struct name {  \
    uint64_t id;         \
  } name;                \
  OAR_FROZEN(name, 8)

OAR_HANDLE(oar_host);    /* the host as one instance sees it; life: plugin */
OAR_HANDLE(oar_ctx);     /* one call into the plugin, or a fork of one */
OAR_HANDLE(oar_obj);     /* an immutable object; life: its ctx, or until obj_release */
OAR_HANDLE(oar_list);    /* an object list; life: its ctx */
OAR_HANDLE(oar_error);   /* details of a failure; life: its ctx */
OAR_HANDLE(oar_buf);     /* a buffer of the host; life: its ctx */
OAR_HANDLE(oar_builder); /* takes declarations; life: the declare call */
OAR_HANDLE(oar_sink);    /* takes keys or values of a callback; life: that call */
OAR_HANDLE(oar_stream);  /* state bytes; life: that call */
OAR_HANDLE(oar_doc);     /* a document that can be changed (edit.h); life: its ctx */

/* A place inside one object, of use with the handle it came from only; with another one it is
 * OAR_E_STALE. Nothing to release. */
typedef struct oar_node {
  uint64_t id;
} oar_node;
OAR_FROZEN(oar_node, 8);
#define OAR_NODE_NONE UINT64_C(0) /* the node of a missing value; reads as missing */
#define OAR_NODE_ROOT UINT64_MAX  /* the object itself */

/* oar_value.type; says which member of oar_scalar holds. */
#define OAR_TYPE_MISSING 0
#define OAR_TYPE_NULL 1
#define OAR_TYPE_BOOL 2        /* i64: 0 or 1 */
#define OAR_TYPE_I64 3         /* i64; text: its digits */
#define OAR_TYPE_U64 4         /* u64, above INT64_MAX; text: its digits */
#define OAR_TYPE_F64 5         /* f64, no digit lost; text: its digits */
#define OAR_TYPE_NUMBER_TEXT 6 /* any other number: text only */
#define OAR_TYPE_STRING 7      /* text */
#define OAR_TYPE_ARRAY 8       /* u64: elements */
#define OAR_TYPE_MAP 9         /* u64: members */

typedef union oar_scalar {
  int64_t i64;
  uint64_t u64;
  double f64;
} oar_scalar;
OAR_FROZEN(oar_scalar, 8);

typedef struct oar_value {
  int32_t type;
  uint32_t reserved;
  oar_node node;
  oar_scalar as;
  oar_view text; /* zero-copy, ends with the object's lease */
} oar_value;
OAR_FROZEN(oar_value, 40);
OAR_FROZEN_FIELD(oar_value, type, 0);
OAR_FROZEN_FIELD(oar_value, reserved, 4);
OAR_FROZEN_FIELD(oar_value, node, 8);
OAR_FROZEN_FIELD(oar_value, as, 16);
OAR_FROZEN_FIELD(oar_value, text, 24);

/* State of an iteration, on the caller's stack. Nothing to release; the content is the host's. */
typedef struct oar_iter {
  uint64_t state[6];
} oar_iter;
OAR_FROZEN(oar_iter, 48);

/* A key with a typed value, for log records. node is ignored. */
typedef struct oar_field {
  oar_view key;
  oar_value value;
} oar_field;
OAR_FROZEN(oar_field, 56);
OAR_FROZEN_FIELD(oar_field, key, 0);
OAR_FROZEN_FIELD(oar_field, value, 16);

/* Shared by all -------------------------------------------------------------------------------- */

/* One object of one declared type; the key of a reconcile and the address of a client verb. */
typedef struct oar_key {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t type;       /* the plugin's own id (declare.h); 0: a key of its own (timers.h) */
  uint32_t type_index; /* which resolved type of a type set; else 0 */
  oar_view ns;         /* empty: cluster-scoped */
  oar_view name;
  uint64_t cluster; /* 0 */
} oar_key;

/* The plugin's own: the host only hands it back. A C plugin defines it as it likes. */
typedef struct oar_instance oar_instance;

OAR_EXTERN_C_END
