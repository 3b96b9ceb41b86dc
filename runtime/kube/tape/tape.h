#pragma once
// The tape: the flat binary form of one parsed document. Internal to kube; readers use Value.
//
// A tape is one run of bytes without pointers: a node is named by its offset, every node starts at
// a multiple of four with one word (type in the low 4 bits, a count above them), in native byte
// order.
//   null, bool     word (count: 0 or 1)
//   number, string word (count: bytes), the text, padding to four
//   array          word (count: elements), one offset each
//   map            word (count: members), key offset and value offset each; past kMapIndexMin
//   members
//                  also one member index each, sorted by (key, index)
// Children stand before their container. Offset 0 holds a missing node.
// Threads: [any], immutable once built. Written by TapeBuilder only, so readers trust it.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "kube/value.h"

namespace oarlock::kube::tape {

inline constexpr uint32_t kMapIndexMin = 16;
inline constexpr uint32_t kWordBytes = 4;

inline uint32_t ReadWord(const std::byte* tape, uint32_t at) {
  uint32_t word = 0;
  std::memcpy(&word, tape + at, sizeof word);
  return word;
}
inline ValueType TypeOf(uint32_t word) { return static_cast<ValueType>(word & 15u); }
inline uint32_t CountOf(uint32_t word) { return word >> 4; }
inline uint32_t MakeWord(ValueType type, uint32_t count) {
  return (count << 4) | static_cast<uint32_t>(type);
}
// The text of a string or number node.
inline std::string_view TextAt(const std::byte* tape, uint32_t node) {
  const uint32_t count = CountOf(ReadWord(tape, node));
  return {reinterpret_cast<const char*>(tape + node + kWordBytes), count};
}

}  // namespace oarlock::kube::tape
