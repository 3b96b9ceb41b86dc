#include "name_list.h"

#include <re2/re2.h>

#include <algorithm>

namespace oarlock::reloader {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Is the comma at `at` the one of `{1,3}` or `{1,}`?
bool InQuantifier(std::string_view list, size_t at) {
  size_t open = at;
  while (open > 0 && IsDigit(list[open - 1])) --open;
  if (open == at || open == 0 || list[open - 1] != '{') return false;
  size_t close = at + 1;
  while (close < list.size() && IsDigit(list[close])) ++close;
  return close < list.size() && list[close] == '}';
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Only itself: needs no pattern.
bool IsPlain(std::string_view item) {
  return std::all_of(item.begin(), item.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '-';
  });
}

}  // namespace

std::vector<std::string_view> SplitNames(std::string_view list) {
  std::vector<std::string_view> items;
  size_t begin = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size() && (list[i] != ',' || InQuantifier(list, i))) continue;
    const std::string_view item = Trim(list.substr(begin, i - begin));
    if (!item.empty()) items.push_back(item);
    begin = i + 1;
  }
  return items;
}

NameMatch MatchNames(std::string_view list, std::string_view name) {
  NameMatch out;
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kPatternMemory);
  for (const std::string_view item : SplitNames(list)) {
    if (item == name) {
      out.matched = true;
    } else if (!IsPlain(item)) {
      // FullMatch is ^(?:item)$ without the text of it: `a)|(b` stays the error that it is.
      const RE2 pattern(re2::StringPiece(item.data(), item.size()), options);
      if (!pattern.ok()) out.invalid.emplace_back(item);
      const re2::StringPiece text(name.data(), name.size());
      out.matched = out.matched || (pattern.ok() && RE2::FullMatch(text, pattern));
    }
  }
  return out;
}

bool ListsName(std::string_view list, std::string_view name) {
  const auto items = SplitNames(list);
  return std::find(items.begin(), items.end(), name) != items.end();
}

}  // namespace oarlock::reloader
