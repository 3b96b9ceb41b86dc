#pragma once
// TapeBuilder: builds one Object from a stream of values. Internal to kube: the JSON and protobuf
// decoders and the YAML reader call it.
//
//   TapeBuilder b;
//   b.BeginMap(); b.Key("a"); b.Int(1); b.Key("b"); b.BeginArray(); b.EndArray(); b.EndMap();
//   base::Result<Object> object = b.Finish();
//
// Values return their node id, which Value::node() will give later (not when building into a
// segment); a container has its id only at its end, because children stand before it. Text is
// copied and must be valid UTF-8.
// Into a segment: what the segment knows already is referred to, and with PlaceKnown a decoder need
// not even look at it. The builder has the segment's lock from SetSegment to Finish or Reset.
// Errors are sticky: past a limit (kObjectDepthMax, kObjectNodesMax, kObjectBytesMax of text) every
// call does nothing and returns 0, and Finish gives kTooLarge, or kResourceExhausted when the
// segment has no room. Keys count as nodes. Calls in the wrong order (a value without a key, an End
// without its Begin) are bugs of the caller and abort.
// Not thread-safe. Reusable: Finish and Reset empty it and keep its memory up to kScratchBytesKept.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/decode.h"
#include "kube/object.h"
#include "kube/segment/segment_core.h"

namespace oarlock::kube {

class TapeBuilder {
 public:
  static constexpr size_t kScratchBytesKept = 1024 * 1024;

  explicit TapeBuilder(size_t nodes_max = kObjectNodesMax) : nodes_max_(nodes_max) { Reset(); }
  ~TapeBuilder() { Reset(); }
  TapeBuilder(const TapeBuilder&) = delete;
  TapeBuilder& operator=(const TapeBuilder&) = delete;

  // Where the object that begins now goes; null: it gets memory of its own.
  void SetSegment(segment::SegmentCore* segment) OARLOCK_NO_THREAD_SAFETY_ANALYSIS;

  void BeginMap() { Begin(true); }
  void Key(std::string_view key);
  uint32_t EndMap() { return End(true); }
  void BeginArray() { Begin(false); }
  uint32_t EndArray() { return End(false); }
  uint32_t Null() { return AddWord(ValueType::kNull, 0); }
  uint32_t Bool(bool value) { return AddWord(ValueType::kBool, value ? 1 : 0); }
  uint32_t Int(int64_t value);
  uint32_t Uint(uint64_t value);
  // Any number, by its JSON text; IsJsonNumber(text) is required. The digits are kept.
  uint32_t Number(std::string_view text);
  uint32_t String(std::string_view text) { return AddText(ValueType::kString, text); }

  // Whether a container that comes now could be known; finding out where it ends is worth it then.
  bool MayBeKnown() OARLOCK_NO_THREAD_SAFETY_ANALYSIS;
  // Places a container that was decoded from the same bytes before. False: decode it now. `kind`:
  // what the bytes are taken for; equal kind and bytes must give equal values.
  bool PlaceKnown(uint64_t kind, std::string_view bytes) OARLOCK_NO_THREAD_SAFETY_ANALYSIS;

  // Puts the last `count` members of the open map in front of its others.
  void MoveLastMembersToFront(uint32_t count);

  bool ok() const { return status_.ok(); }
  const base::Status& status() const { return status_; }
  // The object with the one value that was added as root.
  base::Result<Object> Finish();
  void Reset();

 private:
  struct Frame {
    bool is_map;
    bool store;  // in the segment, under `hash`, when it ends
    uint32_t place;
    uint32_t height;  // of what is in it
    uint32_t first_word;
    size_t first_value;
    size_t first_key;
    size_t first_text;
    size_t first_taken;
    segment::ContentHash hash;
  };
  struct KeyEntry {
    uint64_t hash;
    uint32_t start;  // in key_texts_
    uint32_t size;
  };

  void Begin(bool is_map);
  uint32_t End(bool is_map);
  uint32_t WriteContainer(const Frame& frame, uint32_t count);
  uint32_t StoreContainer(const Frame& frame, uint32_t node) OARLOCK_NO_THREAD_SAFETY_ANALYSIS;
  // The keys node of the open map.
  uint32_t Keys(const Frame& frame) OARLOCK_NO_THREAD_SAFETY_ANALYSIS;
  uint32_t WriteKeys(size_t first_key);
  uint32_t AddWord(ValueType type, uint32_t count);
  uint32_t AddText(ValueType type, std::string_view text) OARLOCK_NO_THREAD_SAFETY_ANALYSIS;
  uint32_t WriteText(ValueType type, std::string_view text);
  // False: the object has failed, or fails now as it is too large. Comes for every node.
  bool CountNode(size_t text_bytes) {
    ++nodes_;
    text_bytes_ += text_bytes;
    const bool fits = nodes_ <= nodes_max_ && text_bytes_ <= kObjectBytesMax;
    if (fits && status_.ok()) [[likely]] {
      return true;
    }
    if (status_.ok()) FailAsTooLarge();
    return false;
  }
  void FailAsTooLarge();
  uint32_t Place(uint32_t node, uint32_t height);
  uint32_t Taken(uint32_t name);
  uint32_t LocalName(size_t word) const;
  std::string_view KeyText(const KeyEntry& key) const;
  Object FinishOwn() const;
  Object FinishInSegment() OARLOCK_NO_THREAD_SAFETY_ANALYSIS;
  void LeaveSegment() OARLOCK_NO_THREAD_SAFETY_ANALYSIS;
  void Empty();

  const size_t nodes_max_;
  segment::SegmentCore* segment_ = nullptr;
  std::vector<uint32_t> words_;   // room for the header, then the tape
  std::vector<uint32_t> values_;  // children of the open containers
  std::vector<KeyEntry> keys_;    // of the open maps
  std::string key_texts_;
  std::vector<uint32_t> taken_;  // references into the segment that words_ and values_ hold
  std::vector<std::string_view> key_views_;  // scratch of Keys
  std::vector<Frame> frames_;
  uint32_t next_place_ = 0;     // where the value that comes next is
  bool pending_store_ = false;  // of the container that begins next
  segment::ContentHash pending_hash_;
  uint32_t root_ = 0;
  size_t nodes_ = 0;
  size_t text_bytes_ = 0;
  base::Status status_;
};

}  // namespace oarlock::kube
