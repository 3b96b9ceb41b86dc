#pragma once
// SlotTurns: who may run next, under one bound for all plugins: the policy of DispatchSlots,
// without lock or thread.
//
// A plugin with nothing running may always start one run; all further runs share `slots`. A slot
// that becomes free goes to the waiting plugins in turn, to each `weight` slots before the next; in
// a plugin to its lanes in turn, in a lane to whoever waited longest. O(1) per operation, except
// for the end of a lane.
// Not thread-safe: guarded by its owner. Owns plugins and lanes, borrows waiters.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace oarlock::queue {

class SlotTurns {
 public:
  struct Waiter {
    bool granted = false;
    bool cancelled = false;
  };
  struct Plugin;
  struct Lane {
    Plugin* plugin = nullptr;
    std::deque<Waiter*> waiters;
  };
  struct Plugin {
    std::string name;
    uint32_t weight = 1;
    uint32_t left = 1;  // slots it may still get in its present turn
    size_t lanes = 0;
    size_t running = 0;
    size_t waiting = 0;
    std::deque<Lane*> waiting_lanes;  // those with waiters, next first
  };
  using Waiters = std::vector<Waiter*>;

  explicit SlotTurns(size_t slots) : slots_(slots) {}

  // A plugin has one weight: that of its latest lane.
  std::unique_ptr<Lane> AddLane(const std::string& plugin, uint32_t weight);
  // Nobody waits in it any more; its runs may still be under way.
  void RemoveLane(std::unique_ptr<Lane> lane);

  // True: a run has started. False: `Wait` for it.
  bool TryStart(Lane& lane);
  void Wait(Lane& lane, Waiter& waiter);
  // All waiters of a lane, now cancelled.
  Waiters Cancel(Lane& lane);
  // A run of `plugin` ended. Returns who may start instead, already counted as running.
  Waiters End(Plugin& plugin);

  bool anybody_waits() const { return !turn_.empty(); }
  size_t slots() const { return slots_; }
  size_t used() const { return used_; }  // of the slots; first runs of plugins not counted
  const std::map<std::string, std::unique_ptr<Plugin>>& plugins() const { return plugins_; }

 private:
  void Start(Plugin& plugin);
  Waiter* Grant(Plugin& plugin);
  void DropIfUnused(Plugin& plugin);

  size_t slots_;
  size_t used_ = 0;
  std::map<std::string, std::unique_ptr<Plugin>> plugins_;
  std::deque<Plugin*> turn_;  // those with waiters, next first
};

}  // namespace oarlock::queue
