#pragma once
// SegmentCore: the blocks of one segment: objects, and what they share, counted.
//
// TapeBuilder asks it for what is known and hands it what is new; Object gives its blocks back.
// A reference from one block to another is counted in the other's head (layout.h), under the lock;
// nobody who reads touches a count. What loses its last reference is freed with all it refers to.
// Threads: the functions that need the lock say so: TapeBuilder holds it for one object. Release
// [any]: it frees at once, or leaves that to who holds the lock, and never waits.
// Errors: 0 or null when there is no room. Limits: layout.h.

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "kube/object.h"
#include "kube/segment.h"
#include "kube/segment/layout.h"
#include "kube/segment/share_table.h"
#include "kube/segment/sharing_policy.h"
#include "kube/segment/slab_space.h"

namespace oarlock::kube::segment {

// What contents are hashed with.
using Secret = std::array<unsigned char, 192>;

class SegmentCore {
 public:
  // What a look-up of a container says: its name, with a reference taken; or whether it is to be
  // stored under `hash` when it has been built.
  struct Known {
    uint32_t id = 0;
    bool store = false;
    ContentHash hash;
  };

  static SegmentCore* Create(const SegmentOptions& options);
  static SegmentCore& Of(const std::byte* base);
  static const std::byte* BaseOf(const void* block) {
    return reinterpret_cast<const std::byte*>(reinterpret_cast<uintptr_t>(block) &
                                              ~uintptr_t{kSegmentBytesMax - 1});
  }

  // The owner, or who else counted as one of its lives, is done with it.
  void Leave();
  void Release(const void* object_block) OARLOCK_NO_THREAD_SAFETY_ANALYSIS;
  SegmentStats stats();

  // Ends with what other threads left to be freed.
  void Lock() OARLOCK_ACQUIRE(mutex_) { mutex_.lock(); }
  void Unlock() OARLOCK_RELEASE(mutex_) OARLOCK_NO_THREAD_SAFETY_ANALYSIS;

  // The name of an equal string, keys node or container, with a reference taken; 0: not shared.
  // `place`: where in a document; `kind`: what the bytes are taken for.
  uint32_t TakeText(uint32_t place, std::string_view text) OARLOCK_REQUIRES(mutex_);
  uint32_t TakeKeys(uint64_t hash, std::span<const std::string_view> keys) OARLOCK_REQUIRES(mutex_);
  bool IsWorthATry(uint32_t place) OARLOCK_REQUIRES(mutex_) {
    return share_values_ && habits_.IsWorthATry(place);
  }
  // `depth_left`: what nests deeper is not taken.
  Known TakeContainer(uint32_t place, uint64_t kind, std::string_view bytes, uint32_t depth_left)
      OARLOCK_REQUIRES(mutex_);
  uint32_t HeightOf(uint32_t id) const OARLOCK_REQUIRES(mutex_);

  // Moves nodes in: `words` begin at the local name `first`, the last of them is the root. 0: no
  // room. The references in them go over to the new block.
  uint32_t StoreContainer(const ContentHash& hash, std::span<const uint32_t> words, uint32_t first,
                          uint32_t root, uint32_t height) OARLOCK_REQUIRES(mutex_);
  // The block of an object, with `head` words in front that the caller fills; null: no room.
  uint32_t* StoreObject(std::span<const uint32_t> words, uint32_t first, uint32_t head)
      OARLOCK_REQUIRES(mutex_);
  // Of a key of a map; never kept.
  uint64_t HashOfKey(std::string_view key) const;
  uint32_t NameOf(const uint32_t* word) const { return static_cast<uint32_t>(word - space_.At(0)); }
  void DropReference(uint32_t id) OARLOCK_REQUIRES(mutex_);

 private:
  explicit SegmentCore(const SegmentOptions& options);
  ~SegmentCore() = default;
  void FillFirstPage();

  ContentHash HashOf(uint64_t kind, std::string_view bytes) const;
  uint32_t StoreText(const ContentHash& hash, std::string_view text) OARLOCK_REQUIRES(mutex_);
  uint32_t StoreKeys(const ContentHash& hash, std::span<const std::string_view> keys)
      OARLOCK_REQUIRES(mutex_);
  bool HasKeys(uint32_t id, std::span<const std::string_view> keys) const;
  uint32_t& ReferencesOf(uint32_t id) const { return *space_.At(id - 1); }
  // A copy of the words at `to`; what was a local name is that plus `shift`.
  void Relocate(std::span<const uint32_t> words, uint32_t to, uint32_t shift);
  void FreeShared(uint32_t id) OARLOCK_REQUIRES(mutex_);
  void FreeObject(uint32_t block) OARLOCK_REQUIRES(mutex_);
  // Of nodes that lie one after the other.
  void DropReferencesIn(uint32_t from, uint32_t to, uint32_t block, uint32_t block_end)
      OARLOCK_REQUIRES(mutex_);
  void FreeBlock(uint32_t at, uint32_t words) OARLOCK_REQUIRES(mutex_);
  void FreeDoomed() OARLOCK_REQUIRES(mutex_);
  void FreeLeft() OARLOCK_REQUIRES(mutex_);

  const bool share_values_;
  const Secret secret_;
  base::Mutex mutex_;
  SlabSpace space_;
  ShareTable table_ OARLOCK_GUARDED_BY(mutex_);
  SeenFilter filter_ OARLOCK_GUARDED_BY(mutex_);
  PlaceHabits habits_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<uint32_t> doomed_ OARLOCK_GUARDED_BY(mutex_);  // no reference is left to these
  uint64_t objects_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t refused_ OARLOCK_GUARDED_BY(mutex_) = 0;
  // Objects that were released while another thread had the lock: a list through their third word.
  std::atomic<uint32_t> left_{0};
  // The owner, each object, and each thread in Release.
  std::atomic<uint64_t> lives_{1};
};

}  // namespace oarlock::kube::segment
