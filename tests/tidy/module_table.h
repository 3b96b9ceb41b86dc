#pragma once
// ModuleTable: which module may include what, read from the table in docs/architecture.md.
// Not thread-safe; used by tests only.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tidy/source_tree.h"

namespace oarlock::tidy {

struct ModuleRow {
  std::set<std::string> modules;      // "base", "plugin-sdk/abi"; "all" = every module
  std::set<std::string> third_party;  // as the table names them: "libcurl", "Boost.DLL"
};

using ModuleTable = std::map<std::string, ModuleRow>;

// The table below the heading "## Modules". Empty when there is none.
ModuleTable ReadModuleTable(std::string_view architecture_md);

// Includes of runtime/ and plugins/ that the table does not allow, modules without a row, and
// third-party headers in our headers.
std::vector<Finding> CheckIncludes(const ModuleTable& table, const std::vector<SourceFile>& files);

}  // namespace oarlock::tidy
