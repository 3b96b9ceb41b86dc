#pragma once
// Finding a key among those of a map: what a keys node (tape.h) has behind its keys. Internal to
// kube. Pure functions; threads [any].
//
// Up to kFewKeys keys: nothing. Up to kMapIndexMin: a byte for each that few keys have in common;
// a search compares sixteen at once and reads the text of those only that agree. More keys: the
// numbers of the members, sorted by (key, number). Of equal keys the last one is found.

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>

#include "base/text/same_text.h"
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
  const auto bytes = std::as_writable_bytes(out);
  for (uint32_t i = 0; i < count && !out.empty(); ++i) bytes[i] = std::byte{KeyByte(text_of(i))};
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

// Of sixteen bytes: a bit for each that is `wanted`.
inline uint32_t EqualBytes(const std::byte* bytes, uint8_t wanted) {
#ifdef __SSE2__
  __m128i all;
  std::memcpy(&all, bytes, sizeof all);
  const __m128i equal = _mm_cmpeq_epi8(all, _mm_set1_epi8(static_cast<char>(wanted)));
  return static_cast<uint32_t>(_mm_movemask_epi8(equal));
#else
  uint32_t equal = 0;
  for (uint32_t i = 0; i < 16; ++i) equal |= uint32_t{bytes[i] == std::byte{wanted}} << i;
  return equal;
#endif
}

// Whether the i-th of the keys is that one. `keys` is where the keys node stands.
inline bool IsKey(const std::byte* base, const std::byte* keys, uint32_t i, std::string_view key) {
  return oarlock::base::SameText(TextAt(base, ReadWord(keys, 1 + i)), key);
}

inline uint32_t FindByByte(const std::byte* base, const std::byte* keys, uint32_t count,
                           std::string_view key) {
  const std::byte* const bytes = keys + (size_t{count} + 1) * kWordBytes;
  const uint8_t wanted = KeyByte(key);
  for (uint32_t first = (count - 1) / 16 * 16;; first -= 16) {
    uint32_t equal = EqualBytes(bytes + first, wanted);
    while (equal != 0) {
      const uint32_t last = 31u ^ static_cast<uint32_t>(std::countl_zero(equal));
      const uint32_t i = first + last;
      if (i < count && IsKey(base, keys, i, key)) return i;  // behind the bytes are zeros
      equal ^= 1u << last;
    }
    if (first == 0) return count;
  }
}

// Where `key` stands among the `count` of the keys node; `count` when it is not there.
[[gnu::noinline]] inline uint32_t SearchKey(const std::byte* base, uint32_t keys_node,
                                            uint32_t count, std::string_view key) {
  const std::byte* const keys = AddressOf(base, keys_node);
  if (count > kMapIndexMin) return FindSorted(base, keys_node, count, key);
  if (count > kFewKeys) return FindByByte(base, keys, count, key);
  for (uint32_t i = count; i-- > 0;) {
    if (IsKey(base, keys, i, key)) return i;
  }
  return count;
}

// The same, for the way that most searches go: a short key among so few that one look at their
// bytes says which one it can be.
[[gnu::always_inline]] inline uint32_t FindKey(const std::byte* base, uint32_t keys_node,
                                               uint32_t count, std::string_view key) {
  if (count - (kFewKeys + 1) >= 16 - kFewKeys || key.size() > 16) {
    return SearchKey(base, keys_node, count, key);
  }
  const std::byte* const keys = AddressOf(base, keys_node);
  const uint32_t equal = EqualBytes(keys + (size_t{count} + 1) * kWordBytes, KeyByte(key));
  if (equal == 0) return count;
  const uint32_t i = 31u ^ static_cast<uint32_t>(std::countl_zero(equal));
  if (i < count) {
    const std::byte* const text = AddressOf(base, ReadWord(keys, 1 + i));
    const char* const bytes = reinterpret_cast<const char*>(text + kWordBytes);
    if (CountOf(ReadWord(text, 0)) == key.size() &&
        oarlock::base::SameShortText(bytes, key.data(), key.size())) {
      return i;
    }
  }
  return SearchKey(base, keys_node, count, key);
}

}  // namespace oarlock::kube::tape
