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
// Not thread-safe: [strand]. Limits: the reflector bounds what may wait here by bytes; see
// kWatchBytesInFlightMax. Batches are at most kDeltaBatchMax changes (one upsert or delete each).

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
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
  size_t size() const { return entries_.size(); }
  // Changes merged into others so far.
  uint64_t coalesced_total() const { return coalesced_; }

 private:
  struct Entry {
    std::string key;  // empty in strict mode
    kube::Object deleted;
    kube::Object upserted;
  };

  void Merge(Entry& entry, Delta delta);

  Mode mode_;
  std::deque<Entry> entries_;
  std::unordered_map<std::string, uint64_t> position_;  // of a key, counted from the first ever
  uint64_t popped_ = 0;
  uint64_t coalesced_ = 0;
};

}  // namespace oarlock::cache
