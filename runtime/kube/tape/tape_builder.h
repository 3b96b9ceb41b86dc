#pragma once
// TapeBuilder: builds one Object from a stream of values. Internal to kube: the JSON decoder and
// the YAML reader call it.
//
//   TapeBuilder b;
//   b.BeginMap(); b.Key("a"); b.Int(1); b.Key("b"); b.BeginArray(); b.EndArray(); b.EndMap();
//   base::Result<Object> object = b.Finish();
//
// Values return their node id, which Value::node() will give later; a container has its id only at
// its end, because children stand before it. Text is copied and must be valid UTF-8.
// Errors are sticky: past a limit (kObjectDepthMax, kObjectNodesMax, kObjectBytesMax of text) every
// call does nothing and returns 0, and Finish gives kTooLarge. Keys count as nodes. Calls in the
// wrong order (a value without a key, an End without its Begin) are bugs of the caller and abort.
// Not thread-safe. Reusable: Finish and Reset empty it and keep its memory up to kScratchBytesKept.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/decode.h"
#include "kube/object.h"

namespace oarlock::kube {

// "-0.5e+3" and the like: exactly the number grammar of JSON.
bool IsJsonNumber(std::string_view text);

class TapeBuilder {
 public:
  static constexpr size_t kScratchBytesKept = 1024 * 1024;

  explicit TapeBuilder(size_t nodes_max = kObjectNodesMax) : nodes_max_(nodes_max) { Reset(); }

  void BeginMap() { Begin(true); }
  void Key(std::string_view key);
  uint32_t EndMap();
  void BeginArray() { Begin(false); }
  uint32_t EndArray();
  uint32_t Null() { return AddWord(ValueType::kNull, 0); }
  uint32_t Bool(bool value) { return AddWord(ValueType::kBool, value ? 1 : 0); }
  uint32_t Int(int64_t value);
  uint32_t Uint(uint64_t value);
  // Any number, by its JSON text; IsJsonNumber(text) is required. The digits are kept.
  uint32_t Number(std::string_view text);
  uint32_t String(std::string_view text) { return AddText(ValueType::kString, text); }

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
    size_t first_entry;  // in entries_
  };

  void Begin(bool is_map);
  uint32_t End(bool is_map);
  uint32_t AddWord(ValueType type, uint32_t count);
  uint32_t AddText(ValueType type, std::string_view text);
  uint32_t WriteText(ValueType type, std::string_view text);
  void WriteMapIndex(uint32_t node, uint32_t count);
  void Append(const void* data, size_t size);
  bool CountNode(size_t text_bytes);
  uint32_t Place(uint32_t node);
  std::string_view TextOf(uint32_t node) const;

  const size_t nodes_max_;
  std::vector<std::byte> tape_;
  std::vector<uint32_t> entries_;  // children of the open containers; key, value in maps
  std::vector<uint32_t> index_;    // scratch of WriteMapIndex
  std::vector<Frame> frames_;
  uint32_t root_ = 0;
  size_t nodes_ = 0;
  size_t text_bytes_ = 0;
  base::Status status_;
};

}  // namespace oarlock::kube
