#include "cache/store/posting_index.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace oarlock::cache {
namespace {

constexpr size_t kRefPiece = 256;
constexpr uint32_t kFewestEntries = 4;
constexpr uint32_t kHolesKept = 8;

// Null when the word holds one ref or none.
uint64_t* ManyOf(uint64_t word) {
  return word % 2 == 0 ? reinterpret_cast<uint64_t*>(word) : nullptr;
}

}  // namespace

PostingIndex::Entries* PostingIndex::Entries::Make(uint32_t capacity) {
  auto* made = new (::operator new(sizeof(Entries) + capacity * sizeof(std::atomic<uint32_t>)))
      Entries{capacity, {}};
  for (uint32_t i = 0; i < capacity; ++i) new (&made->At(i)) std::atomic<uint32_t>(kHole);
  return made;
}

PostingIndex::PostingIndex(base::RetireList& retired) : retired_(&retired) {}

PostingIndex::~PostingIndex() {
  for (uint32_t id = 1; id < posting_count_.load(std::memory_order_relaxed); ++id) {
    delete postings_.At(id).load(std::memory_order_relaxed);
  }
  for (const auto& piece : refs_) {
    for (size_t i = 0; i < kRefPiece; ++i) delete[] ManyOf(piece[i]);
  }
}

const PostingIndex::Posting* PostingIndex::Find(std::string_view value) const {
  const Posting* found = nullptr;
  ids_.Find(HashOf(value), [&](uint32_t id) {
    found = postings_.At(id).load(std::memory_order_seq_cst);
    if (found != nullptr && found->value == value) return true;
    found = nullptr;
    return false;
  });
  return found;
}

uint32_t PostingIndex::PostingOf(std::string_view value) {
  const uint32_t hash = HashOf(value);
  const uint32_t found = ids_.Find(hash, [&](uint32_t id) { return PostingAt(id).value == value; });
  if (found != IdTable::kNone) return found;
  uint32_t id = posting_count_.load(std::memory_order_relaxed);
  if (free_.empty()) {
    postings_.Grow(id);
    posting_count_.store(id + 1, std::memory_order_release);
  } else {
    id = free_.back();
    free_.pop_back();
  }
  postings_.At(id).store(new Posting(value), std::memory_order_seq_cst);
  ids_.Insert(hash, id, *retired_);
  return id;
}

void PostingIndex::Drop(uint32_t id) {
  Posting& posting = PostingAt(id);
  ids_.Erase(HashOf(posting.value), id, *retired_);
  postings_.At(id).store(nullptr, std::memory_order_seq_cst);
  retired_->Retire(&posting);
  free_.push_back(id);
  if (free_.size() == free_.capacity() / 8) free_.shrink_to_fit();
}

// A copy without holes, and every slot in it learns its new position.
void PostingIndex::Replace(uint32_t id, uint32_t capacity) {
  Posting& posting = PostingAt(id);
  Entries* old = posting.entries.load(std::memory_order_relaxed);
  auto* next = Entries::Make(capacity);
  uint32_t size = 0;
  const uint32_t count = old == nullptr ? 0 : old->size.load(std::memory_order_relaxed);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t slot = old->At(i).load(std::memory_order_relaxed);
    if (slot == kHole) continue;
    next->At(size).store(slot, std::memory_order_relaxed);
    if (size != i) Moved(slot, id, size);
    ++size;
  }
  next->size.store(size, std::memory_order_relaxed);
  posting.entries.store(next, std::memory_order_seq_cst);
  retired_->Retire(old);
}

PostingIndex::Ref PostingIndex::Append(uint32_t id, uint32_t slot) {
  Posting& posting = PostingAt(id);
  const uint32_t live = posting.live.load(std::memory_order_relaxed);
  Entries* entries = posting.entries.load(std::memory_order_relaxed);
  if (entries == nullptr || entries->size.load(std::memory_order_relaxed) == entries->capacity) {
    Replace(id, std::max(kFewestEntries, live + live / 2));
    entries = posting.entries.load(std::memory_order_relaxed);
  }
  const uint32_t position = entries->size.load(std::memory_order_relaxed);
  entries->At(position).store(slot, std::memory_order_release);
  entries->size.store(position + 1, std::memory_order_release);
  posting.live.store(live + 1, std::memory_order_relaxed);
  ++moves_;
  return {id, position};
}

void PostingIndex::Remove(Ref ref) {
  Posting& posting = PostingAt(ref.posting);
  Entries* entries = posting.entries.load(std::memory_order_relaxed);
  entries->At(ref.position).store(kHole, std::memory_order_seq_cst);
  const uint32_t live = posting.live.load(std::memory_order_relaxed) - 1;
  posting.live.store(live, std::memory_order_relaxed);
  ++moves_;
  if (live == 0 && ref.posting != kAside) return Drop(ref.posting);
  const uint32_t holes = entries->size.load(std::memory_order_relaxed) - live;
  if (holes > live + kHolesKept) Replace(ref.posting, std::max(kFewestEntries, live + live / 4));
}

// | position: 32 | posting: 31 | 1 |
uint64_t PostingIndex::Pack(Ref ref) {
  return (uint64_t{ref.position} << 32) | (uint64_t{ref.posting} << 1) | 1;
}
PostingIndex::Ref PostingIndex::Unpack(uint64_t word) {
  return {static_cast<uint32_t>(word) >> 1, static_cast<uint32_t>(word >> 32)};
}

uint64_t& PostingIndex::RefWord(uint32_t slot) {
  while (refs_.size() <= slot / kRefPiece) {
    refs_.push_back(std::make_unique<uint64_t[]>(kRefPiece));
  }
  return refs_[slot / kRefPiece][slot % kRefPiece];
}

void PostingIndex::LoadRefs(uint32_t slot, std::vector<Ref>& refs) const {
  refs.clear();
  if (slot / kRefPiece >= refs_.size()) return;
  const uint64_t word = refs_[slot / kRefPiece][slot % kRefPiece];
  if (word % 2 == 1) return refs.push_back(Unpack(word));
  const uint64_t* many = ManyOf(word);
  if (many == nullptr) return;
  for (uint64_t i = 1; i <= many[0]; ++i) refs.push_back(Unpack(many[i]));
}

void PostingIndex::StoreRefs(uint32_t slot, const std::vector<Ref>& refs) {
  uint64_t& word = RefWord(slot);
  uint64_t* many = ManyOf(word);
  if (many != nullptr && many[0] != refs.size()) {
    delete[] many;
    many = nullptr;
  }
  if (refs.size() < 2) {
    word = refs.empty() ? 0 : Pack(refs[0]);
    return;
  }
  if (many == nullptr) many = new uint64_t[refs.size() + 1];
  many[0] = refs.size();
  for (size_t i = 0; i < refs.size(); ++i) many[i + 1] = Pack(refs[i]);
  word = reinterpret_cast<uint64_t>(many);
}

void PostingIndex::Moved(uint32_t slot, uint32_t id, uint32_t position) {
  uint64_t& word = RefWord(slot);
  const uint64_t moved = Pack({id, position});
  uint64_t* many = ManyOf(word);
  if (many == nullptr) {
    word = moved;
    return;
  }
  for (uint64_t i = 1; i <= many[0]; ++i) {
    if (Unpack(many[i]).posting == id) many[i] = moved;
  }
}

bool PostingIndex::Same(const std::vector<Ref>& refs, const IndexValues& values) const {
  if (values.failed()) return refs.size() == 1 && refs[0].posting == kAside;
  const auto& wanted = values.values();
  return std::equal(refs.begin(), refs.end(), wanted.begin(), wanted.end(),
                    [this](Ref ref, const std::string& value) {
                      return ref.posting != kAside && ValueOf(ref) == value;
                    });
}

// Refs and values are both sorted by value. What stays is stored before anything is removed: a
// removal may move other slots of a posting, and looks for them in their refs.
void PostingIndex::Leave(uint32_t slot, const IndexValues& values) {
  LoadRefs(slot, old_refs_);
  settled_ = Same(old_refs_, values);
  if (settled_ || old_refs_.empty()) return;
  const auto stays = [&](Ref ref) {
    const auto& wanted = values.values();
    return !values.failed() && ref.posting != kAside &&
           std::binary_search(wanted.begin(), wanted.end(), ValueOf(ref));
  };
  new_refs_.clear();
  for (const Ref ref : old_refs_) {
    if (stays(ref)) new_refs_.push_back(ref);
  }
  StoreRefs(slot, new_refs_);
  for (const Ref ref : old_refs_) {
    if (!stays(ref)) Remove(ref);
  }
}

void PostingIndex::Enter(uint32_t slot, const IndexValues& values) {
  if (settled_) return;
  LoadRefs(slot, old_refs_);
  new_refs_.clear();
  if (values.failed()) {
    new_refs_.push_back(Append(kAside, slot));
    return StoreRefs(slot, new_refs_);
  }
  auto old = old_refs_.begin();
  for (const std::string& value : values.values()) {
    const bool has = old != old_refs_.end() && ValueOf(*old) == value;
    new_refs_.push_back(has ? *old++ : Append(PostingOf(value), slot));
  }
  StoreRefs(slot, new_refs_);
}

void PostingIndex::Clear(uint32_t slot) {
  LoadRefs(slot, old_refs_);
  if (old_refs_.empty()) return;
  new_refs_.clear();
  StoreRefs(slot, new_refs_);
  for (const Ref ref : old_refs_) Remove(ref);
}

void PostingIndex::CopyFrom(const PostingIndex& other, const std::vector<uint32_t>& to) {
  for (uint32_t slot = 0; slot < to.size(); ++slot) {
    other.LoadRefs(slot, new_refs_);
    if (to[slot] == kNoSlot || new_refs_.empty()) continue;
    for (Ref& ref : new_refs_) {
      const bool aside = ref.posting == kAside;
      ref = Append(aside ? kAside : PostingOf(other.ValueOf(ref)), to[slot]);
    }
    StoreRefs(to[slot], new_refs_);
  }
}

void PostingIndex::AppendValues(std::vector<std::string>& out) const {
  for (uint32_t id = 1; id < posting_count_.load(std::memory_order_acquire); ++id) {
    const Posting* posting = postings_.At(id).load(std::memory_order_seq_cst);
    if (posting != nullptr && posting->live.load() > 0) out.push_back(posting->value);
  }
}

}  // namespace oarlock::cache
