#include "cache/store/lease_table.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/mutex.h"
#include "cache/store/object_limbo.h"

namespace oarlock::cache {
namespace {

bool IsAddress(const void* slot) {
  return slot != nullptr && reinterpret_cast<uintptr_t>(slot) % 2 == 0;
}

}  // namespace

struct alignas(64) LeaseTable::Chunk {
  std::atomic<bool> taken{true};
  std::atomic<uint32_t> used{0};  // no lease is in a slot from here on
  Chunk* next = nullptr;          // set before the chunk is in the list of all
  std::array<LeaseSlot, kLeaseChunk> slots{};
};

// All chunks there are: a list that only grows, for those who look, and those that are free, under
// a lock that those who look do not take. Each thread keeps one at hand.
class LeaseTable::Pool {
 public:
  static Pool& Process() {
    static Pool* const pool = new Pool;  // as long as the threads that read
    return *pool;
  }

  Chunk* Take() {
    Chunk* chunk = std::exchange(AtHand().chunk, nullptr);
    if (chunk == nullptr) chunk = TakeFree();
    if (chunk == nullptr) return Make();
    chunk->taken.store(true, std::memory_order_release);
    return chunk;
  }

  void Give(Chunk* chunk) {
    for (uint32_t i = chunk->used.load(std::memory_order_relaxed); i-- > 0;) {
      chunk->slots[i].store(nullptr, std::memory_order_release);
    }
    chunk->used.store(0, std::memory_order_release);
    chunk->taken.store(false, std::memory_order_seq_cst);  // before a look at the orphans
    Spare& spare = AtHand();
    if (spare.ended || spare.chunk != nullptr) return GiveFree(chunk);
    spare.chunk = chunk;
  }

  const Chunk* all() const { return all_.load(std::memory_order_seq_cst); }

 private:
  struct Spare {
    Chunk* chunk = nullptr;
    bool ended = false;
    ~Spare() {
      ended = true;
      if (chunk != nullptr) Process().GiveFree(std::exchange(chunk, nullptr));
    }
  };
  static Spare& AtHand() {
    thread_local Spare spare;
    return spare;
  }

  Chunk* TakeFree() {
    base::MutexLock lock(mutex_);
    if (free_.empty()) return nullptr;
    Chunk* chunk = free_.back();
    free_.pop_back();
    return chunk;
  }
  void GiveFree(Chunk* chunk) {
    base::MutexLock lock(mutex_);
    free_.push_back(chunk);
  }
  Chunk* Make() {
    auto* chunk = new Chunk;
    chunk->next = all_.load(std::memory_order_relaxed);
    while (!all_.compare_exchange_weak(chunk->next, chunk, std::memory_order_seq_cst)) {
    }
    return chunk;
  }

  std::atomic<Chunk*> all_{nullptr};
  base::Mutex mutex_;
  std::vector<Chunk*> free_ OARLOCK_GUARDED_BY(mutex_);
};

ObjectLease& ObjectLease::operator=(ObjectLease&& other) noexcept {
  if (this == &other) return *this;
  End();
  object_ = std::move(other.object_);
  table_ = std::exchange(other.table_, nullptr);
  slot_ = other.slot_;
  return *this;
}

LeaseTable::~LeaseTable() {
  for (Chunk* chunk : chunks_) Pool::Process().Give(chunk);
  if (!chunks_.empty()) ObjectLimbo::SweepOrphans();
}

LeaseSlot* LeaseTable::FreshSlot() {
  if (used_ == chunks_.size() * kLeaseChunk) chunks_.push_back(Pool::Process().Take());
  const uint32_t slot = used_++ % kLeaseChunk;
  chunks_.back()->used.store(slot + 1, std::memory_order_release);
  return &chunks_.back()->slots[slot];
}

std::vector<const void*> LeaseTable::Leased() {
  std::vector<const void*> leased;
  for (const Chunk* chunk = Pool::Process().all(); chunk != nullptr; chunk = chunk->next) {
    if (!chunk->taken.load(std::memory_order_seq_cst)) continue;
    const uint32_t used = chunk->used.load(std::memory_order_acquire);
    for (uint32_t i = 0; i < used; ++i) {
      const void* address = chunk->slots[i].load(std::memory_order_acquire);
      if (IsAddress(address)) leased.push_back(address);
    }
  }
  std::sort(leased.begin(), leased.end(), std::less<>{});
  return leased;
}

}  // namespace oarlock::cache
