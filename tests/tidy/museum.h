#pragma once
// Museum: the rules for docs/museum.md, the page of what went wrong elsewhere. Its tables have a
// row per pitfall ("| P1 | … | … |") and per bug report ("| B1 | … | … |"). Not thread-safe; used
// by tests only.

#include <vector>

#include "tidy/source_tree.h"

namespace oarlock::tidy {

// How many rows of each kind there are.
inline constexpr int kPitfalls = 40;
inline constexpr int kBugReports = 58;

// Each number has exactly one row. Its last cell names a test of the tree (`Suite.Test`) or a
// script of it (`tests/….sh`), or begins with "cannot occur: " or "not built yet: " and says why.
// Every test and script that is named exists.
std::vector<Finding> CheckMuseum(const std::vector<SourceFile>& files);

}  // namespace oarlock::tidy
