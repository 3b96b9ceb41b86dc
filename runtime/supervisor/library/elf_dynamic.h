#pragma once
// ElfDynamic: what a shared library's dynamic section tells about how it will behave when it is
// loaded and unloaded, read without running any of its code.
//
// Read by program headers alone, as the dynamic linker does: a library without a section table
// loads as well as any other. Every offset comes from an untrusted file and is checked; views point
// into the bytes given to Read. Used by the loader, `oarlock check` and `oarlock inspect`.
// Threads: [any]. Errors: kInvalidArgument for a table outside of the file, or without an end.
// Limits: kLibrarySymbolsMax symbols, kLibraryDynamicMax entries, kLibrarySegmentsMax.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace oarlock::supervisor {

inline constexpr size_t kLibrarySymbolsMax = 1'000'000;
inline constexpr size_t kLibraryDynamicMax = 4096;  // and of versions that it needs
inline constexpr size_t kLibrarySegmentsMax = 256;

struct ElfDynamic {
  struct VersionNeed {
    std::string_view library;  // "libc.so.6"
    std::string_view version;  // "GLIBC_2.38"
  };

  std::vector<std::string_view> needed;
  std::string_view run_path;  // DT_RUNPATH or DT_RPATH
  std::vector<VersionNeed> version_needs;
  std::vector<std::string_view> exports;         // defined, visible, global or weak
  std::vector<std::string_view> unique_symbols;  // of these, those that forbid unloading
  uint64_t init_functions = 0;                   // constructors that run inside of loading
  bool no_delete = false;
  bool no_open = false;
  bool static_tls = false;
  bool text_relocations = false;
  bool binds_now = false;
  bool symbolic = false;
  bool relro = false;
  bool writable_code = false;  // a segment that is both
  bool executable_stack = false;
  uint64_t tls_bytes = 0;  // of each thread

  static base::Result<ElfDynamic> Read(std::string_view bytes);
};

}  // namespace oarlock::supervisor
