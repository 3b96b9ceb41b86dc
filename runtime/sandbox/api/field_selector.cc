#include "sandbox/api/field_selector.h"

#include <algorithm>

namespace oarlock::sandbox {
namespace {

// Up to the next comma that is not escaped; takes it away from `text`.
std::string_view NextTerm(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && text[end] != ',') end += text[end] == '\\' ? 2u : 1u;
  end = std::min(end, text.size());
  const std::string_view term = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return term;
}

std::string Unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out.push_back(text[i]);
  }
  return out;
}

ApiStatus CheckField(const ResourceType& type, std::string_view field) {
  if (field == "metadata.name" || field == "metadata.namespace") return {};
  const auto known = SelectableFields(type);
  if (std::find(known.begin(), known.end(), field) != known.end()) return {};
  if (type.builtin && known.empty()) {
    return BadRequest("\"" + std::string(field) +
                      "\" is not a known field selector: only \"metadata.name\", "
                      "\"metadata.namespace\"");
  }
  return BadRequest("field label not supported: " + std::string(field));
}

std::string_view ValueOf(const StoredObject& object, std::string_view field) {
  if (field == "metadata.name") return object.name;
  if (field == "metadata.namespace") return object.ns;
  for (const auto& [path, value] : object.fields) {
    if (path == field) return value;
  }
  return {};
}

}  // namespace

ApiResult<FieldSelector> FieldSelector::Parse(std::string_view text, const ResourceType& type) {
  FieldSelector selector;
  const std::string whole(text);
  while (!text.empty()) {
    const std::string_view term = NextTerm(text);
    if (term.empty()) continue;
    const size_t sign = term.find_first_of("=!");
    if (sign == std::string_view::npos || (term[sign] == '!' && term.substr(sign, 2) != "!=")) {
      return BadRequest("invalid selector: '" + whole + "'; can't understand '" +
                        std::string(term) + "'");
    }
    size_t length = term[sign] == '!' ? 2 : 1;
    if (term.substr(sign, 2) == "==") length = 2;
    Term parsed{std::string(term.substr(0, sign)), Unescaped(term.substr(sign + length)),
                term[sign] != '!'};
    if (auto error = CheckField(type, parsed.field)) return *error;
    selector.terms_.push_back(std::move(parsed));
  }
  return selector;
}

bool FieldSelector::Matches(const StoredObject& object) const {
  return std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
    return (ValueOf(object, term.field) == term.value) == term.equal;
  });
}

}  // namespace oarlock::sandbox
