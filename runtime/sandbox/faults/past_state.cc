#include "sandbox/faults/past_state.h"

#include <algorithm>
#include <utility>

namespace oarlock::sandbox {

uint64_t PastVersion(const StoreState& state, const StaleFault& fault, base::MonoTime now) {
  if (fault.versions > 0) return state.version - std::min(state.version - 1, fault.versions);
  uint64_t version = 1;
  for (auto at = state.reached.First(); at.valid() && at.key() <= now - fault.age; at.Next()) {
    version = at.value();
  }
  return version;
}

Snapshot PastState(const Snapshot& state, std::string_view resource, uint64_t version) {
  auto past = std::make_shared<StoreState>(*state);
  past->version = std::max(version, state->Forgotten(resource));
  ResourceTable table = state->Table(resource);
  table.objects = state->At(resource, past->version).value_or(table.objects);
  for (auto at = table.changes.UpperBound(past->version); at.valid();
       at = table.changes.UpperBound(past->version)) {
    table.changes.Erase(uint64_t{at.key()});
  }
  past->tables.Set(std::string(resource), std::move(table));
  return past;
}

}  // namespace oarlock::sandbox
