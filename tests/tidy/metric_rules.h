#pragma once
// Metric rules: the families that runtime/ registers and the table of docs/metrics.md are the same.
// A family is a string literal of a .cc that is nothing but a name with one of the prefixes
// (oarlock_, workqueue_, informer_, reflector_, rest_client_, controller_runtime_). Not
// thread-safe; used by tests only.

#include <vector>

#include "tidy/source_tree.h"

namespace oarlock::tidy {

// Each family has exactly one row `| `name` | type | labels | meaning |` in docs/metrics.md, each
// row's family is in the code, and no cell of a row is empty. Where the help stands behind the name
// in the code, the meaning begins with it. A family that docs/limits.md or
// docs/operations.md names has a row as well.
std::vector<Finding> CheckMetricsAreDocumented(const std::vector<SourceFile>& files);

}  // namespace oarlock::tidy
