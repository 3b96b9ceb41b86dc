#pragma once
// SlotTable<T>: the handles of one kind that one context (or instance) gave out.
//
// A handle is | table: 28 | turn: 12 | slot: 24 |: one of another table or of an earlier turn is
// not found. Entries never move, so views into them hold until they are erased. Not thread-safe:
// guarded by its owner. Limits: `max` given at construction.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace oarlock::pluginhost {

// Tables of one call and tables that live as long as a plugin draw from two ranges, so that the
// handle of a call can never be taken for one that was kept, however many calls there were.
enum class TableLife : uint8_t { kCall, kPlugin };

// A number that no other living table has, as long as fewer than 2^27 of its kind were made
// meanwhile.
uint64_t NextTableNumber(TableLife life);

template <typename T>
class SlotTable {
 public:
  explicit SlotTable(size_t max, TableLife life = TableLife::kCall)
      : table_(NextTableNumber(life)), max_(max) {}

  // 0 when full.
  uint64_t Insert(T value) {
    uint32_t slot = 0;
    if (!free_.empty()) {
      slot = free_.back();
      free_.pop_back();
    } else if (used_ < max_) {
      slot = used_++;
      if (slot % kPiece == 0) pieces_.push_back(std::make_unique<Entry[]>(kPiece));
    } else {
      return 0;
    }
    At(slot).value.emplace(std::move(value));
    return IdOf(slot);
  }

  T* Find(uint64_t id) {
    const uint64_t slot = id & kSlotMask;
    if (slot >= used_ || id != IdOf(static_cast<uint32_t>(slot))) return nullptr;
    Entry& entry = At(slot);
    return entry.value ? &*entry.value : nullptr;
  }

  bool Erase(uint64_t id) {
    if (Find(id) == nullptr) return false;
    const auto slot = static_cast<uint32_t>(id & kSlotMask);
    At(slot).value.reset();
    At(slot).turn = (At(slot).turn + 1) & kTurnMask;
    free_.push_back(slot);
    return true;
  }

  size_t size() const { return used_ - free_.size(); }

 private:
  static constexpr uint32_t kPiece = 16;
  static constexpr uint64_t kSlotMask = (1u << 24) - 1;
  static constexpr uint64_t kTurnMask = (1u << 12) - 1;
  struct Entry {
    std::optional<T> value;
    uint64_t turn = 1;
  };

  uint64_t IdOf(uint32_t slot) const { return (table_ << 36) | (At(slot).turn << 24) | slot; }

  Entry& At(uint64_t slot) const { return pieces_[slot / kPiece][slot % kPiece]; }

  uint64_t table_;
  size_t max_;
  uint32_t used_ = 0;                             // entries that were ever used
  std::vector<std::unique_ptr<Entry[]>> pieces_;  // none before the first entry: most stay empty
  std::vector<uint32_t> free_;
};

}  // namespace oarlock::pluginhost
