#pragma once
// What the sandbox says of itself: /version, /api, /apis (old and aggregated), /healthz and the
// like, /openapi/v3.
//
// Called by ApiServer for paths that name no resource. Threads: [any]. Errors: empty for a path
// that is none of these.

#include <optional>

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

std::optional<server::HttpResponse> AnswerDiscovery(ApiEnvironment& env,
                                                    const server::HttpRequest& request,
                                                    const RequestPath& path, const Query& query);

}  // namespace oarlock::sandbox
