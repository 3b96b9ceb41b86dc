#pragma once
// CutText: the first bytes of a text, without half a character at the end. Threads: [any].

#include <cstddef>
#include <string_view>

namespace oarlock::base {

// At most `max` bytes of UTF-8.
constexpr std::string_view CutText(std::string_view text, size_t max) {
  if (text.size() <= max) return text;
  while (max > 0 && (static_cast<unsigned char>(text[max]) & 0xC0) == 0x80) --max;
  return text.substr(0, max);
}

}  // namespace oarlock::base
