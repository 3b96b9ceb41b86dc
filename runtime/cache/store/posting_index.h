#pragma once
// PostingIndex: one index over the slots of a store's table, from a value to the slots with it.
//
// A posting is a list of slot numbers that only grows at its end; a slot that leaves makes a hole.
// A posting with as many holes as slots, or that is full, is replaced by a copy without holes.
// Readers (Read) therefore need no lock and never see a slot twice. They load the object of a slot
// between two looks at its entry: the writer makes the hole before the slot gets an object without
// the value (Leave), and the entry after it got one that has it (Enter), so an entry that stood at
// both looks belongs to the object.
// Setting a slot touches only values that changed: what each slot is under is kept (8 bytes for up
// to one value, 8 per value and a block for more) and compared with the values as they come. A
// slot whose index function failed is set aside: under no value, but listed.
// Threads: Read, ReadSetAside, AppendValues and set_aside [any], in a read section; one writer.
// Memory: per value of an object 4 to 8 bytes here and 8 for the slot; a value without slots is
// forgotten. What is replaced waits in the retire list. Limits: index.h bounds values per object.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory/read_section.h"
#include "cache/index.h"
#include "cache/store/id_table.h"
#include "cache/store/segmented_array.h"

namespace oarlock::cache {

class PostingIndex {
 public:
  static constexpr uint32_t kNoSlot = 0xffffffff;

  // Replaced parts go to `retired`, which must outlive the index or be exchanged (RetireTo).
  explicit PostingIndex(base::RetireList& retired);
  ~PostingIndex();
  PostingIndex(const PostingIndex&) = delete;
  PostingIndex& operator=(const PostingIndex&) = delete;
  void RetireTo(base::RetireList& retired) { retired_ = &retired; }

  // `values` after Finish. Before the slot's object is replaced: takes it from the values that it
  // will not have any more, or sets out to set it aside; and after: puts it under the new ones.
  void Leave(uint32_t slot, const IndexValues& values);
  void Enter(uint32_t slot, const IndexValues& values);
  void Set(uint32_t slot, const IndexValues& values) {
    Leave(slot, values);
    Enter(slot, values);
  }
  void Clear(uint32_t slot);
  // A copy of an index in which slot i has become to[i]; those with kNoSlot hold nothing.
  void CopyFrom(const PostingIndex& other, const std::vector<uint32_t>& to);

  // Calls visit(slot, still_there) for the slots with the value. The visitor loads the object of
  // the slot, and drops it when still_there() is false. False: the posting was replaced meanwhile,
  // so that the caller drops what it has and reads again.
  template <typename Visit>
  bool Read(std::string_view value, Visit&& visit) const {
    const Posting* posting = Find(value);
    return posting == nullptr || ReadPosting(*posting, visit);
  }
  template <typename Visit>
  bool ReadSetAside(Visit&& visit) const {
    return ReadPosting(aside_, visit);
  }
  void AppendValues(std::vector<std::string>& out) const;
  size_t set_aside() const { return aside_.live.load(std::memory_order_relaxed); }

  // For the writer.
  size_t values() const { return ids_.size(); }
  // How often a slot entered or left a value so far.
  uint64_t moves() const { return moves_; }

 private:
  static constexpr uint32_t kHole = kNoSlot;
  static constexpr uint32_t kAside = 0;  // the posting of what is set aside

  // One block: this, then the entries.
  struct Entries {
    static Entries* Make(uint32_t capacity);
    void operator delete(void* memory) { ::operator delete(memory); }
    std::atomic<uint32_t>& At(uint32_t i) {
      return reinterpret_cast<std::atomic<uint32_t>*>(this + 1)[i];
    }
    uint32_t capacity = 0;
    std::atomic<uint32_t> size{0};
  };
  struct Posting {
    explicit Posting(std::string_view text) : value(text) {}
    ~Posting() { delete entries.load(std::memory_order_relaxed); }
    const std::string value;
    std::atomic<uint32_t> live{0};
    std::atomic<Entries*> entries{nullptr};
  };
  // Where a slot stands.
  struct Ref {
    uint32_t posting;
    uint32_t position;
  };

  template <typename Visit>
  static bool ReadPosting(const Posting& posting, Visit& visit) {
    Entries* entries = posting.entries.load(std::memory_order_seq_cst);
    if (entries == nullptr) return true;
    const uint32_t size = entries->size.load(std::memory_order_acquire);
    for (uint32_t i = 0; i < size; ++i) {
      const std::atomic<uint32_t>& entry = entries->At(i);
      const uint32_t slot = entry.load(std::memory_order_acquire);
      if (slot == kHole) continue;
      visit(slot, [&entry, slot] { return entry.load(std::memory_order_seq_cst) == slot; });
    }
    return posting.entries.load(std::memory_order_seq_cst) == entries;
  }

  const Posting* Find(std::string_view value) const;
  Posting& PostingAt(uint32_t id) {
    return id == kAside ? aside_ : *postings_.At(id).load(std::memory_order_relaxed);
  }
  const std::string& ValueOf(Ref ref) const {
    return postings_.At(ref.posting).load(std::memory_order_relaxed)->value;
  }
  uint32_t PostingOf(std::string_view value);
  void Drop(uint32_t id);
  Ref Append(uint32_t id, uint32_t slot);
  void Remove(Ref ref);
  void Replace(uint32_t id, uint32_t capacity);
  void Moved(uint32_t slot, uint32_t id, uint32_t position);

  void LoadRefs(uint32_t slot, std::vector<Ref>& refs) const;
  void StoreRefs(uint32_t slot, const std::vector<Ref>& refs);
  uint64_t& RefWord(uint32_t slot);
  static uint64_t Pack(Ref ref);
  static Ref Unpack(uint64_t word);
  bool Same(const std::vector<Ref>& refs, const IndexValues& values) const;

  base::RetireList* retired_;
  IdTable ids_;
  SegmentedArray<std::atomic<Posting*>> postings_;  // by id; null where the id is free
  Posting aside_{{}};
  std::atomic<uint32_t> posting_count_{1};  // ids that were ever used, and kAside
  std::vector<uint32_t> free_;
  // By slot, in pieces of kRefPiece: 0, one packed Ref (odd), or the address of a block of words:
  // their number, then packed Refs.
  std::vector<std::unique_ptr<uint64_t[]>> refs_;
  uint64_t moves_ = 0;
  bool settled_ = false;  // Leave found that nothing changes
  std::vector<Ref> old_refs_;
  std::vector<Ref> new_refs_;
};

}  // namespace oarlock::cache
