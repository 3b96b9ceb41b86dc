#pragma once
// From a declared index to a function of the cache, and to the name under which equal declarations
// of all plugins share one index. Runs on [strand], without plugin code. Threads: [any].

#include <string>

#include "cache/index.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

// Equal for equal declarations, whatever ids their plugins chose.
std::string IndexName(const IndexDecl& index, const Declaration& declaration);
cache::IndexFn IndexFunction(const IndexDecl& index, const Declaration& declaration);

}  // namespace oarlock::pluginhost
