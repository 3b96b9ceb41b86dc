#pragma once
// LibraryRules: what the host demands of a plugin library before it maps it, and what it expects of
// its unloading. From the command line; the same for every plugin.
//
// Called by plugin_package.h and `oarlock check`, none of the library's code has run. Pure.
// Threads: [any]. Errors: kInvalidArgument in one line that says what to change in the plugin's
// build.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "supervisor/elf_image.h"
#include "supervisor/library/elf_dynamic.h"

namespace oarlock::supervisor {

struct LibraryRules {
  bool require_sha256 = false;
  bool require_signature = false;
  std::vector<std::string> public_keys;  // Ed25519, 32 bytes each
  std::vector<std::string>
      allowed_libraries;  // that it may need beyond those of the C and C++ runtimes
};

// May a library need this one, by its whole name ("libc.so.6")?
bool MayNeed(std::string_view library, const std::vector<std::string>& allowed);
base::Status CheckLibrary(const ElfImage& image, const ElfDynamic& dynamic,
                          const LibraryRules& rules);
// What may go wrong when it is loaded often; empty where nothing speaks against it.
std::string LoadDoubt(const ElfDynamic& dynamic);
// Why the library will stay mapped when it is closed; empty where nothing speaks against it.
std::string UnloadDoubt(const ElfDynamic& dynamic);

}  // namespace oarlock::supervisor
