#pragma once
// HashBytes: a quick hash of short text for tables in memory, where std::hash is a call into the
// library. 64 bits of a multiply-and-fold; not for anything that is kept, sent or secret.
// Threads: [any]. The same text and seed give the same value within a process only.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace oarlock::base {

inline constexpr uint64_t kHashSeed = 0x9e3779b97f4a7c15;

__extension__ using Uint128 = unsigned __int128;

inline uint64_t FoldMultiply(uint64_t a, uint64_t b) {
  const Uint128 product = static_cast<Uint128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t HashBytes(std::string_view text, uint64_t seed = kHashSeed) {
  constexpr uint64_t kFirst = 0xa0761d6478bd642f;
  constexpr uint64_t kSecond = 0xe7037ed1a0b428db;
  const char* p = text.data();
  size_t left = text.size();
  uint64_t hash = seed ^ FoldMultiply(text.size() ^ kFirst, kSecond);
  uint64_t a = 0;
  uint64_t b = 0;
  for (; left > 16; left -= 16, p += 16) {
    std::memcpy(&a, p, 8);
    std::memcpy(&b, p + 8, 8);
    hash = FoldMultiply(a ^ kFirst, b ^ hash);
  }
  a = b = 0;
  if (left >= 8) {
    std::memcpy(&a, p, 8);
    std::memcpy(&b, p + left - 8, 8);
  } else if (left >= 4) {
    uint32_t low = 0;
    uint32_t high = 0;
    std::memcpy(&low, p, 4);
    std::memcpy(&high, p + left - 4, 4);
    a = low;
    b = high;
  } else if (left > 0) {
    a = static_cast<unsigned char>(p[0]) | static_cast<uint64_t>(p[left / 2]) << 8;
    b = static_cast<unsigned char>(p[left - 1]);
  }
  return FoldMultiply(a ^ kSecond, b ^ hash);
}

}  // namespace oarlock::base
