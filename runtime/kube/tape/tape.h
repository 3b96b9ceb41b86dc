#pragma once
// The tape: the flat binary form of one parsed document. Internal to kube; readers use Value.
//
// A tape is a run of 32-bit words without pointers, in native byte order. A node is named by the
// distance of its first word from a base, in words; the first word is its type (low 4 bits) and a
// count (above them).
//   null, bool     word (count: 0 or 1)
//   number, string word (count: bytes), the text, padded to a word
//   array          word (count: elements), one node each
//   keys           word (count: keys), one string node each, then what finds one (key_lookup.h)
//   map            word (count: members), its keys node (0 when empty), one value node each
// Children stand before their container. Node 0 is a missing one.
// The base is the block of an object that has memory of its own, or the segment whose slabs hold
// the block; there a node may also be a constant, or the root of a block that objects share
// (segment/layout.h).
// Threads: [any], immutable once built. Written by TapeBuilder only, so readers trust it.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "kube/value.h"

namespace oarlock::kube::tape {

inline constexpr uint32_t kFewKeys = 11;
inline constexpr uint32_t kMapIndexMin = 64;
inline constexpr uint32_t kWordBytes = 4;
// The type of a keys node, which no Value ever has.
inline constexpr uint32_t kKeys = 10;

inline const std::byte* AddressOf(const std::byte* base, uint32_t node) {
  return base + size_t{node} * kWordBytes;
}
inline uint32_t ReadWord(const std::byte* base, uint32_t at) {
  uint32_t word = 0;
  std::memcpy(&word, AddressOf(base, at), sizeof word);
  return word;
}
inline uint32_t RawTypeOf(uint32_t word) { return word & 15u; }
inline ValueType TypeOf(uint32_t word) { return static_cast<ValueType>(RawTypeOf(word)); }
inline uint32_t CountOf(uint32_t word) { return word >> 4; }
inline uint32_t MakeWord(uint32_t type, uint32_t count) { return (count << 4) | type; }
inline uint32_t MakeWord(ValueType type, uint32_t count) {
  return MakeWord(static_cast<uint32_t>(type), count);
}
inline uint32_t TextWords(size_t bytes) {
  return static_cast<uint32_t>((bytes + kWordBytes - 1) / kWordBytes);
}
// Writes a string or number node; gives the word behind it. The padding is zero.
inline uint32_t* WriteText(uint32_t* at, ValueType type, std::string_view text) {
  const uint32_t words = TextWords(text.size());
  *at++ = MakeWord(type, static_cast<uint32_t>(text.size()));
  if (words > 0) at[words - 1] = 0;
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  return at + words;
}
// The text of a string or number node, whose first word is `word`.
inline std::string_view TextOf(const std::byte* base, uint32_t node, uint32_t word) {
  return {reinterpret_cast<const char*>(AddressOf(base, node + 1)), CountOf(word)};
}
inline std::string_view TextAt(const std::byte* base, uint32_t node) {
  return TextOf(base, node, ReadWord(base, node));
}

// Of a map with members: where its i-th value stands, and the text of its i-th key.
inline uint32_t ValueSlot(uint32_t map, uint32_t i) { return map + 2 + i; }
inline std::string_view KeyText(const std::byte* base, uint32_t keys, uint32_t i) {
  return TextAt(base, ReadWord(base, keys + 1 + i));
}

// Of `count` keys: words that find one of them.
inline uint32_t LookupWords(uint32_t count) {
  if (count <= kFewKeys) return 0;
  return count > kMapIndexMin ? count : (count + 15) / 16 * 4;
}

// How a node's words are laid out after its first: words of plain data or text, and nodes.
struct NodeShape {
  uint32_t nodes = 0;  // they come first
  uint32_t plain = 0;
  uint32_t words() const { return 1 + nodes + plain; }
};
inline NodeShape ShapeOf(uint32_t word) {
  const uint32_t count = CountOf(word);
  switch (RawTypeOf(word)) {
    case static_cast<uint32_t>(ValueType::kMap): return {count + 1, 0};
    case static_cast<uint32_t>(ValueType::kArray): return {count, 0};
    case kKeys: return {count, LookupWords(count)};
    case static_cast<uint32_t>(ValueType::kNull):
    case static_cast<uint32_t>(ValueType::kBool): return {};
    default: return {0, TextWords(count)};
  }
}

}  // namespace oarlock::kube::tape
