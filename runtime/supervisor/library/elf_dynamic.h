#pragma once
// ElfDynamic: what a shared library's dynamic section tells about how it will behave when it is
// loaded and unloaded, read without running any of its code.
//
// Read by program headers alone, as the dynamic linker does: a library without a section table
// loads as well as any other. Every offset comes from an untrusted file and is checked; views point
// into the bytes given to Read. Threads: [any]. Errors: kInvalidArgument for a table outside of the
// file. Limits: kLibrarySymbolsMax symbols, kLibraryDynamicMax entries.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace oarlock::supervisor {

inline constexpr size_t kLibrarySymbolsMax = 4'000'000;
inline constexpr size_t kLibraryDynamicMax = 4096;

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
  bool writable_code = false;
  bool executable_stack = false;

  static base::Result<ElfDynamic> Read(std::string_view bytes);
};

}  // namespace oarlock::supervisor
