#pragma once
// OARLOCK_CHECK(condition): an invariant on which memory safety depends. On in every build; prints
// file, line and text to stderr and aborts. For what a network, file or plugin can cause, return a
// Status instead. Threads: any.

namespace oarlock::base {

[[noreturn]] void CheckFailed(const char* file, int line, const char* text);

}  // namespace oarlock::base

#define OARLOCK_CHECK(condition)                                    \
  do {                                                              \
    if (!(condition)) [[unlikely]] {                                \
      ::oarlock::base::CheckFailed(__FILE__, __LINE__, #condition); \
    }                                                               \
  } while (false)
