#pragma once
// MetricObserver: who is shown every metric family of the process, with the help, the type and the
// label names that the code gave it: test programs, which compare them with docs/metrics.md.
//
// Set once, before there are registries. It is called on any thread, perhaps with a registry's lock
// held, for each new label set and at each Collect; it must not come back to a registry. Without
// one, nothing is done. Errors, limits: none.

#include "base/metrics.h"

namespace oarlock::base {

using MetricObserver = void (*)(const MetricFamily& family);

// Null: none any more.
void SetMetricObserver(MetricObserver observer);

}  // namespace oarlock::base
