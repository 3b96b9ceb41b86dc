#include "pluginhost/abi/handle_registry.h"

#include <thread>
#include <utility>

namespace oarlock::pluginhost {
namespace {

// | kind: 8 | turn: 32 | slot: 24 |
constexpr uint32_t kSlotBits = 24;
constexpr uint32_t kTurnBits = 32;

uint64_t MakeId(HandleKind kind, uint32_t turn, uint32_t slot) {
  return (static_cast<uint64_t>(kind) << (kSlotBits + kTurnBits)) |
         (static_cast<uint64_t>(turn) << kSlotBits) | slot;
}

uint32_t SlotOf(uint64_t id) { return static_cast<uint32_t>(id & ((1u << kSlotBits) - 1)); }
uint64_t KindOf(uint64_t id) { return id >> (kSlotBits + kTurnBits); }

}  // namespace

struct alignas(64) HandleRegistry::Slot {
  std::atomic<uint64_t> id{0};
  std::atomic<uint32_t> pins{0};
  std::atomic<void*> object{nullptr};
};

HandleRegistry::Pin::Pin(Pin&& other) noexcept
    : slot_(std::exchange(other.slot_, nullptr)), object_(std::exchange(other.object_, nullptr)) {}

HandleRegistry::Pin::~Pin() {
  if (slot_ != nullptr) slot_->pins.fetch_sub(1);
}

HandleRegistry::HandleRegistry() = default;
HandleRegistry::~HandleRegistry() {
  for (const std::atomic<Slot*>& chunk : chunks_) delete[] chunk.load();
}

HandleRegistry::Slot* HandleRegistry::SlotAt(uint32_t index) const {
  if (index >= kHandlesMax) return nullptr;
  Slot* const chunk = chunks_[index / kChunk].load(std::memory_order_acquire);
  return chunk == nullptr ? nullptr : chunk + index % kChunk;
}

HandleRegistry& HandleRegistry::Process() {
  // Never destroyed: a thread of a plugin that was stuck may come back while the process ends.
  static HandleRegistry& registry = *new HandleRegistry;
  return registry;
}

uint64_t HandleRegistry::Add(HandleKind kind, void* object, HandleShare share) {
  base::MutexLock lock(mutex_);
  uint32_t index = 0;
  const size_t live = used_ - free_.size();
  if (share == HandleShare::kCommon && live >= kHandlesMax - kHandlesReserved) return 0;
  if (!free_.empty()) {
    index = free_.back();
    free_.pop_back();
  } else if (used_ < kHandlesMax) {
    index = used_++;
    if (index % kChunk == 0) chunks_[index / kChunk].store(new Slot[kChunk]);
  } else {
    return 0;
  }
  const uint64_t id = MakeId(kind, next_turn_++, index);
  Slot& slot = *SlotAt(index);
  slot.object.store(object);
  slot.id.store(id);
  return id;
}

void HandleRegistry::Remove(uint64_t id) {
  const uint32_t index = SlotOf(id);
  Slot* const slot = SlotAt(index);
  uint64_t expected = id;
  if (id == 0 || slot == nullptr || !slot->id.compare_exchange_strong(expected, 0)) return;
  // Pins are short but for a verb that another thread wrongly started with this handle.
  while (slot->pins.load() != 0) std::this_thread::yield();
  slot->object.store(nullptr);
  base::MutexLock lock(mutex_);
  free_.push_back(index);
}

HandleRegistry::Pin HandleRegistry::Find(uint64_t id, HandleKind kind) {
  Slot* const slot = SlotAt(SlotOf(id));
  if (slot == nullptr || KindOf(id) != static_cast<uint64_t>(kind)) return {};
  // Pin first, then look: Remove clears the id first and then waits for the pins.
  slot->pins.fetch_add(1);
  if (slot->id.load() == id) return Pin(slot, slot->object.load());
  slot->pins.fetch_sub(1);
  return {};
}

size_t HandleRegistry::size() const {
  base::MutexLock lock(mutex_);
  return used_ - free_.size();
}

}  // namespace oarlock::pluginhost
