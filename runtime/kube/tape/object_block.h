#pragma once
// The block behind an Object: eight words of header, then the tape. Internal to kube.
//
// One run of words, offsets only. It has memory of its own (malloc) or lies in a segment; the nodes
// in it are named from its own start or from that of the segment (tape.h). The header names what
// every reader asks for, so that these accessors search nothing.
// Threads: the count is atomic, the rest never changes after it was filled.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "kube/object.h"
#include "kube/segment/segment_core.h"

namespace oarlock::kube {

struct Object::Block {
  static constexpr uint32_t kHeadWords = 8;
  static constexpr uint32_t kInSegment = 0x80000000u;

  mutable std::atomic<uint32_t> references;
  uint32_t size;  // words of the whole block; kInSegment
  uint32_t root;  // not valid any more once the last reference is gone
  uint32_t metadata;
  uint32_t name;
  uint32_t ns;
  uint32_t uid;
  uint32_t version;

  // `memory` has kHeadWords and then the tape of `words` in all.
  static const Block* Fill(void* memory, uint32_t words, bool in_segment, uint32_t root);
  static void Release(const Block* block);

  uint32_t words() const { return size & ~kInSegment; }
  const std::byte* base() const {
    if ((size & kInSegment) != 0) return segment::SegmentCore::BaseOf(this);
    return reinterpret_cast<const std::byte*>(this);
  }
  Value At(uint32_t node) const { return {base(), node}; }
};

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t));

}  // namespace oarlock::kube
