#pragma once
// Until: waits until conditions hold over an informer's objects, one after the other (client-go's
// UntilWithSync and UntilWithoutRetry; the informer recovers, so there is no need for the latter).
//
// First the optional `precondition` is asked about the synced store: when it holds already, no
// event is waited for; whatever changes after it was asked is an event. So who waits for the end of
// an object passes one: an object that goes before it was seen here has no event. Then each
// condition in turn: first with the event that satisfied the one before it, then with every event
// that comes. Objects that are there count as added. Threads: blocks; [main], [control] or a test;
// conditions run on the caller's thread. Errors: a condition's own; kDeadlineExceeded, kCancelled,
// kUnavailable as of EventStream.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "cache/notification.h"
#include "cache/shared_informer.h"
#include "cache/sync/event_stream.h"

namespace oarlock::cache {

using Condition = std::function<base::Result<bool>(const Notification& event)>;

struct UntilOptions {
  NextWait wait;
  std::function<base::Result<bool>(const StoreView& store)> precondition;  // may be empty
};

// The event that satisfied the last condition; empty when the precondition held.
base::Result<std::optional<Notification>> Until(SharedInformer& informer, base::Clock& clock,
                                                const UntilOptions& options,
                                                const std::vector<Condition>& conditions);

}  // namespace oarlock::cache
