#pragma once
// What the YAML parser's events do not tell and only the text does: indentation, document markers,
// and whether a null was written. Internal to kube: the YAML reader calls it. `at` is an offset
// into `text`. Threads: [any].

#include <cstddef>
#include <string_view>

#include "kube/yaml/expander.h"

namespace oarlock::kube {

// Documents after the first need `---`, or `...` somewhere before.
bool BeginsDocument(std::string_view text, size_t at);

// Whether a tab is among the blanks that begin the line of `at`, in front of it.
bool HasTabIndent(std::string_view text, size_t at);

// Whether the null that the parser reports at `at` stands there, and is not just a value left out.
bool IsWrittenNull(std::string_view text, size_t at);

// Whether a `:` stands behind that key. The parser takes keys without one as null.
bool HasValueMarker(std::string_view text, const YamlNode& key, size_t at, bool flow);

}  // namespace oarlock::kube
