#pragma once
// LeaseRecord: what a Lease says of its holder, and the Lease objects that say it.
// Values and pure functions; threads [any].

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/status.h"
#include "controller/leader/election_options.h"
#include "kube/object.h"

namespace oarlock::controller {

struct LeaseRecord {
  std::string holder;  // empty: free
  std::chrono::seconds duration{0};
  std::string acquire_time;
  int64_t transitions = 0;
  // The whole record as text. A holder is alive as long as it changes: times of other machines, or
  // ones that cannot be read, say nothing (LE-6, C-LE-03, C-LE-04).
  std::string text;

  // A Lease without spec, or with nulls in it, is free (C-LE-10).
  static LeaseRecord Of(const kube::Object& lease);
};

// `lease` as `holder` writes it at `now`, with all that it does not know of kept. A null `lease`:
// a new one. An empty holder gives it back. `acquired` starts a term (LE-5).
base::Result<std::string> LeaseJson(const kube::Object& lease, const ElectionOptions& options,
                                    const std::string& holder, bool acquired, base::UnixTime now);

}  // namespace oarlock::controller
