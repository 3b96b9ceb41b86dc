#include "cache/store/posting_index.h"

#include <algorithm>

namespace oarlock::cache {
namespace {

constexpr size_t kFreePostingsKept = 64;

}  // namespace

bool PostingIndex::Same(const std::vector<Ref>& refs,
                        const std::vector<std::string>& values) const {
  return refs.size() == values.size() && std::equal(refs.begin(), refs.end(), values.begin(),
                                                    [this](Ref ref, const std::string& value) {
                                                      return *postings_[ref.posting].value == value;
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
  postings_[id].value = &ids_.emplace(value, id).first->first;
  return id;
}

PostingIndex::Ref PostingIndex::Enter(uint32_t slot, const std::string& value) {
  const uint32_t id = PostingOf(value);
  std::vector<uint32_t>& slots = postings_[id].slots;
  slots.push_back(slot);
  ++moves_;
  return {id, static_cast<uint32_t>(slots.size() - 1)};
}

// Both sides are sorted by value: a merge that keeps what they share.
void PostingIndex::Set(uint32_t slot, const std::vector<std::string>& values) {
  if (!set_aside_.empty()) set_aside_.erase(slot);
  if (refs_.size() <= slot) refs_.resize(slot + 1);
  if (Same(refs_[slot], values)) return;
  const std::vector<Ref> old = std::move(refs_[slot]);
  std::vector<Ref> kept;
  kept.reserve(values.size());
  auto ref = old.begin();
  for (const std::string& value : values) {
    while (ref != old.end() && *postings_[ref->posting].value < value) Leave(*ref++);
    const bool has = ref != old.end() && *postings_[ref->posting].value == value;
    kept.push_back(has ? *ref++ : Enter(slot, value));
  }
  while (ref != old.end()) Leave(*ref++);
  refs_[slot] = std::move(kept);
  if (free_.size() > kFreePostingsKept + 3 * ids_.size()) CompactPostings();
}

void PostingIndex::SetAside(uint32_t slot) {
  Clear(slot);
  set_aside_.insert(slot);
}

void PostingIndex::Clear(uint32_t slot) {
  if (!set_aside_.empty()) set_aside_.erase(slot);
  if (refs_.size() <= slot) return;
  std::vector<Ref> refs = std::move(refs_[slot]);
  refs_[slot] = {};
  for (Ref ref : refs) Leave(ref);
}

// The last slot of the posting moves into the hole and learns its new position.
void PostingIndex::Leave(Ref ref) {
  ++moves_;
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
  ids_.erase(ids_.find(*posting.value));
  posting = {};
  free_.push_back(ref.posting);
}

void PostingIndex::CompactPostings() {
  std::vector<uint32_t> to(postings_.size(), 0);
  std::vector<Posting> kept;
  kept.reserve(ids_.size());
  for (auto& [value, id] : ids_) {
    to[id] = static_cast<uint32_t>(kept.size());
    kept.push_back(std::move(postings_[id]));
    id = to[id];
  }
  for (std::vector<Ref>& refs : refs_) {
    for (Ref& ref : refs) ref.posting = to[ref.posting];
  }
  postings_ = std::move(kept);
  free_ = {};
  ids_.rehash(0);
}

void PostingIndex::Renumber(const std::vector<uint32_t>& to, size_t count) {
  std::vector<std::vector<Ref>> refs(count);
  for (size_t slot = 0; slot < refs_.size() && slot < to.size(); ++slot) {
    if (to[slot] != kNoSlot) refs[to[slot]] = std::move(refs_[slot]);
  }
  refs_ = std::move(refs);
  for (Posting& posting : postings_) {
    for (uint32_t& slot : posting.slots) slot = to[slot];
  }
  std::unordered_set<uint32_t> set_aside;
  for (const uint32_t slot : set_aside_) set_aside.insert(to[slot]);
  set_aside_ = std::move(set_aside);
  CompactPostings();
}

const std::vector<uint32_t>* PostingIndex::Find(std::string_view value) const {
  const auto found = ids_.find(value);
  return found == ids_.end() ? nullptr : &postings_[found->second].slots;
}

void PostingIndex::AppendValues(std::vector<std::string>& out) const {
  for (const auto& [value, id] : ids_) out.push_back(value);
}

}  // namespace oarlock::cache
