#pragma once
// Finding a key among those of a map: what a keys node (tape.h) has behind its keys. Internal to
// kube. Pure functions; threads [any].
//
// Up to kFewKeys keys: nothing. Up to kMapIndexMin: a byte for each, four to a word, that few keys
// have in common; a search compares four at once and reads the text of those only that agree. More
// keys: the numbers of the members, sorted by (key, number). Of equal keys the last one is found.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>

#include "kube/tape/tape.h"

namespace oarlock::kube::tape {

inline uint8_t KeyByte(std::string_view key) {
  if (key.empty()) return 0;
  const auto at = [&key](size_t i) { return static_cast<uint32_t>(static_cast<uint8_t>(key[i])); };
  return static_cast<uint8_t>(key.size() * 29 + at(0) * 7 + at(key.size() / 2) * 3 +
                              at(key.size() - 1));
}

// `out` has LookupWords(count) words; text_of(i) is the i-th key.
template <typename TextOf>
void WriteLookup(std::span<uint32_t> out, uint32_t count, const TextOf& text_of) {
  if (count > kMapIndexMin) {
    std::iota(out.begin(), out.end(), 0);
    std::stable_sort(out.begin(), out.end(),
                     [&](uint32_t a, uint32_t b) { return text_of(a) < text_of(b); });
    return;
  }
  std::fill(out.begin(), out.end(), 0);
  for (uint32_t i = 0; i < count && !out.empty(); ++i) {
    out[i / 4] |= uint32_t{KeyByte(text_of(i))} << i % 4 * 8;
  }
}

// The member with that key by binary search; `count` when there is none.
inline uint32_t FindSorted(const std::byte* base, uint32_t keys, uint32_t count,
                           std::string_view key) {
  const auto member = [&](uint32_t i) { return ReadWord(base, keys + 1 + count + i); };
  uint32_t low = 0;
  uint32_t high = count;  // the first whose key is greater
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (KeyText(base, keys, member(middle)) <= key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0 || KeyText(base, keys, member(low - 1)) != key) return count;
  return member(low - 1);
}

inline uint32_t FindByByte(const std::byte* base, uint32_t keys, uint32_t count,
                           std::string_view key) {
  constexpr uint32_t kSevens = 0x7F7F7F7Fu;
  const uint32_t wanted = KeyByte(key) * 0x01010101u;
  for (uint32_t word = LookupWords(count); word-- > 0;) {
    const uint32_t differs = ReadWord(base, keys + 1 + count + word) ^ wanted;
    // The highest bit of each byte that is zero.
    uint32_t equal = ~(((differs & kSevens) + kSevens) | differs | kSevens);
    while (equal != 0) {
      const auto bit = static_cast<uint32_t>(std::bit_width(equal)) - 1;
      const uint32_t i = word * 4 + bit / 8;
      if (i < count && KeyText(base, keys, i) == key) return i;
      equal &= ~(1u << bit);
    }
  }
  return count;
}

// Where `key` stands among the `count` of the keys node; `count` when it is not there.
inline uint32_t FindKey(const std::byte* base, uint32_t keys, uint32_t count,
                        std::string_view key) {
  if (count > kMapIndexMin) return FindSorted(base, keys, count, key);
  if (count > kFewKeys) return FindByByte(base, keys, count, key);
  for (uint32_t i = count; i-- > 0;) {
    if (KeyText(base, keys, i) == key) return i;
  }
  return count;
}

}  // namespace oarlock::kube::tape
