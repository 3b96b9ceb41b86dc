#pragma once
// ElfFacts: what the dynamic loader would make of a library, read from its bytes: exports, needed
// libraries, flags that decide whether it can be unloaded and how it was linked.
//
// Reads program headers and the dynamic section only (a library without section headers loads,
// too). Every offset comes from an untrusted file and is checked; nothing is executed. Called by
// `oarlock check` and `oarlock inspect`. Threads: [any], a value.
// Errors: kInvalidArgument. Limits: kElfSymbolsMax symbols, kElfEntriesMax entries of the dynamic
// section, kElfProgramHeadersMax.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace oarlock::app {

inline constexpr size_t kElfSymbolsMax = 1'000'000;
inline constexpr size_t kElfEntriesMax = 4096;
inline constexpr size_t kElfProgramHeadersMax = 256;

struct ElfFacts {
  std::vector<std::string> exports;          // defined, global or weak
  std::vector<std::string> unique;           // of those the STB_GNU_UNIQUE ones
  std::vector<std::string> needed;           // DT_NEEDED
  std::vector<std::string> symbol_versions;  // "GLIBC_2.34", of needed libraries
  std::string run_path;                      // DT_RPATH or DT_RUNPATH
  bool static_tls = false;                   // initial-exec TLS
  bool text_relocations = false;
  bool bind_now = false;
  bool symbolic = false;
  bool no_delete = false;
  bool no_open = false;
  bool relro = false;
  bool executable_stack = false;
  bool writable_code = false;  // a segment that is both
  uint64_t tls_bytes = 0;
  uint64_t constructors = 0;  // entries of init_array
};

base::Result<ElfFacts> ReadElfFacts(std::string_view bytes);

}  // namespace oarlock::app
