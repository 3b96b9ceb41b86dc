#include "sandbox/controllers/change_feed.h"

#include <map>

namespace oarlock::sandbox {

bool ChangeFeed::Reaches(const StoreState& state) const {
  if (reached_ == 0 || reached_ < state.floor) return false;
  for (auto at = state.tables.First(); at.valid(); at.Next()) {
    if (at.value().forgotten > reached_) return false;
  }
  return true;
}

void ChangeFeed::Pull(const std::function<void()>& reset,
                      const std::function<void(const ObjectChange&)>& tell) {
  const Snapshot state = store_.Read();
  if (!Reaches(*state)) {
    reset();
    for (auto table = state->tables.First(); table.valid(); table.Next()) {
      for (auto at = table.value().objects.First(); at.valid(); at.Next()) {
        tell({table.key(), at.value(), nullptr, false});
      }
    }
  } else {
    std::map<uint64_t, ObjectChange> changes;
    for (auto table = state->tables.First(); table.valid(); table.Next()) {
      for (auto at = table.value().changes.UpperBound(reached_); at.valid(); at.Next()) {
        const Change& change = at.value();
        changes.emplace(at.key(),
                        ObjectChange{table.key(), change.object, change.previous, change.deleted});
      }
    }
    for (const auto& [version, change] : changes) tell(change);
  }
  reached_ = state->version;
}

}  // namespace oarlock::sandbox
