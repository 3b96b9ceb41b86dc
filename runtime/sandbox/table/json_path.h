#pragma once
// JsonPathFind: the paths of printer columns and scale subresources: ".spec.replicas", ".a[0].b",
// ".a[*].b", `.metadata.labels.a\.b`, `.c["x"]`, `.status.conditions[?(@.type=="Ready")].status`.
// Threads: [any], no state. Errors: a path that is none finds nothing.

#include <string_view>
#include <vector>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

// What the path leads to, in document order; pointers into `document`.
std::vector<const Json*> JsonPathFind(const Json& document, std::string_view path);

}  // namespace oarlock::sandbox
