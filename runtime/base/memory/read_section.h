#pragma once
// ReadSection, Grace and RetireList: reading shared memory without locks or counts while one writer
// replaces parts of it.
//
// A reader opens a ReadSection and follows atomic pointers in it. A writer first unlinks what is
// old, so that no pointer leads to it any more, takes a stamp (Grace::Unlinked), and frees it once
// every section that was open then has ended (Grace::Passed): the grace period. Waiting is never
// needed; a RetireList holds what waits.
// Memory management, like malloc: who reads is a matter of threads, not of objects, so the list of
// threads is the one static of the process and carries no state of the program.
// Threads: [any]. A section costs one store to the thread's own cache line; sections nest. Nothing
// blocks in one and no code of users runs in one. A thread that ends gives its record back to the
// next; records are never freed (64 bytes for each thread there ever was at once).
// What makes it right: pointers that readers follow are loaded with memory_order_seq_cst and
// unlinked by seq_cst stores. A section either sees the unlinking, or was seen open by Passed.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oarlock::base {

using GraceStamp = uint64_t;

// Readers load it whenever they begin: nothing else is on its cache line.
struct alignas(64) GraceEpoch {
  std::atomic<GraceStamp> now{1};
};

class ReadSection {
 public:
  ReadSection() : record_(own_ != nullptr ? own_ : Join()) {
    if (record_->depth++ == 0) {
      record_->since.store(epoch_.now.load(std::memory_order_seq_cst), std::memory_order_seq_cst);
    }
  }
  ~ReadSection() {
    if (--record_->depth > 0) return;
    record_->since.store(0, std::memory_order_release);
    if (record_ != own_) [[unlikely]] {
      Leave(record_);
    }
  }
  ReadSection(const ReadSection&) = delete;
  ReadSection& operator=(const ReadSection&) = delete;

 private:
  friend class Grace;
  struct alignas(64) Record {
    std::atomic<GraceStamp> since{0};  // 0: in no section
    uint32_t depth = 0;                // of the thread whose record it is
    std::atomic<bool> taken{true};
    Record* next = nullptr;  // set before the record is in the list
  };
  struct Membership;

  static Record* Join();
  static void Leave(Record* record);

  static inline GraceEpoch epoch_;
  static inline std::atomic<Record*> records_{nullptr};
  static inline constinit thread_local Record* own_ = nullptr;

  Record* record_;
};

class Grace {
 public:
  // After the unlinking: the moment to wait for.
  static GraceStamp Unlinked() { return ReadSection::epoch_.now.load(std::memory_order_seq_cst); }
  // The newest stamp whose grace period is over. Looks at every thread that ever read.
  static GraceStamp Reached();
  static bool Passed(GraceStamp stamp) { return stamp <= Reached(); }
  // Returns when every section that is open now has ended; never called in one. For rare changes
  // that must be over when they return.
  static void Wait();
};

// What was unlinked and waits for its grace period. Not thread-safe: its owner's lock guards it.
// When it is destroyed no reader may be left.
class RetireList {
 public:
  RetireList() = default;
  ~RetireList();
  RetireList(const RetireList&) = delete;
  RetireList& operator=(const RetireList&) = delete;

  // `memory` has been unlinked; null is nothing.
  template <typename T>
  void Retire(const T* memory) {
    if (memory == nullptr) return;
    Add(const_cast<T*>(memory), [](void* gone) { delete static_cast<T*>(gone); });
  }
  // Frees what was unlinked at `reached` or before.
  void Sweep(GraceStamp reached);
  size_t size() const { return waiting_.size(); }

 private:
  struct Entry {
    GraceStamp stamp;
    void* memory;
    void (*free)(void*);
  };
  void Add(void* memory, void (*free)(void*));

  std::vector<Entry> waiting_;  // oldest first
};

}  // namespace oarlock::base
