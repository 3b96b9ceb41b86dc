#pragma once
// What stands in a segment besides objects. Words, as in tape/tape.h. Internal to kube.
//
// The first page: the constants, and the segment itself, for who has only an address.
// A shared block: the nodes below its root, a head, the root node. Its name is the root's. The head
// of every one ends with the number of references and, before it, how much stands before the head
// and how deep the nodes nest; that of a container begins with the hash that finds it.

#include <cstdint>

namespace oarlock::kube::segment {

inline constexpr uint32_t kNullNode = 1;
inline constexpr uint32_t kFalseNode = 2;
inline constexpr uint32_t kTrueNode = 3;
inline constexpr uint32_t kEmptyStringNode = 4;
inline constexpr uint32_t kEmptyArrayNode = 5;
inline constexpr uint32_t kEmptyMapNode = 6;  // two words
// The integers below kSmallNumbers, kNumberWords each.
inline constexpr uint32_t kFirstNumber = 16;
inline constexpr uint32_t kNumberWords = 2;
inline constexpr uint32_t kSmallNumbers = 256;
inline constexpr uint32_t kCoreWord = 8;  // the address of the SegmentCore

inline constexpr uint32_t kLeafHeadWords = 2;       // strings and keys
inline constexpr uint32_t kContainerHeadWords = 4;  // maps and arrays

// Larger contents are not shared. Words of a container, bytes of a string.
inline constexpr uint32_t kSharedWordsMax = 1u << 20;
inline constexpr uint32_t kSharedTextMax = 4096;

// In words that are not in the segment yet: a node of the same run of words. Others are names.
inline constexpr uint32_t kLocal = 0x80000000u;

}  // namespace oarlock::kube::segment
