#pragma once
/* The static note: what a host learns about a plugin before any of its code runs.
 *
 * An ELF note, owner "OARLOCK", in section .note.oarlock, found through PT_NOTE; it survives strip,
 * LTO and section collection. One OAR_NOTE(...) per library, in any source file. Its content must
 * agree with what oar_entry_v1 says.
 * OAR_SCHEMA puts the schema of the plugin's configuration (a structural schema as JSON) into
 * section .oarlock.schema; readers drop NUL bytes at its end. Without it the plugin takes none.
 * CRDs that the plugin carries are YAML in section .oarlock.crds.
 */

#include "oarlock/abi/base.h"

#define OAR_NOTE_OWNER "OARLOCK"
#define OAR_NOTE_TYPE 1
#define OAR_NOTE_LAYOUT 1

/* flags_must: an unknown bit means that this host cannot run the plugin. */
#define OAR_NOTE_NEEDS_CHILD 1u /* never in the host's own process */
/* flags_may */
#define OAR_NOTE_RELOAD_SAFE 1u /* nothing of it pins the library */
#define OAR_NOTE_NO_THREADS 2u  /* starts no thread of its own */

OAR_EXTERN_C_BEGIN

/* The note's payload. Texts are padded with NUL bytes and end with at least one. A later layout
 * only appends; readers use what `layout` and the note's descsz promise. */
typedef struct oar_note {
  uint32_t layout;
  uint32_t abi_major;
  uint32_t abi_minor;      /* built against */
  uint32_t host_minor_min; /* oldest host minor it runs on */
  uint32_t flags_must;
  uint32_t flags_may;
  uint32_t reserved[2];
  char plugin_id[96]; /* reverse DNS */
  char plugin_version[64];
  char sdk_language[16];
  char sdk_version[48];
} oar_note;
OAR_FROZEN(oar_note, 256);

typedef struct oar_note_elf {
  uint32_t name_size;
  uint32_t desc_size;
  uint32_t type;
  char name[8];
  oar_note desc;
} oar_note_elf;
OAR_FROZEN(oar_note_elf, 276);

OAR_EXTERN_C_END

/* clang-format off */
#define OAR_IN_SECTION(name, align) __attribute__((section(name), used, aligned(align)))

/* All arguments are literals. */
#define OAR_NOTE(id, version, language, sdk_version, must, may)                        \
  static const oar_note_elf oar_plugin_note OAR_IN_SECTION(".note.oarlock", 4) = {     \
      8, sizeof(oar_note), OAR_NOTE_TYPE, OAR_NOTE_OWNER,                              \
      {OAR_NOTE_LAYOUT, OAR_ABI_MAJOR, OAR_ABI_MINOR, OAR_HOST_MINOR_MIN, must, may,   \
       {0, 0}, id, version, language, sdk_version}}

/* `json` is a string literal; OAR_SCHEMA_VIEW initialises a view of it. */
#define OAR_SCHEMA(json) \
  static const char oar_plugin_schema[] OAR_IN_SECTION(".oarlock.schema", 1) = json
#define OAR_SCHEMA_VIEW {oar_plugin_schema, sizeof(oar_plugin_schema) - 1}
/* clang-format on */

/* Oldest host minor that a plugin needs; define it before the include to ask for a newer one. */
#ifndef OAR_HOST_MINOR_MIN
#define OAR_HOST_MINOR_MIN 0
#endif
