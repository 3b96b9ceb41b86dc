#include "queue/slot_turns.h"

#include <algorithm>
#include <utility>

namespace oarlock::queue {

std::unique_ptr<SlotTurns::Lane> SlotTurns::AddLane(const std::string& plugin, uint32_t weight) {
  std::unique_ptr<Plugin>& entry = plugins_[plugin];
  if (!entry) {
    entry = std::make_unique<Plugin>();
    entry->name = plugin;
  }
  entry->weight = std::max<uint32_t>(weight, 1);
  ++entry->lanes;
  auto lane = std::make_unique<Lane>();
  lane->plugin = entry.get();
  return lane;
}

void SlotTurns::RemoveLane(std::unique_ptr<Lane> lane) {
  (void)Cancel(*lane);
  --lane->plugin->lanes;
  DropIfUnused(*lane->plugin);
}

void SlotTurns::DropIfUnused(Plugin& plugin) {
  if (plugin.lanes == 0 && plugin.running == 0) plugins_.erase(plugin.name);
}

bool SlotTurns::TryStart(Lane& lane) {
  // Where a slot is to be had nobody waits for it, so this overtakes no one.
  Plugin& plugin = *lane.plugin;
  if (plugin.running > 0 && used_ >= slots_) return false;
  Start(plugin);
  return true;
}

void SlotTurns::Start(Plugin& plugin) {
  if (plugin.running++ > 0) ++used_;
}

void SlotTurns::Wait(Lane& lane, Waiter& waiter) {
  Plugin& plugin = *lane.plugin;
  if (lane.waiters.empty()) plugin.waiting_lanes.push_back(&lane);
  lane.waiters.push_back(&waiter);
  if (plugin.waiting++ > 0) return;
  plugin.left = plugin.weight;
  turn_.push_back(&plugin);
}

SlotTurns::Waiters SlotTurns::Cancel(Lane& lane) {
  Waiters out(lane.waiters.begin(), lane.waiters.end());
  if (out.empty()) return out;
  for (Waiter* waiter : out) waiter->cancelled = true;
  lane.waiters.clear();
  Plugin& plugin = *lane.plugin;
  std::erase(plugin.waiting_lanes, &lane);
  plugin.waiting -= out.size();
  if (plugin.waiting == 0) std::erase(turn_, &plugin);
  return out;
}

SlotTurns::Waiters SlotTurns::End(Plugin& plugin) {
  Waiters out;
  if (--plugin.running > 0) --used_;
  // Its first run is its own: it needs no turn.
  if (plugin.running == 0 && plugin.waiting > 0) {
    out.push_back(Grant(plugin));
    if (plugin.waiting == 0) std::erase(turn_, &plugin);
  }
  while (used_ < slots_ && !turn_.empty()) {
    Plugin& next = *turn_.front();
    out.push_back(Grant(next));
    if (next.waiting > 0 && --next.left > 0) continue;
    turn_.pop_front();
    next.left = next.weight;
    if (next.waiting > 0) turn_.push_back(&next);
  }
  DropIfUnused(plugin);
  return out;
}

// To the first waiter of the lane whose turn it is. The caller sees to the plugin's own turn.
SlotTurns::Waiter* SlotTurns::Grant(Plugin& plugin) {
  Lane& lane = *plugin.waiting_lanes.front();
  plugin.waiting_lanes.pop_front();
  Waiter* const waiter = lane.waiters.front();
  lane.waiters.pop_front();
  if (!lane.waiters.empty()) plugin.waiting_lanes.push_back(&lane);
  --plugin.waiting;
  waiter->granted = true;
  Start(plugin);
  return waiter;
}

}  // namespace oarlock::queue
