#pragma once
// OpenAPI v3 of what the sandbox serves: an index, and one document per group and version.
//
// Operations say what kubectl asks of them: kind, action and query options; schemas are those of
// the types and all that they refer to. Threads: [any]. Errors: empty for a path that is none of
// these.

#include <optional>
#include <string>
#include <vector>

#include "sandbox/api/type_registry.h"
#include "server/http_message.h"

namespace oarlock::sandbox {

// `segments` of the path: {"openapi", "v3", …}.
std::optional<server::HttpResponse> AnswerOpenApi(const TypeTable& table,
                                                  const BuiltinSchemas& schemas,
                                                  const std::vector<std::string>& segments);

}  // namespace oarlock::sandbox
