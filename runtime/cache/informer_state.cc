#include "cache/informer_state.h"

namespace oarlock::cache {

std::string_view InformerPhaseName(InformerPhase phase) {
  switch (phase) {
    case InformerPhase::kNew: return "new";
    case InformerPhase::kSyncing: return "syncing";
    case InformerPhase::kSynced: return "synced";
    case InformerPhase::kStale: return "stale";
    case InformerPhase::kForbidden: return "forbidden";
    case InformerPhase::kNotServed: return "not served";
    case InformerPhase::kGone: return "gone";
    case InformerPhase::kStopped: return "stopped";
  }
  return "unknown";
}

}  // namespace oarlock::cache
