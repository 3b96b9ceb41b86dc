#include "cache/view/field_terms.h"

#include <algorithm>

namespace oarlock::cache {

std::optional<FieldTerms> FieldTerms::Parse(std::string_view selector) {
  FieldTerms out;
  // With an escaped character in it the text is left to the server.
  if (selector.find('\\') != std::string_view::npos) return std::nullopt;
  while (!selector.empty()) {
    const size_t comma = std::min(selector.find(','), selector.size());
    std::string_view text = selector.substr(0, comma);
    selector.remove_prefix(std::min(comma + 1, selector.size()));
    const size_t sign = text.find_first_of("=!");
    if (sign == std::string_view::npos) return std::nullopt;
    Term term;
    const std::string_view field = text.substr(0, sign);
    term.is_name = field == "metadata.name";
    if (!term.is_name && field != "metadata.namespace") return std::nullopt;
    text.remove_prefix(sign);
    term.equal = text.front() == '=';
    const size_t length = text.starts_with("==") || text.starts_with("!=") ? 2 : 1;
    if (!term.equal && length != 2) return std::nullopt;
    term.value = text.substr(length);
    if (term.value.find_first_of("=!") != std::string::npos) return std::nullopt;
    out.terms_.push_back(std::move(term));
  }
  return out;
}

bool FieldTerms::Matches(const kube::Object& object) const {
  return std::all_of(terms_.begin(), terms_.end(), [&object](const Term& term) {
    return ((term.is_name ? object.name() : object.ns()) == term.value) == term.equal;
  });
}

}  // namespace oarlock::cache
