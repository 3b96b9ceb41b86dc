#include "cache/store/posting_index.h"

#include <algorithm>

namespace oarlock::cache {

bool PostingIndex::Same(const std::vector<Ref>& refs,
                        const std::vector<std::string>& values) const {
  return refs.size() == values.size() && std::equal(refs.begin(), refs.end(), values.begin(),
                                                    [this](Ref ref, const std::string& value) {
                                                      return postings_[ref.posting].value == value;
                                                    });
}

uint32_t PostingIndex::PostingOf(const std::string& value) {
  const auto found = ids_.find(value);
  if (found != ids_.end()) return found->second;
  uint32_t id = 0;
  if (free_.empty()) {
    id = static_cast<uint32_t>(postings_.size());
    postings_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  postings_[id].value = value;
  ids_.emplace(value, id);
  return id;
}

void PostingIndex::Set(uint32_t slot, const std::vector<std::string>& values) {
  if (refs_.size() <= slot) refs_.resize(slot + 1);
  if (Same(refs_[slot], values)) return;
  Clear(slot);
  std::vector<Ref>& refs = refs_[slot];
  refs.reserve(values.size());
  for (const std::string& value : values) {
    const uint32_t id = PostingOf(value);
    std::vector<uint32_t>& slots = postings_[id].slots;
    refs.push_back({id, static_cast<uint32_t>(slots.size())});
    slots.push_back(slot);
  }
}

void PostingIndex::Clear(uint32_t slot) {
  if (refs_.size() <= slot) return;
  std::vector<Ref> refs = std::move(refs_[slot]);
  refs_[slot] = {};
  for (Ref ref : refs) Leave(ref);
}

// The last slot of the posting moves into the hole and learns its new position.
void PostingIndex::Leave(Ref ref) {
  Posting& posting = postings_[ref.posting];
  const uint32_t last = static_cast<uint32_t>(posting.slots.size() - 1);
  if (ref.position != last) {
    const uint32_t moved = posting.slots[last];
    posting.slots[ref.position] = moved;
    for (Ref& other : refs_[moved]) {
      if (other.posting == ref.posting) other.position = ref.position;
    }
  }
  posting.slots.pop_back();
  if (!posting.slots.empty()) return;
  ids_.erase(posting.value);
  posting = {};
  free_.push_back(ref.posting);
}

const std::vector<uint32_t>* PostingIndex::Find(std::string_view value) const {
  const auto found = ids_.find(value);
  return found == ids_.end() ? nullptr : &postings_[found->second].slots;
}

void PostingIndex::AppendValues(std::vector<std::string>& out) const {
  for (const auto& [value, id] : ids_) out.push_back(value);
}

}  // namespace oarlock::cache
