#pragma once
// PostingIndex: one index over the slots of one store shard, from a value to the slots with it.
//
// Setting a slot touches only the values that changed; leaving a value is constant time by the
// position each slot remembers (plus a walk over the moved slot's own values). A value without
// slots is forgotten. A slot whose index function failed is set aside: under no value, but counted.
// Not thread-safe: the shard's lock guards it. Limits: index.h bounds values per object. Memory is
// given back when few of the values there once were are left.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace oarlock::cache {

struct StringHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

class PostingIndex {
 public:
  static constexpr uint32_t kNoSlot = 0xffffffff;

  // `values` sorted and unique.
  void Set(uint32_t slot, const std::vector<std::string>& values);
  void SetAside(uint32_t slot);
  void Clear(uint32_t slot);
  // Slot i becomes to[i]; those with kNoSlot hold nothing. `count`: slots there are then.
  void Renumber(const std::vector<uint32_t>& to, size_t count);

  // Null when no slot has the value.
  const std::vector<uint32_t>* Find(std::string_view value) const;
  void AppendValues(std::vector<std::string>& out) const;
  size_t values() const { return ids_.size(); }
  const std::unordered_set<uint32_t>& set_aside() const { return set_aside_; }
  // How often a slot entered or left a value so far.
  uint64_t moves() const { return moves_; }

 private:
  struct Ref {
    uint32_t posting;
    uint32_t position;
  };
  struct Posting {
    const std::string* value = nullptr;  // the key in ids_
    std::vector<uint32_t> slots;
  };

  bool Same(const std::vector<Ref>& refs, const std::vector<std::string>& values) const;
  uint32_t PostingOf(const std::string& value);
  Ref Enter(uint32_t slot, const std::string& value);
  void Leave(Ref ref);
  void CompactPostings();

  std::unordered_map<std::string, uint32_t, StringHash, std::equal_to<>> ids_;
  std::vector<Posting> postings_;
  std::vector<uint32_t> free_;
  std::vector<std::vector<Ref>> refs_;  // by slot, in the order of the values
  std::unordered_set<uint32_t> set_aside_;
  uint64_t moves_ = 0;
};

}  // namespace oarlock::cache
