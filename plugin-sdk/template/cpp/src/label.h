#pragma once
// What the label should be, decided without any host, so that it can be tested alone.

#include <algorithm>
#include <string>
#include <string_view>

// A label's value from an annotation's text: lower case; empty where it cannot be one.
inline std::string LabelFrom(std::string_view annotation) {
  if (annotation.size() > 63) return {};
  std::string out;
  for (char c : annotation) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (!plain) return {};
    out += c;
  }
  const bool edges = !out.empty() && out.front() != '-' && out.back() != '-';
  return edges ? out : std::string();
}
