#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace oarlock::base {

void CheckFailed(const char* file, int line, const char* text) {
  std::fprintf(stderr, "oarlock: check failed at %s:%d: %s\n", file, line, text);
  std::abort();
}

}  // namespace oarlock::base
