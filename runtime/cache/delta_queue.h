#pragma once
// DeltaQueue: the changes between the reflector and the store, in order (client-go's DeltaFIFO and
// RealFIFO).
//
// kCoalesce (an informer's mode unless it asks for the other): changes to one key merge at the
// place of the first one. Of several upserts the last stays; a delete drops the upserts before it
// and keeps its final state; an upsert after a delete is kept behind it, so a re-creation is a
// delete and an add. A delete after such an upsert takes both back: the first delete is what the
// store still has to learn. kStrict: every change is an entry of its own, in the order of arrival
// over all keys. A popped change is moved out, so its object lives only as long as who took it
// wants. What a change means (add, update, re-creation) is decided by the store when it is applied.
// A key is hashed once, at Push, and never copied: its entry's object has it.
// Not thread-safe: [strand]. Limits: the reflector bounds what may wait here by bytes; see
// kWatchBytesInFlightMax. Batches are at most kDeltaBatchMax changes (one upsert or delete each).
// Memory: what a burst took is given back when the queue is empty.

#include <cstdint>
#include <string_view>
#include <vector>

#include "kube/object.h"

namespace oarlock::cache {

inline constexpr size_t kDeltaBatchMax = 1000;

struct Delta {
  enum class Type : uint8_t { kUpsert, kDelete };
  Type type = Type::kUpsert;
  kube::Object object;  // of a delete: its final state
};

class DeltaQueue {
 public:
  enum class Mode : uint8_t { kCoalesce, kStrict };
  explicit DeltaQueue(Mode mode) : mode_(mode) {}

  void Push(Delta delta);
  // Appends the oldest changes to `out`. False when there was none.
  bool PopBatch(std::vector<Delta>& out);
  void Clear();

  // Keys (kCoalesce) or changes (kStrict) that wait.
  size_t size() const { return entries_.size() - head_; }
  // Whether a change of that key waits. kStrict: whether any does.
  bool MayHold(std::string_view ns, std::string_view name) const;
  // Changes merged into others so far.
  uint64_t coalesced_total() const { return coalesced_; }

 private:
  static constexpr size_t kNone = SIZE_MAX;
  struct Entry {
    kube::Object deleted;
    kube::Object upserted;
    uint64_t hash = 0;
    const kube::Object& any() const { return deleted ? deleted : upserted; }
  };
  // Of the open-addressed table: where the key's entry is, counted from the first entry ever
  // (from 1). One from before the queue was last empty is as good as none.
  struct Slot {
    uint64_t position = 0;
    uint64_t hash = 0;
  };

  void PushCoalesced(Delta delta);
  void Merge(Entry& entry, Delta delta);
  // Index of the key's entry that waits, or kNone.
  size_t Find(uint64_t hash, std::string_view ns, std::string_view name) const;
  void Insert(uint64_t hash, uint64_t position);
  void Index();
  void Drained();

  Mode mode_;
  std::vector<Entry> entries_;  // those before head_ are popped
  size_t head_ = 0;
  uint64_t first_ = 1;  // position of entries_[0]
  uint64_t epoch_ = 1;  // of the first entry since the queue was last empty
  std::vector<Slot> slots_;
  size_t slots_used_ = 0;  // since epoch_
  uint64_t coalesced_ = 0;
};

}  // namespace oarlock::cache
