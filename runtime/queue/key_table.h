#pragma once
// KeyTable: the entries of one work queue by key, their number bounded, and the rule which of them
// are worth keeping: one with nothing to do stays only for its failure count or hold, and of those
// only `idle_max`.
//
// Internal to WorkQueue, guarded by its lock. Owns the entries; a pointer is valid until Settle
// drops its entry. Entries are chained by hash, so that one in hand is
// dropped without hashing its key again. O(1) per operation. Memory shrinks with the content: at
// most kSpareEntries dropped entries are kept for the next keys.

#include <cstddef>
#include <memory>
#include <vector>

#include "queue/queue_entry.h"

namespace oarlock::queue {

class KeyTable {
 public:
  KeyTable(size_t keys_max, size_t idle_max);
  ~KeyTable();
  KeyTable(const KeyTable&) = delete;
  KeyTable& operator=(const KeyTable&) = delete;

  Entry* Find(const Key& key) const;    // null when unknown
  Entry* FindOrInsert(const Key& key);  // null when the table is full
  // The key has something to do: it is neither held nor idle any more.
  void Activate(Entry& entry);
  void Hold(Entry& entry);
  // To be called when something ended for the entry: drops it, or counts it as idle.
  void Settle(Entry& entry);

  // Fetches what the end of the entry's run will touch.
  void Prefetch(const Entry& entry) const {
    __builtin_prefetch(&buckets_[entry.hash & (buckets_.size() - 1)]);
    __builtin_prefetch(entry.key.name.data());
  }

  size_t size() const { return size_; }
  size_t held() const { return held_; }
  std::vector<Entry*> All() const;

 private:
  static constexpr size_t kSpareEntries = 64;

  std::unique_ptr<Entry> TakeSpare();
  void Drop(Entry& entry);
  Entry*& Bucket(size_t hash) { return buckets_[hash & (buckets_.size() - 1)]; }
  void Resize(size_t buckets);

  size_t keys_max_;
  size_t idle_max_;
  size_t held_ = 0;
  size_t idle_ = 0;
  size_t size_ = 0;
  std::vector<Entry*> buckets_;  // heads of chains; a power of two of them
  std::vector<std::unique_ptr<Entry>> spare_;
};

}  // namespace oarlock::queue
