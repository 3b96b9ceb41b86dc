#pragma once
// InformerState: what a person, a sync wait or a readiness check can see of one informer.
// A value, copied out under a lock. Threads: [any].

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/status.h"

namespace oarlock::cache {

enum class InformerPhase : uint8_t {
  kNew = 0,        // not started
  kSyncing = 1,    // the first list has not completed yet; last_error says what went wrong, if any
  kSynced = 2,     // the store follows the server
  kStale = 3,      // was synced, the connection to the server is being re-established
  kForbidden = 4,  // 403: asked again every 30 s or more
  kNotServed = 5,  // 404: the server does not know the resource (a CRD that is not installed yet)
  kGone = 6,       // 404 after it had been synced: the CRD was removed
  kStopped = 7,
};

std::string_view InformerPhaseName(InformerPhase phase);

struct InformerState {
  InformerPhase phase = InformerPhase::kNew;
  base::MonoTime since{};   // when the phase began
  base::Status last_error;  // of the last failed attempt; OK once the watch is open again
  bool has_synced = false;  // a first complete list was applied; stays true
  size_t items = 0;
  size_t bytes = 0;
  std::string resource_version;
  base::MonoTime last_contact{};  // last list, event or bookmark from the server
  uint64_t attempts = 0;          // requests made so far
  uint64_t failures = 0;          // failed ones since the last success
  size_t set_aside = 0;           // objects that could not be decoded
  // Since when a store that had synced does not follow the server; kNever while it does.
  base::MonoTime stale_since = base::kNever;
  size_t queued = 0;      // items that arrived and are not applied yet
  base::Duration lag{0};  // of the last event: from its arrival until all handlers had it
  std::string held_by;    // the handler that holds the source back; empty: none does

  bool current() const { return phase == InformerPhase::kSynced; }
  // How old the content may be.
  base::Duration Age(base::MonoTime now) const { return now - last_contact; }
};

}  // namespace oarlock::cache
