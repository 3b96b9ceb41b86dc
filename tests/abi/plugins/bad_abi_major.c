/* Speaks ABI major 99 only: a host must refuse it by its note, without running its constructor. */
#include <stdlib.h>

#include "oarlock/abi/abi.h"

static const oar_note_elf note OAR_IN_SECTION(".note.oarlock", 4) = {
    .name_size = 8,
    .desc_size = sizeof(oar_note),
    .type = OAR_NOTE_TYPE,
    .name = OAR_NOTE_OWNER,
    .desc = {.layout = OAR_NOTE_LAYOUT,
             .abi_major = 99,
             .plugin_id = "dev.oarlock.test.bad-abi-major",
             .plugin_version = "1.0.0",
             .sdk_language = "c",
             .sdk_version = "99.0.0"},
};

__attribute__((constructor)) static void crash_if_run(void) { abort(); }

OAR_EXPORT int32_t oar_entry_v99(const void* host, void* out) {
  (void)host;
  (void)out;
  return OAR_E_INTERNAL;
}
