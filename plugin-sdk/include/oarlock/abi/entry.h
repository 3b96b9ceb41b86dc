#pragma once
/* The one exported function, negotiation, descriptor and factory.
 *
 * The major is in the symbol's name: a library may export several and serve several hosts. The host
 * says hello, the plugin answers with what it is and how to make instances, or refuses.
 */

#include "oarlock/abi/host.h"
#include "oarlock/abi/plugin.h"

#define OAR_ENTRY_NAME "oar_entry_v1"

OAR_EXTERN_C_BEGIN

typedef struct oar_host_hello {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t abi_major;
  uint32_t abi_minor_min; /* oldest minor a plugin may be built against */
  uint32_t abi_minor_max; /* the host's own */
  uint32_t page_size;
  oar_view host_name;
  oar_view host_version;
  uint64_t features_must; /* the plugin must know each bit or refuse; none defined */
  uint64_t features_may;
} oar_host_hello;

typedef struct oar_controller_info {
  uint32_t struct_size;
  uint32_t flags;
  oar_view id; /* a DNS label, unique in the plugin; key in the manifest */
  oar_view description;
} oar_controller_info;

/* What the plugin is. Static: lives as long as the image and never changes. */
typedef struct oar_descriptor {
  uint32_t struct_size;
  uint32_t flags;
  oar_view id; /* reverse DNS; equal to the note's */
  oar_view name;
  oar_view version; /* equal to the note's */
  oar_view description;
  oar_view license; /* SPDX */
  const oar_controller_info* controllers;
  uint64_t controllers_count;
  uint64_t controllers_stride;
  oar_view config_schema;      /* equal to section .oarlock.schema, or absent */
  const oar_view* state_reads; /* state schema ids it can load */
  uint64_t state_reads_count;
  oar_view state_writes; /* the one it saves, or absent */
  uint32_t own_threads;  /* most threads it starts itself at one time, 0 = none */
  uint32_t reserved;
} oar_descriptor;

typedef struct oar_create_args {
  uint32_t struct_size;
  uint32_t flags;
  oar_view controller_id;
  oar_view instance_name; /* the name in the manifest */
  uint64_t generation;    /* counts loads of this plugin in this host, from 1 */
} oar_create_args;

/* What create gives back. */
typedef struct oar_created {
  uint32_t struct_size;
  uint32_t flags;
  oar_instance* instance;       /* life: until destroy */
  const oar_plugin_api* plugin; /* life: until destroy */
  oar_text message;             /* on failure: why */
} oar_created;

typedef struct oar_factory {
  uint32_t struct_size;
  uint32_t flags;
  /* Makes one instance of one controller: fast, no I/O, no host call. Ended by plugin->destroy.
   * [control | !created] api host=plugin args=call; host: none; -> OK NOT_FOUND(controller) any */
  int32_t (*create)(const oar_host_api* api, oar_host host, const oar_create_args* args,
                    oar_created* out) OAR_NOEXCEPT;
} oar_factory;

typedef struct oar_plugin_hello {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t abi_minor;               /* chosen: the smaller of host's and plugin's newest */
  uint32_t abi_minor_min;           /* what the plugin needs at least */
  const oar_descriptor* descriptor; /* life: image */
  const oar_factory* factory;       /* life: image */
  oar_text message;                 /* on refusal: why */
} oar_plugin_hello;

/* May be called more than once. Starts no thread, allocates no global state.
 * [control | !created] out=image; host: none; -> OK UNIMPLEMENTED(minor too old or new) any */
OAR_EXPORT int32_t oar_entry_v1(const oar_host_hello* host, oar_plugin_hello* out) OAR_NOEXCEPT;

/* Its type, for a host that finds it by name. */
typedef int32_t (*oar_entry_fn)(const oar_host_hello* host, oar_plugin_hello* out);

OAR_EXTERN_C_END
