#include "app/startup_code.h"

#include <sys/mman.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

namespace oarlock::app {
namespace {

// One mapping of /proc/self/smaps, as far as it was read.
struct Mapping {
  uintptr_t begin = 0;
  uintptr_t end = 0;
  bool code = false;  // of a file, private, executable and not writable
  size_t resident_kb = 0;
  bool written = false;  // some of it is no copy of the file any more (a debugger's breakpoints)
};

bool ReadHead(const std::string& line, Mapping& out) {
  uintptr_t begin = 0;
  uintptr_t end = 0;
  uint64_t inode = 0;
  char mode[5] = {};
  if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %" SCNu64, &begin, &end,
                  mode, &inode) != 4) {
    return false;
  }
  out = {begin, end, inode != 0 && std::string_view(mode) == "r-xp", 0, false};
  return true;
}

void ReadDetail(const std::string& line, Mapping& out) {
  size_t kb = 0;
  if (std::sscanf(line.c_str(), "Rss: %zu kB", &kb) == 1) out.resident_kb = kb;
  if (std::sscanf(line.c_str(), "Anonymous: %zu kB", &kb) == 1) out.written = kb > 0;
}

size_t Forget(const Mapping& mapping) {
  if (!mapping.code || mapping.written || mapping.resident_kb == 0) return 0;
  void* const begin = reinterpret_cast<void*>(mapping.begin);
  if (madvise(begin, mapping.end - mapping.begin, MADV_DONTNEED) != 0) return 0;
  return mapping.resident_kb * 1024;
}

}  // namespace

size_t ForgetStartupCode() {
  std::ifstream in("/proc/self/smaps");
  Mapping mapping;
  size_t bytes = 0;
  for (std::string line; std::getline(in, line);) {
    const Mapping before = mapping;
    if (ReadHead(line, mapping)) {
      bytes += Forget(before);
    } else {
      ReadDetail(line, mapping);
    }
  }
  return bytes + Forget(mapping);
}

}  // namespace oarlock::app
