#pragma once
// What the sandbox knows of the built-in types, as text that the pinned server's own answers were
// turned into (tests/kube/tools/sandboxtables): one row a line, an empty line first. Read by
// types/, schema/ and table/ only. Constant; threads [any].

#include <string_view>

namespace oarlock::sandbox {

extern const std::string_view kTypeRows;        // JSON: a type of discovery
extern const std::string_view kDefinitionRows;  // name, blank, its schema as JSON; sorted by name
extern const std::string_view kColumnRows;      // JSON: all columns, then which ones a type has

}  // namespace oarlock::sandbox
