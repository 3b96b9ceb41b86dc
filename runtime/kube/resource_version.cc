#include "kube/resource_version.h"

#include <algorithm>

namespace oarlock::kube {
namespace {

bool IsPositiveDecimal(std::string_view text) {
  if (text.empty() || text.front() == '0') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::strong_ordering> CompareResourceVersions(std::string_view a,
                                                            std::string_view b) {
  if (!IsPositiveDecimal(a) || !IsPositiveDecimal(b)) return std::nullopt;
  if (a.size() != b.size()) return a.size() <=> b.size();
  return a <=> b;
}

}  // namespace oarlock::kube
