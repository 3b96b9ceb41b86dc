#pragma once
// VerdictOf: what becomes of a key after a run: what the queue is told. Threads: [any].

#include "base/random.h"
#include "controller/reconciler.h"
#include "queue/work_queue.h"

namespace oarlock::controller {

// `interrupted`: it was told to end by somebody else than its deadline; that is no failure of the
// key, which goes back.
queue::Verdict VerdictOf(const queue::Item& item, const ReconcileResult& result, bool interrupted,
                         base::Random& random);

}  // namespace oarlock::controller
