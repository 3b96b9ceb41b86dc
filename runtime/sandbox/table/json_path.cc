#include "sandbox/table/json_path.h"

#include <charconv>
#include <string>
#include <utility>

namespace oarlock::sandbox {
namespace {

using Found = std::vector<const Json*>;

// A name up to the next dot or bracket; `\.` is a dot of the name.
std::string TakeName(std::string_view& path) {
  std::string name;
  while (!path.empty() && path[0] != '.' && path[0] != '[') {
    if (path[0] == '\\' && path.size() > 1) path.remove_prefix(1);
    name += path[0];
    path.remove_prefix(1);
  }
  return name;
}

Found Members(const Found& from, const std::string& name) {
  Found out;
  for (const Json* one : from) {
    if (!one->is_object()) continue;
    const auto at = one->find(name);
    if (at != one->end()) out.push_back(&*at);
  }
  return out;
}

Found Elements(const Found& from) {
  Found out;
  for (const Json* one : from) {
    if (!one->is_structured()) continue;
    for (const Json& item : *one) out.push_back(&item);
  }
  return out;
}

Found ElementAt(const Found& from, int64_t index) {
  Found out;
  for (const Json* one : from) {
    if (!one->is_array()) continue;
    const auto size = static_cast<int64_t>(one->size());
    const int64_t at = index < 0 ? size + index : index;
    if (at >= 0 && at < size) out.push_back(&(*one)[static_cast<size_t>(at)]);
  }
  return out;
}

std::string_view Unquoted(std::string_view text) {
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0]) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

// `@.type=="Ready"`, `@.ready==true`, `@.name`.
Found Filter(const Found& from, std::string_view condition) {
  Found out;
  if (!condition.starts_with('@')) return out;
  condition.remove_prefix(1);
  const size_t equals = condition.find("==");
  const std::string_view path = condition.substr(0, equals);
  for (const Json* one : Elements(from)) {
    const Found values = JsonPathFind(*one, path);
    if (values.empty()) continue;
    if (equals != std::string_view::npos) {
      const std::string_view wanted = condition.substr(equals + 2);
      const bool same = values[0]->is_string() ? TextOf(*values[0]) == Unquoted(wanted)
                                               : WriteJson(*values[0]) == wanted;
      if (!same) continue;
    }
    out.push_back(one);
  }
  return out;
}

Found Bracket(const Found& from, std::string_view inside) {
  if (inside == "*") return Elements(from);
  if (inside.starts_with("?(") && inside.ends_with(')')) {
    return Filter(from, inside.substr(2, inside.size() - 3));
  }
  int64_t index = 0;
  const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), index);
  if (error == std::errc() && end == inside.data() + inside.size()) return ElementAt(from, index);
  return Members(from, std::string(Unquoted(inside)));
}

// Behind the bracket that closes the one at the start; texts may have brackets.
size_t BracketEnd(std::string_view path) {
  char quote = 0;
  for (size_t i = 1; i < path.size(); ++i) {
    if (quote != 0) {
      if (path[i] == quote) quote = 0;
    } else if (path[i] == '"' || path[i] == '\'') {
      quote = path[i];
    } else if (path[i] == ']') {
      return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::vector<const Json*> JsonPathFind(const Json& document, std::string_view path) {
  Found found{&document};
  while (!path.empty() && !found.empty()) {
    if (path[0] == '[') {
      const size_t end = BracketEnd(path);
      if (end == std::string_view::npos) return {};
      found = Bracket(found, path.substr(1, end - 1));
      path.remove_prefix(end + 1);
      continue;
    }
    if (path[0] == '.') path.remove_prefix(1);
    if (path.empty()) break;
    const std::string name = TakeName(path);
    if (!name.empty()) found = name == "*" ? Elements(found) : Members(found, name);
  }
  return found;
}

}  // namespace oarlock::sandbox
