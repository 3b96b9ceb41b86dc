#pragma once
// PostingIndex: one index over the slots of one store shard, from a value to the slots with it.
//
// Setting a slot costs its values only; leaving a value is constant time by the position each slot
// remembers (plus a walk over the moved slot's own values). A value without slots is forgotten.
// Not thread-safe: the shard's lock guards it. Limits: index.h bounds values per object.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace oarlock::cache {

struct StringHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

class PostingIndex {
 public:
  // `values` sorted and unique.
  void Set(uint32_t slot, const std::vector<std::string>& values);
  void Clear(uint32_t slot);
  // Null when no slot has the value.
  const std::vector<uint32_t>* Find(std::string_view value) const;
  void AppendValues(std::vector<std::string>& out) const;
  size_t values() const { return ids_.size(); }

 private:
  struct Ref {
    uint32_t posting;
    uint32_t position;
  };
  struct Posting {
    std::string value;
    std::vector<uint32_t> slots;
  };

  bool Same(const std::vector<Ref>& refs, const std::vector<std::string>& values) const;
  uint32_t PostingOf(const std::string& value);
  void Leave(Ref ref);

  std::unordered_map<std::string, uint32_t, StringHash, std::equal_to<>> ids_;
  std::vector<Posting> postings_;
  std::vector<uint32_t> free_;
  std::vector<std::vector<Ref>> refs_;  // by slot
};

}  // namespace oarlock::cache
