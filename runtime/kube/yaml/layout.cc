#include "kube/yaml/layout.h"

#include <algorithm>

namespace oarlock::kube {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr size_t kNone = std::string_view::npos;

char CharAt(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\n'; }

}  // namespace

bool BeginsDocument(std::string_view text, size_t at) {
  const bool line_start = at == 0 || text[at - 1] == '\n';
  if (line_start && text.substr(at, 3) == "---") return true;
  size_t end = at;
  while (end > 0) {
    const size_t start = text.rfind('\n', end - 1) + 1;  // npos + 1 is 0
    std::string_view line = text.substr(start, end - start);
    if (line.starts_with("...")) return true;
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (!line.empty() && line.front() != '#' && line.front() != '%') return false;
    if (start == 0) return false;
    end = start - 1;
  }
  return false;
}

bool HasTabIndent(std::string_view text, size_t at) {
  const size_t newline = at == 0 ? kNone : text.rfind('\n', at - 1);
  const size_t start = newline == kNone ? 0 : newline + 1;
  const std::string_view indent = text.substr(start, at - start);
  const size_t first = indent.find_first_not_of(" \t");
  return indent.substr(0, first).find('\t') != kNone;
}

bool IsWrittenNull(std::string_view text, size_t at) {
  for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
    if (text.compare(at, word.size(), word) != 0) continue;
    const char next = CharAt(text, at + word.size());
    if (kBlanks.find(next) != kNone || next == ',' || next == '}' || next == ']') return true;
  }
  return CharAt(text, at) == '!' || CharAt(text, at) == '&';
}

bool HasValueMarker(std::string_view text, const YamlNode& key, size_t at, bool flow) {
  if (!flow) return at > key.offset;
  if (key.quoted || text.compare(key.offset, key.text.size(), key.text) != 0) return true;
  const size_t behind = text.find_first_not_of(kBlanks, key.offset + key.text.size());
  return behind != kNone && (text[behind] == ':' || text[behind] == '#');
}

}  // namespace oarlock::kube
