#pragma once
// Waiting for first states: of one informer, or of many informers, handlers and trackers at once
// (client-go's WaitForCacheSync, WaitFor and SyncResult).
//
// Nothing polls: the waiter is woken by the latches, the deadline or the stop token. All latches
// are looked at together, so one that can only fail is noticed whatever the others do.
// Threads: blocks; [main], [control] or a test. Errors: in the report; status() sums it up.
// Limits: the caller's deadline.

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "cache/sync/sync_latch.h"

namespace oarlock::base {
class Log;
}

namespace oarlock::cache {

struct SyncWait {
  base::MonoTime deadline = base::kNever;
  // Ends at once, with the reason, when one of them is forbidden, not served or undecodable.
  bool fail_fast = false;
  std::stop_token stop = {};  // ends the wait with kCancelled
  // With a log: a line at the start, for each that is done, and at the end, all with this name.
  std::string_view who = {};
  const base::Log* log = nullptr;
};

struct SyncResult {
  std::string name;
  bool synced = false;
  base::Status error;     // why not, as far as it is known; OK: it just takes its time
  uint64_t attempts = 0;  // requests made so far
};

struct SyncReport {
  std::vector<SyncResult> results;  // in the order asked for
  base::Status end;                 // OK, or why the wait ended before all were done

  std::vector<std::string> Missing() const;  // names, sorted
  // OK when all are synced. Else the code of `end`, and who is missing and why.
  base::Status status() const;
};

SyncReport WaitForSync(base::Clock& clock, const std::vector<std::shared_ptr<SyncLatch>>& latches,
                       const SyncWait& wait);

}  // namespace oarlock::cache
