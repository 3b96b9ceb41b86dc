#pragma once
// Aggregated discovery: all types in one answer (apidiscovery.k8s.io/v2 APIGroupDiscoveryList).
// Threads: [any]. Errors: empty where the request does not ask for that form.

#include <optional>

#include "sandbox/api/type_registry.h"
#include "server/http_message.h"

namespace oarlock::sandbox {

// `core` is /api, else /apis.
std::optional<server::HttpResponse> AnswerAggregated(const TypeTable& table,
                                                     const server::HttpRequest& request, bool core);

}  // namespace oarlock::sandbox
