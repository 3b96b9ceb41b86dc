#pragma once
// StoreShard: one sixteenth of a store: slots of visible objects, the map from key to slot, and
// this shard's part of every index, under one lock of its own.
//
// Used by Store only. Threads: every function [any]; those of the second half change the shard and
// are called by one writer at a time. Locks are held for one key, or for copying handles. Memory is
// given back when less than a quarter of the slots is in use.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cache/index.h"
#include "cache/store/posting_index.h"
#include "kube/object.h"

namespace oarlock::cache {

class StoreShard {
 public:
  // Never swept by a list: the store decides about keys with something pending.
  static constexpr uint32_t kPinned = 0xffffffff;

  StoreShard();
  ~StoreShard();
  StoreShard(const StoreShard&) = delete;
  StoreShard& operator=(const StoreShard&) = delete;

  kube::Object Get(std::string_view key) const;
  kube::Object Get(std::string_view key, uint32_t& mark) const;  // `mark` stays when it is null
  void AppendObjects(std::vector<kube::Object>& out) const;
  void AppendKeys(std::vector<std::string>& out) const;
  // False when this shard has no index of that id.
  bool AppendByIndex(uint64_t index, std::string_view value, std::vector<kube::Object>& out) const;
  bool AppendValues(uint64_t index, std::vector<std::string>& out) const;

  // Keys of slots that are set aside in the index, and their objects.
  bool AppendSetAside(uint64_t index, std::vector<kube::Object>& out) const;
  // Slots set aside, over all indices.
  size_t set_aside() const;

  // `values`: per index, in the order in which they were added. Returns what was there before.
  kube::Object Put(std::string_view key, const kube::Object& object,
                   const std::vector<IndexValues>& values, uint32_t mark);
  kube::Object Erase(std::string_view key);
  bool Mark(std::string_view key, uint32_t mark);
  // Removes every slot whose mark is another one, except kPinned ones and objects newer than
  // `list_version` (which a list of that version cannot speak about; "" = no such exception).
  void Sweep(uint32_t mark, std::string_view list_version, std::vector<kube::Object>& removed);

  // The object of each slot, null where it is free; and the slots that differ from such a snapshot.
  std::vector<kube::Object> Snapshot() const;
  std::vector<std::pair<uint32_t, kube::Object>> ChangedSince(
      const std::vector<kube::Object>& snapshot) const;
  void AddIndex(uint64_t index, PostingIndex postings);
  // For the caller to free when no lock is held.
  PostingIndex RemoveIndex(uint64_t index);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::cache
