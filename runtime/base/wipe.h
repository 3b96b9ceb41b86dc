#pragma once
// Wipe: overwrites a text that had a secret in it, so that it does not stay in freed memory.
// For texts that live long; what a parser made on its way is not reached. Threads: as the text.

#include <string.h>

#include <string>

namespace oarlock::base {

inline void Wipe(std::string& text) {
  text.resize(text.capacity());
  ::explicit_bzero(text.data(), text.size());
  text.clear();
}

}  // namespace oarlock::base
