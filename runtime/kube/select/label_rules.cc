#include "kube/select/label_rules.h"

#include <algorithm>
#include <string>

namespace oarlock::kube {
namespace {

constexpr size_t kNameMax = 63;
constexpr size_t kPrefixMax = 253;

bool IsLowerOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool IsAlphanumeric(char c) { return IsLowerOrDigit(c) || (c >= 'A' && c <= 'Z'); }
bool IsNameChar(char c) { return IsAlphanumeric(c) || c == '-' || c == '_' || c == '.'; }

base::Status Bad(std::string_view what, std::string_view text, std::string_view rule) {
  std::string shown(text.substr(0, kPrefixMax));
  return base::InvalidArgument(std::string(what) + " \"" + shown + "\" " + std::string(rule));
}

bool IsQualifiedName(std::string_view name) {
  return !name.empty() && IsAlphanumeric(name.front()) && IsAlphanumeric(name.back()) &&
         std::all_of(name.begin(), name.end(), IsNameChar);
}

bool IsDnsLabel(std::string_view label) {
  return !label.empty() && IsLowerOrDigit(label.front()) && IsLowerOrDigit(label.back()) &&
         std::all_of(label.begin(), label.end(),
                     [](char c) { return IsLowerOrDigit(c) || c == '-'; });
}

bool IsDnsSubdomain(std::string_view text) {
  while (true) {
    const size_t dot = text.find('.');
    if (!IsDnsLabel(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

base::Status CheckLabelKey(std::string_view key) {
  std::string_view name = key;
  if (const size_t slash = key.find('/'); slash != std::string_view::npos) {
    const std::string_view prefix = key.substr(0, slash);
    name = key.substr(slash + 1);
    if (prefix.size() > kPrefixMax) return Bad("label key", key, "has a prefix over 253 bytes");
    if (!IsDnsSubdomain(prefix)) {
      return Bad("label key", key, "must have a lower-case DNS name before the slash");
    }
  }
  if (name.size() > kNameMax) return Bad("label key", key, "has a name over 63 bytes");
  if (!IsQualifiedName(name)) {
    return Bad("label key", key,
               "must have a name of letters, digits, `-`, `_`, `.` with a letter or digit at "
               "both ends");
  }
  return base::Status::Ok();
}

base::Status CheckLabelValue(std::string_view value) {
  if (value.empty()) return base::Status::Ok();
  if (value.size() > kNameMax) return Bad("label value", value, "is over 63 bytes");
  if (!IsQualifiedName(value)) {
    return Bad("label value", value,
               "must be letters, digits, `-`, `_`, `.` with a letter or digit at both ends");
  }
  return base::Status::Ok();
}

}  // namespace oarlock::kube
