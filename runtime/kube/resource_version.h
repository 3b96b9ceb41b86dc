#pragma once
// Comparing resource versions of one resource (RV-1): positive decimal numbers without leading
// zeros, any length, compared by length and then by text. Everything else is opaque.
// Threads: [any].

#include <compare>
#include <optional>
#include <string_view>

namespace oarlock::kube {

// Empty when either one is not such a number ("0" and "" included).
std::optional<std::strong_ordering> CompareResourceVersions(std::string_view a, std::string_view b);

}  // namespace oarlock::kube
