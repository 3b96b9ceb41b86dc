#pragma once
// The lists of names in annotations: comma-separated patterns, or plain names.
//
// A comma inside a quantifier, `a{1,3}`, does not separate; no other comma can matter, as names
// have none. Each pattern stands for itself: it must match the whole name, and one that is no
// pattern is reported and spoils no other. Matching is RE2's: linear in the length of the name,
// whatever the pattern. Pure functions. Threads: [any].
// Limits: kPatternMemory; a pattern that needs more counts as invalid.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oarlock::reloader {

inline constexpr int64_t kPatternMemory = int64_t{1} << 20;  // bytes of one compiled pattern

// Trimmed; empty items left out. Views into `list`.
std::vector<std::string_view> SplitNames(std::string_view list);

struct NameMatch {
  bool matched = false;
  std::vector<std::string> invalid;  // items that are no patterns, as written
};
// An item that is the name itself matches always.
NameMatch MatchNames(std::string_view list, std::string_view name);

// Plain names, no patterns.
bool ListsName(std::string_view list, std::string_view name);

}  // namespace oarlock::reloader
