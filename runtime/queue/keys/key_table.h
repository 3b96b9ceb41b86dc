#pragma once
// KeyTable: the entries of one work queue by key, their number bounded, and the rule which of them
// are worth keeping: one with nothing to do stays only for its failure count or hold, and of those
// only `idle_max`.
//
// Internal to WorkQueue, guarded by its lock. Owns the entries; a pointer is valid until Settle
// drops its entry. Open addressing, and the slots have the hashes: neither looking for a key nor
// dropping one reads another key's entry. O(1) per operation. Memory shrinks with the content.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "queue/keys/entry_pool.h"
#include "queue/keys/queue_entry.h"

namespace oarlock::queue {

class KeyTable {
 public:
  KeyTable(size_t keys_max, size_t idle_max);
  ~KeyTable();
  KeyTable(const KeyTable&) = delete;
  KeyTable& operator=(const KeyTable&) = delete;

  Entry* Find(const Key& key) const;  // null when unknown
  // Null when the table is full. The key is moved from only when it is a new one.
  Entry* FindOrInsert(Key&& key);
  // The key has something to do: it is neither held nor idle any more.
  void Activate(Entry& entry) {
    if (std::exchange(entry.held, false)) --held_;
    if (std::exchange(entry.idle, false)) --idle_;
  }
  void Hold(Entry& entry);
  // To be called when something ended for the entry: drops it, or counts it as idle.
  void Settle(Entry& entry);

  // Fetches what looking for, or dropping, a key of that hash will touch.
  void Prefetch(uint32_t hash) const { __builtin_prefetch(&slots_[hash & mask_], 1); }

  size_t size() const { return size_; }
  size_t held() const { return held_; }
  std::vector<Entry*> All() const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Slot {
    uint32_t hash = 0;
    uint32_t id = kNone;  // of the entry; kNone: free
  };

  void Drop(Entry& entry);
  void Insert(Slot slot);  // of a key that is not there
  void Free(size_t at);
  void Resize(size_t slots);

  size_t keys_max_;
  size_t idle_max_;
  size_t held_ = 0;
  size_t idle_ = 0;
  size_t size_ = 0;
  std::vector<Slot> slots_;  // a power of two of them
  size_t mask_ = 0;
  size_t shrink_below_ = 0;
  size_t grow_above_ = 0;
  EntryPool pool_;
};

}  // namespace oarlock::queue
