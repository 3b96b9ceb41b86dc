#include "base/memory/read_section.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/check.h"

namespace oarlock::base {
namespace {

constexpr size_t kRoomKept = 256;

// True once this thread has given its record back: sections that destructors of other thread-local
// objects open later take one each.
constinit thread_local bool thread_ends = false;

}  // namespace

struct ReadSection::Membership {
  ~Membership() {
    thread_ends = true;
    Leave(std::exchange(own_, nullptr));
  }
};

ReadSection::Record* ReadSection::Join() {
  Record* record = records_.load(std::memory_order_acquire);
  for (; record != nullptr; record = record->next) {
    if (!record->taken.load(std::memory_order_relaxed) &&
        !record->taken.exchange(true, std::memory_order_acquire)) {
      break;
    }
  }
  if (record == nullptr) {
    record = new Record;
    record->next = records_.load(std::memory_order_relaxed);
    while (!records_.compare_exchange_weak(record->next, record, std::memory_order_seq_cst)) {
    }
  }
  if (thread_ends) return record;
  own_ = record;
  thread_local Membership membership;
  return record;
}

void ReadSection::Leave(Record* record) { record->taken.store(false, std::memory_order_release); }

// A section that is not seen here begins after this look and so after the unlinking. One that is
// seen began in the epoch it says or later; it sees everything unlinked in earlier ones.
GraceStamp Grace::Reached() {
  GraceStamp oldest = ReadSection::epoch_.now.fetch_add(1, std::memory_order_seq_cst) + 1;
  for (const auto* record = ReadSection::records_.load(std::memory_order_seq_cst);
       record != nullptr; record = record->next) {
    const GraceStamp since = record->since.load(std::memory_order_seq_cst);
    if (since != 0) oldest = std::min(oldest, since);
  }
  return oldest - 1;
}

void Grace::Wait() {
  OARLOCK_CHECK(ReadSection::own_ == nullptr || ReadSection::own_->depth == 0);
  const GraceStamp stamp = Unlinked();
  while (!Passed(stamp)) std::this_thread::yield();
}

RetireList::~RetireList() { Sweep(UINT64_MAX); }

void RetireList::Add(void* memory, void (*free)(void*)) {
  waiting_.push_back({Grace::Unlinked(), memory, free});
}

void RetireList::Sweep(GraceStamp reached) {
  const auto waits = std::find_if(waiting_.begin(), waiting_.end(),
                                  [reached](const Entry& entry) { return entry.stamp > reached; });
  for (auto entry = waiting_.begin(); entry != waits; ++entry) entry->free(entry->memory);
  waiting_.erase(waiting_.begin(), waits);
  if (waiting_.empty() && waiting_.capacity() > kRoomKept) waiting_.shrink_to_fit();
}

}  // namespace oarlock::base
