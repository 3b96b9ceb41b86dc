#pragma once
// IdTable: a hash table from texts to ids that readers search without a lock. It keeps hashes only;
// the text is where the id leads (an object, a posting), so nothing holds a second copy of it.
//
// Used by the store's table (keys) and its indices (values). Open addressing over cells of eight
// bytes, hash and id. Threads: Find [any] in a read section; one writer. An id that is entered and
// not removed meanwhile is always found; what comes and goes during a search may be missed.
// Memory: 11 to 24 bytes per id; the cells are replaced as ids come and go, and the old ones wait
// in the retire list.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/hash.h"
#include "base/memory/read_section.h"

namespace oarlock::cache {

inline uint32_t HashOf(std::string_view text) {
  const uint64_t hash = base::HashBytes(text);
  return static_cast<uint32_t>(hash ^ (hash >> 32));
}

class IdTable {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  IdTable();
  ~IdTable();
  IdTable(const IdTable&) = delete;
  IdTable& operator=(const IdTable&) = delete;

  // The id under `hash` for which same(id) holds; kNone.
  template <typename Same>
  uint32_t Find(uint32_t hash, Same&& same) const {
    const Cells& cells = *cells_.load(std::memory_order_seq_cst);
    for (uint32_t i = hash & cells.mask;; i = (i + 1) & cells.mask) {
      const uint64_t cell = cells.at[i].load(std::memory_order_acquire);
      if (cell == kEmpty) return kNone;
      if (cell >> 32 != hash || cell == kGone) continue;
      const uint32_t id = IdOf(cell);
      if (same(id)) return id;
    }
  }

  // `id` is not in it, and below kNone - 2.
  void Insert(uint32_t hash, uint32_t id, base::RetireList& retired);
  // `id` is in it under that hash.
  void Erase(uint32_t hash, uint32_t id, base::RetireList& retired);
  uint32_t size() const { return live_; }

 private:
  struct Cells {
    explicit Cells(uint32_t count)
        : mask(count - 1), at(std::make_unique<std::atomic<uint64_t>[]>(count)) {}
    const uint32_t mask;
    const std::unique_ptr<std::atomic<uint64_t>[]> at;
  };

  static constexpr uint64_t kEmpty = 0;  // ends a search
  static constexpr uint64_t kGone = 1;   // was one; a search goes on
  static constexpr uint32_t kFewest = 16;

  static uint64_t CellOf(uint32_t hash, uint32_t id) { return (uint64_t{hash} << 32) | (id + 2); }
  static uint32_t IdOf(uint64_t cell) { return static_cast<uint32_t>(cell) - 2; }
  void Resize(base::RetireList& retired);

  std::atomic<const Cells*> cells_;
  uint32_t live_ = 0;
  uint32_t used_ = 0;  // cells that are not empty
};

}  // namespace oarlock::cache
