#pragma once
// DispatchSlots: the bound on reconciles that run at once in the whole process, shared fairly by
// the plugins.
//
// Built by `app`. Each controller has a lane of it, and a worker takes a slot before it takes a key
// and gives it back after the run. Who gets the next slot: slot_turns.h. So a plugin with 100 000
// ready keys and 1 000 workers costs another one at most a turn, and one whose reconciles hang
// keeps only what it holds: every other plugin may still run at least one.
// Threads: [any]; Take blocks its worker, with no lock of the caller held. No wake-up is lost: a
// slot is given to one waiter by name. Lanes and slots share the state, so they may outlive this.
// Limits: kDispatchSlotsMax runs, and beside them one per plugin; kDispatchLabelsMax plugins with
// series of their own, the rest shares `other`.
// Metrics: oarlock_dispatch_slots, oarlock_dispatch_{running,waiting}{plugin}.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/metrics.h"
#include "queue/slot_turns.h"

namespace oarlock::queue {

inline constexpr size_t kDispatchSlotsMax = 256;
inline constexpr size_t kDispatchLabelsMax = 200;

struct DispatchCore;  // what lanes and slots share

// One run's permission; ends with it. Movable; empty when the lane was closed.
class DispatchSlot {
 public:
  DispatchSlot() = default;
  DispatchSlot(std::shared_ptr<DispatchCore> core, SlotTurns::Plugin* plugin);
  DispatchSlot(DispatchSlot&& other) noexcept = default;
  DispatchSlot& operator=(DispatchSlot&& other) noexcept;
  ~DispatchSlot();
  explicit operator bool() const { return core_ != nullptr; }
  // True: nobody waits for a slot, and so this one may serve for the next run, too.
  bool MayServeNext() const;

 private:
  std::shared_ptr<DispatchCore> core_;
  SlotTurns::Plugin* plugin_ = nullptr;
};

class DispatchLane {
 public:
  // Made by DispatchSlots::AddLane.
  DispatchLane(std::shared_ptr<DispatchCore> core, std::unique_ptr<SlotTurns::Lane> lane);
  ~DispatchLane();  // Close; nobody may be in Take any more
  DispatchLane(const DispatchLane&) = delete;
  DispatchLane& operator=(const DispatchLane&) = delete;

  // Blocks until the lane gets a slot. Empty once closed.
  DispatchSlot Take();
  // Ends every Take, also later ones, until Open.
  void Close();
  void Open();
  size_t waiting() const;

 private:
  const std::shared_ptr<DispatchCore> core_;
  std::unique_ptr<SlotTurns::Lane> lane_;
  bool open_ = true;  // guarded by the core's lock
};

class DispatchSlots {
 public:
  // `metrics` (may be null) must outlive this.
  explicit DispatchSlots(size_t slots = kDispatchSlotsMax, base::MetricRegistry* metrics = nullptr);
  ~DispatchSlots();
  DispatchSlots(const DispatchSlots&) = delete;
  DispatchSlots& operator=(const DispatchSlots&) = delete;

  // `weight`: slots that the plugin gets in each turn while others wait, too.
  std::unique_ptr<DispatchLane> AddLane(const std::string& plugin, uint32_t weight = 1);

 private:
  std::shared_ptr<DispatchCore> core_;
  std::shared_ptr<void> collector_;
};

}  // namespace oarlock::queue
