#pragma once
// LowerCase: a text with the letters of ASCII in lower case, in any locale: names of headers,
// verbs, kinds. Threads: [any].

#include <algorithm>
#include <string>
#include <string_view>

namespace oarlock::base {

constexpr char LowerCase(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string LowerCase(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = LowerCase(c);
  return out;
}

inline bool SameInLowerCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return LowerCase(x) == LowerCase(y); });
}

}  // namespace oarlock::base
