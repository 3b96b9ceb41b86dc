#pragma once
// A watch: a BodyStream over the store's window of changes.
//
// It remembers the version it has reached and nothing else: when the connection takes more, it
// walks on in the window; the store's waker and the clock's timers only wake the connection.
// Threads: Pull on [server]; wakers and timers [any]. Ownership: the connection's; it holds the
// snapshot of the initial events until they are sent.
// Errors: past the window one ERROR frame with a Status 410, then the end (or HTTP 410 at once, by
// a switch). Limits: the window's; a watch ends after 30 to 60 min unless it asks for less.

#include "sandbox/api/api_call.h"
#include "sandbox/api/list_options.h"

namespace oarlock::sandbox {

ApiResult<server::HttpResponse> WatchObjects(ApiCall& call, const ListOptions& options);

}  // namespace oarlock::sandbox
