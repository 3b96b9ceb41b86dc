#pragma once
// ShareTable: from the hash of a content to the block that has it (the dictionary of a segment).
//
// Open addressing, 16 bytes an entry, between one sixth and three quarters full. Equal hashes may
// stand several times: Find asks `same` about each. Used by SegmentCore; not thread-safe. No errors
// but the lack of memory.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace oarlock::kube::segment {

// 96 bits of a keyed hash.
struct ContentHash {
  uint64_t low = 0;
  uint32_t high = 0;
  friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

class ShareTable {
 public:
  // The first id under that hash that `same(id)` accepts; 0 when there is none.
  template <typename Same>
  uint32_t Find(const ContentHash& hash, const Same& same) const {
    if (entries_.empty()) return 0;
    for (size_t at = Home(hash.low); entries_[at].id != 0; at = (at + 1) & mask_) {
      const Entry& entry = entries_[at];
      if (entry.low == hash.low && entry.high == hash.high && same(entry.id)) return entry.id;
    }
    return 0;
  }
  void Insert(const ContentHash& hash, uint32_t id);
  // It must be there.
  void Erase(uint64_t low, uint32_t id);

  size_t size() const { return size_; }
  size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    uint64_t low = 0;
    uint32_t high = 0;
    uint32_t id = 0;  // 0 = empty
  };
  static constexpr size_t kCapacityMin = 64;

  size_t Home(uint64_t low) const { return static_cast<size_t>(low) & mask_; }
  void Place(const Entry& entry);
  void Resize(size_t capacity);

  std::vector<Entry> entries_;
  size_t mask_ = 0;
  size_t size_ = 0;
};

}  // namespace oarlock::kube::segment
