#pragma once
// Taking white space off both ends of small texts: tokens, names. Threads: [any].

#include <string>
#include <string_view>

namespace oarlock::client {

inline std::string Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

}  // namespace oarlock::client
