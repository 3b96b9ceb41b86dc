#pragma once
// ObjectTable: what readers of a store see: the visible objects by key and their indices, in memory
// that one writer changes while readers go on without a lock.
//
// An object has a slot, whose number stays while its key is there; keys (id_table.h) and postings
// (posting_index.h) lead to slots. All of it hangs on one root, which is exchanged when the table
// has become much too large for what is left in it. What is replaced waits for its grace period
// (base/memory/read_section.h), objects also for their leases (object_limbo.h).
// Used by Store only. Threads: the reading functions [any]: they never wait; the others are called
// by one writer at a time. A read of many keys sees each key once, as it was at some moment of the
// read. Index functions run in Put, before anything has changed.
// Memory besides the objects: at most 64 bytes per object, and up to 16 per value of an index with
// one value per object.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory/read_section.h"
#include "cache/index.h"
#include "cache/store/id_table.h"
#include "cache/store/lease_table.h"
#include "cache/store/object_limbo.h"
#include "cache/store/posting_index.h"
#include "cache/store/segmented_array.h"
#include "kube/object.h"

namespace oarlock::cache {

// An index of a table. Names are unique; an id is never used again.
struct TableIndex {
  std::string name;
  uint64_t id = 0;
  std::shared_ptr<const IndexFn> fn;
  std::shared_ptr<PostingIndex> postings;
};

class ObjectTable {
 public:
  // Never swept by a list: the store decides about keys with something pending.
  static constexpr uint32_t kPinned = 0xffffffff;

  ObjectTable();
  ~ObjectTable();
  ObjectTable(const ObjectTable&) = delete;
  ObjectTable& operator=(const ObjectTable&) = delete;

  // --- reading [any] ---
  kube::Object Get(std::string_view key) const;
  ObjectLease Lease(std::string_view key, LeaseTable& leases) const;
  void AppendObjects(std::vector<kube::Object>& out) const;
  // The id and function of an index; {0, null} when there is none of that name.
  std::pair<uint64_t, std::shared_ptr<const IndexFn>> FindIndex(std::string_view name) const;
  std::vector<std::string> IndexNames() const;
  // False when there is no index of that id (any more); `out` is then as it was.
  bool AppendByIndex(uint64_t index, std::string_view value, std::vector<kube::Object>& out) const;
  bool AppendSetAside(uint64_t index, std::vector<kube::Object>& out) const;
  bool AppendValues(uint64_t index, std::vector<std::string>& out) const;
  // Objects that are set aside, over all indices.
  size_t set_aside() const;
  // Objects that were replaced or removed and are held for readers.
  size_t replaced() const { return replaced_.load(std::memory_order_relaxed); }
  uint64_t index_errors() const { return index_errors_.load(std::memory_order_relaxed); }

  // The object of each slot, null where it is free.
  std::vector<kube::Object> Snapshot() const;
  // Runs a function for an index that is being built.
  void RunIndex(const IndexFn& fn, const kube::Object& object, IndexValues& values);

  // --- writing ---
  kube::Object Get(std::string_view key, uint32_t& mark) const;  // `mark` stays when it is null
  // Return what was there before.
  kube::Object Put(std::string_view key, const kube::Object& object, uint32_t mark);
  kube::Object Erase(std::string_view key);
  bool Mark(std::string_view key, uint32_t mark);
  // Removes every slot whose mark is another one, except kPinned ones and objects newer than
  // `list_version` (which a list of that version cannot speak about; "" = no such exception).
  void Sweep(uint32_t mark, std::string_view list_version, std::vector<kube::Object>& removed);
  // The slots that differ from a snapshot.
  std::vector<std::pair<uint32_t, kube::Object>> ChangedSince(
      const std::vector<kube::Object>& snapshot) const;
  void AddIndex(TableIndex index);
  void RemoveIndex(uint64_t index);
  // For what else the store exchanges under its readers.
  template <typename T>
  void Retire(const T* memory) {
    retired_.Retire(memory);
  }
  // Frees what readers are done with. Put, Erase and Sweep do it, too, when much is waiting.
  void Reclaim();

 private:
  using Slot = std::atomic<const void*>;  // an object's address, with a count of its own
  using Indices = std::vector<TableIndex>;
  struct Root {
    ~Root() { delete indices.load(std::memory_order_relaxed); }
    IdTable keys;
    SegmentedArray<Slot> slots;
    std::atomic<uint32_t> slot_count{0};  // slots that were ever used
    std::atomic<uint64_t> reuses{0};      // of slots that were free
    std::atomic<const Indices*> indices{new Indices};
    // The writer's.
    std::vector<uint32_t> marks;
    std::vector<uint32_t> free;
  };
  struct Found {
    uint32_t slot = IdTable::kNone;
    const void* address = nullptr;
  };

  static Found Find(const Root& root, std::string_view key);
  template <typename Read>
  bool ReadIndex(uint64_t index, Read&& read) const;
  template <typename Read>
  bool AppendSlots(uint64_t index, std::vector<kube::Object>& out, Read&& read) const;
  // For the writer.
  Root& root() { return *root_.load(std::memory_order_relaxed); }
  const Root& root() const { return *root_.load(std::memory_order_relaxed); }
  uint32_t NewSlot();
  kube::Object Exchange(uint32_t slot, const kube::Object& object);
  kube::Object Free(uint32_t slot, std::string_view key);
  void SetIndices(const Indices* indices);
  void Tidy();
  void Compact();

  // Readers load the root; what follows is the writer's.
  alignas(64) std::atomic<Root*> root_;
  alignas(64) std::atomic<size_t> replaced_{0};
  std::atomic<uint64_t> index_errors_{0};
  base::RetireList retired_;
  ObjectLimbo limbo_;
  std::vector<IndexValues> scratch_;  // per index, of one Put
};

}  // namespace oarlock::cache
