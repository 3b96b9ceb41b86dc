#pragma once
// Text rules: words that must not be in the tree, how a header opens, that every limit has its row
// in docs/limits.md, and that every case has its tests. Not thread-safe; used by tests only.

#include <vector>

#include "tidy/source_tree.h"

namespace oarlock::tidy {

std::vector<Finding> CheckBannedText(const std::vector<SourceFile>& files);
std::vector<Finding> CheckHeaderOpenings(const std::vector<SourceFile>& files);
// Each constant `k…Max` and `k…Timeout` of a header in runtime/ is named in docs/limits.md, and
// each name in docs/limits.md exists.
std::vector<Finding> CheckLimitsAreDocumented(const std::vector<SourceFile>& files);

// docs/conformance.md: each case of an area's list ("Cases: C-WAT-01 C-WAT-03 …") has a row with a
// test, each row's case is in a list, and each test that a row names is in the tree.
std::vector<Finding> CheckConformance(const std::vector<SourceFile>& files);

}  // namespace oarlock::tidy
