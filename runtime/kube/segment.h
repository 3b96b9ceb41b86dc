#pragma once
// Segment: the memory that the objects of one informer share.
//
// Objects decoded into a segment (DecodeOptions::segment) lie in its slabs, and what repeats in
// them, whole subtrees, strings and the keys of maps, is there once. Readers see no difference.
// Everything in it is named by offsets from its start.
// Owner: an informer, by a SegmentPtr; the segment itself goes with its last object. Threads:
// [any]; decoding into one segment takes turns, releasing objects never waits for it.
// Errors: Create gives null when the system refuses addresses (RLIMIT_AS); objects then have memory
// of their own, as they do when the segment is full. Limits: kSegmentBytesMax of addresses
// (segment/slab_space.h), kSharedWordsMax, kSharedTextMax.

#include <cstddef>
#include <cstdint>
#include <memory>

namespace oarlock::kube {

namespace segment {
class SegmentCore;
}

// Shared by those who decode into it; objects in it need none of them.
using SegmentPtr = std::shared_ptr<segment::SegmentCore>;

struct SegmentOptions {
  // False: no value is shared between objects, and freed blocks are overwritten (Secrets).
  bool share_values = true;
  // Not 0: contents are hashed with a secret made of it instead of the process's random one, so
  // that a measurement can be repeated. Never where others may write objects.
  uint64_t measured_with = 0;
};

struct SegmentStats {
  uint64_t objects = 0;
  uint64_t shared = 0;        // blocks that objects share
  uint64_t used_bytes = 0;    // of all blocks
  uint64_t backed_bytes = 0;  // of slabs that memory stands behind
  uint64_t table_bytes = 0;   // what finds equal contents
  uint64_t refused = 0;       // objects that found no room
};

SegmentPtr MakeSegment(const SegmentOptions& options = {});
SegmentStats StatsOf(segment::SegmentCore& segment);

}  // namespace oarlock::kube
