#pragma once
// Text rules: words that must not be in the tree, how a header opens, and that every limit has its
// row in docs/limits.md. Not thread-safe; used by tests only.

#include <vector>

#include "tidy/source_tree.h"

namespace oarlock::tidy {

std::vector<Finding> CheckBannedText(const std::vector<SourceFile>& files);
std::vector<Finding> CheckHeaderOpenings(const std::vector<SourceFile>& files);
// Each constant `k…Max` and `k…Timeout` of a header in runtime/ has a row in docs/limits.md, not
// more than one and with no cell empty, and each limit that the page names exists.
std::vector<Finding> CheckLimitsAreDocumented(const std::vector<SourceFile>& files);

}  // namespace oarlock::tidy
