#pragma once
// SlabSpace: the memory of one segment. One reserved range of addresses, aligned to its size, so
// that 31 bits name every word in it and an address leads back to its start; slabs of it are backed
// by memory as they are needed.
//
// Used by SegmentCore only. The first three slabs have 64 KiB; the others are huge pages of 2 MiB.
// A slab without a block goes back to the system (one huge slab is kept while there are others, so
// that a block that comes and goes costs no page faults). Blocks have one of a few dozen sizes up
// to 16 KiB, each size in spans of its own, so that freed ones fit again; larger ones take whole
// pages of 4 KiB.
// Threads: not thread-safe. Errors: Reserve gives false when the system refuses the addresses;
// Allocate gives 0 when the range is full or the system refuses memory.
// Limits: kSegmentBytesMax.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace oarlock::kube::segment {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OARLOCK_SEGMENT_BYTES (uint64_t{1} << 28)
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OARLOCK_SEGMENT_BYTES (uint64_t{1} << 28)
#endif
#endif
#ifndef OARLOCK_SEGMENT_BYTES
#define OARLOCK_SEGMENT_BYTES (uint64_t{1} << 33)
#endif

// Addresses of one segment; sanitizers leave less room for many of them.
inline constexpr uint64_t kSegmentBytesMax = OARLOCK_SEGMENT_BYTES;

class SlabSpace {
 public:
  static constexpr uint32_t kPageWords = 1024;
  // The first page belongs to the segment: constants, and the way back from an address.
  static constexpr uint32_t kFirstBlock = kPageWords;
  static constexpr uint64_t kSmallSlabBytes = uint64_t{64} << 10;
  static constexpr uint64_t kHugeSlabBytes = uint64_t{2} << 20;
  static constexpr uint32_t kSmallSlabs = 3;

  SlabSpace() = default;
  ~SlabSpace();
  SlabSpace(const SlabSpace&) = delete;
  SlabSpace& operator=(const SlabSpace&) = delete;

  bool Reserve();
  std::byte* base() const { return base_; }
  uint32_t* At(uint32_t word) const { return reinterpret_cast<uint32_t*>(base_) + word; }

  // The first word of at least `words` words; their content is undefined.
  uint32_t Allocate(uint32_t words);
  void Free(uint32_t at, uint32_t words);

  // Of memory that is backed now, and of blocks in use, rounded up to their sizes.
  uint64_t backed_bytes() const { return backed_bytes_; }
  uint64_t used_bytes() const { return used_words_ * sizeof(uint32_t); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // Pages that hold blocks of one size.
  struct Span {
    uint32_t page = 0;
    uint32_t live = 0;
    uint32_t fresh = 0;        // blocks never handed out begin here (in blocks)
    uint32_t free_head = 0;    // word of the first freed block; 0 = none
    uint32_t partial = kNone;  // where it is in its class's list; kNone = not in it
    uint8_t size_class = 0;
  };
  struct SizeClass {
    uint32_t words = 0;
    uint32_t span_pages = 0;
    uint32_t blocks = 0;            // in one span
    std::vector<uint32_t> partial;  // spans with room
  };
  struct Slab {
    uint32_t first_page = 0;
    uint32_t pages = 0;
    uint32_t used = 0;
    bool backed = false;
  };

  void MakeClasses();
  uint32_t ClassOf(uint32_t words) const;
  uint32_t AllocateIn(uint32_t size_class);
  uint32_t NewSpan(uint32_t size_class);
  void FreeSpan(uint32_t span);
  void Link(uint32_t span);
  void Unlink(uint32_t span);

  // Runs of pages; kNone when there is none.
  uint32_t TakePages(uint32_t count);
  uint32_t FindRun(uint32_t count) const;
  void GivePages(uint32_t first, uint32_t count);
  bool BackMore(uint32_t pages);
  bool Back(uint32_t slab);
  void Unback(uint32_t slab);
  void CountUsed(uint32_t first, uint32_t count, bool used);
  uint32_t SlabOfPage(uint32_t page) const;
  void EnsureSlabs(uint32_t count);
  void ReleaseEmpty();

  std::byte* base_ = nullptr;
  std::vector<SizeClass> classes_;
  std::vector<uint8_t> class_of_;  // by rounded words, up to the largest class
  std::vector<Span> spans_;
  std::vector<uint32_t> free_spans_;
  std::vector<uint32_t> span_of_page_;
  std::vector<uint64_t> free_pages_;  // a bit per page: backed and free
  size_t first_free_ = 0;             // no free page in a word of free_pages_ before this one
  std::vector<Slab> slabs_;
  uint32_t empty_huge_ = 0;
  uint64_t backed_bytes_ = 0;
  uint64_t used_words_ = 0;
};

}  // namespace oarlock::kube::segment
