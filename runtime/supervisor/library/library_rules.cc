#include "supervisor/library/library_rules.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace oarlock::supervisor {
namespace {

// The runtimes of C, C++ and Rust; RE2, which the host itself has mapped, keeps no registry of
// anything, and is what the stock plugins match patterns with; and the runtimes that a sanitizer's
// build brings (which load into a host of the same build only).
constexpr std::string_view kRuntimes[] = {"libc.so.6",
                                          "libm.so.6",
                                          "libstdc++.so.6",
                                          "libgcc_s.so.1",
                                          "ld-linux-x86-64.so.2",
                                          "ld-linux-aarch64.so.1",
                                          "libpthread.so.0",
                                          "libdl.so.2",
                                          "librt.so.1",
                                          "libatomic.so.1",
                                          "libre2.so.9",
                                          "libasan.so.8",
                                          "libubsan.so.1",
                                          "libtsan.so.2"};
constexpr uint32_t kGoNote = 4;

base::Status Refuse(std::string text) { return base::InvalidArgument(std::move(text)); }

// {2, 36} of "2.36"; {0, 0} of anything else.
std::array<int, 2> VersionOf(std::string_view text) {
  std::array<int, 2> version{};
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos) return version;
  std::from_chars(text.data(), text.data() + dot, version[0]);
  std::from_chars(text.data() + dot + 1, text.data() + text.size(), version[1]);
  return version;
}

base::Status CheckVersions(const ElfDynamic& dynamic) {
  constexpr std::string_view kGlibc = "GLIBC_";
  const std::string_view here = ::gnu_get_libc_version();
  for (const ElfDynamic::VersionNeed& need : dynamic.version_needs) {
    if (!need.version.starts_with(kGlibc)) continue;
    const std::string_view wanted = need.version.substr(kGlibc.size());
    if (VersionOf(wanted) <= VersionOf(here)) continue;
    return Refuse(fmt::format("it needs {} of {}, this machine has {}: build it on an older system",
                              need.version, need.library, here));
  }
  return base::Status::Ok();
}

base::Status CheckNeeded(const ElfDynamic& dynamic, const LibraryRules& rules) {
  for (const std::string_view library : dynamic.needed) {
    if (MayNeed(library, rules.allowed_libraries)) continue;
    return Refuse(fmt::format(
        "it needs {}, which is not on the list of libraries that plugins may bring into the host: "
        "link it statically, or run the host with --allow-library {}",
        library, library));
  }
  return base::Status::Ok();
}

}  // namespace

bool MayNeed(std::string_view library, const std::vector<std::string>& allowed) {
  return std::find(std::begin(kRuntimes), std::end(kRuntimes), library) != std::end(kRuntimes) ||
         std::find(allowed.begin(), allowed.end(), library) != allowed.end();
}

base::Status CheckLibrary(const ElfImage& image, const ElfDynamic& dynamic,
                          const LibraryRules& rules) {
  if (image.FindNote("Go", kGoNote) != nullptr) {
    return Refuse(
        "it is built by Go, whose runtime cannot be unloaded: Go plugins run in a child process "
        "only (isolation: child)");
  }
  if (dynamic.no_open) return Refuse("it is linked with -z nodlopen: it forbids to be loaded");
  if (dynamic.writable_code) return Refuse("it has memory that is both writable and executable");
  if (dynamic.executable_stack) {
    return Refuse("it asks for an executable stack: link it with -z noexecstack");
  }
  if (dynamic.text_relocations) return Refuse("it has text relocations: compile it with -fPIC");
  if (!dynamic.run_path.empty()) {
    return Refuse(
        fmt::format("it brings its own search path for libraries ({}): link it without "
                    "-rpath",
                    dynamic.run_path));
  }
  OARLOCK_RETURN_IF_ERROR(CheckNeeded(dynamic, rules));
  return CheckVersions(dynamic);
}

std::string LoadDoubt(const ElfDynamic& dynamic) {
  if (!dynamic.static_tls) return {};
  return "it uses static thread-local storage, of which a process has little, so that loading it "
         "may fail: compile it without -ftls-model=initial-exec";
}

std::string UnloadDoubt(const ElfDynamic& dynamic) {
  if (dynamic.no_delete) return "it is linked with -z nodelete";
  if (!dynamic.unique_symbols.empty()) {
    return fmt::format(
        "it exports {} unique symbols, first {}: link it with a version script that exports the "
        "entry only, as oarlock_add_plugin does",
        dynamic.unique_symbols.size(), dynamic.unique_symbols.front());
  }
  if (dynamic.exports.size() > 1) {
    return fmt::format(
        "it exports {} symbols: link it with a version script that exports the entry only, as "
        "oarlock_add_plugin does",
        dynamic.exports.size());
  }
  return {};
}

}  // namespace oarlock::supervisor
