#pragma once
// SameText: whether two texts are equal, without the call into the library that would cost more
// than comparing short ones: keys of maps, names of objects. Threads: [any].

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace oarlock::base {

// Up to 16 bytes, in no loop.
inline bool SameShortText(const char* a, const char* b, size_t size) {
  const auto differ = [&]<typename Word>(size_t at, Word) {
    Word left;
    Word right;
    std::memcpy(&left, a + at, sizeof left);
    std::memcpy(&right, b + at, sizeof right);
    return left ^ right;
  };
  if (size >= 8) return (differ(0, uint64_t{}) | differ(size - 8, uint64_t{})) == 0;
  if (size >= 4) return (differ(0, uint32_t{}) | differ(size - 4, uint32_t{})) == 0;
  if (size == 0) return true;
  return a[0] == b[0] && a[size / 2] == b[size / 2] && a[size - 1] == b[size - 1];
}

inline bool SameText(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  size_t at = 0;
  for (; a.size() - at > 16; at += 16) {
    if (!SameShortText(a.data() + at, b.data() + at, 16)) return false;
  }
  if (at == 0) return SameShortText(a.data(), b.data(), a.size());
  return SameShortText(a.data() + a.size() - 16, b.data() + a.size() - 16, 16);
}

}  // namespace oarlock::base
