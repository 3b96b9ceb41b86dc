#include "kube/text/field_path.h"

#include <algorithm>

namespace oarlock::kube {
namespace {

constexpr size_t kShownKeyMax = 128;

bool IsPlainKey(std::string_view key) {
  return !key.empty() && key.size() <= kShownKeyMax &&
         std::all_of(key.begin(), key.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-';
         });
}

}  // namespace

std::string MemberPath(std::string_view parent, std::string_view key) {
  std::string out(parent);
  if (IsPlainKey(key)) {
    if (!out.empty()) out += '.';
    return out.append(key);
  }
  const bool cut = key.size() > kShownKeyMax;
  return out.append("[\"").append(key.substr(0, kShownKeyMax)).append(cut ? "…\"]" : "\"]");
}

std::string ElementPath(std::string_view parent, size_t index) {
  return std::string(parent) + "[" + std::to_string(index) + "]";
}

}  // namespace oarlock::kube
