#include "kube/selector.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "kube/select/label_rules.h"

namespace oarlock::kube {
namespace {

std::optional<int64_t> ToInteger(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

// Checks terms and keeps them canonical; both syntaxes end here.
class SelectorBuilder {
 public:
  using Op = LabelSelector::Op;
  using Term = LabelSelector::Term;

  base::Status Add(Term term) {
    if (selector_.terms_.size() == kSelectorTermsMax) {
      return base::InvalidArgument("more than " + std::to_string(kSelectorTermsMax) + " terms");
    }
    OARLOCK_RETURN_IF_ERROR(CheckLabelKey(term.key));
    OARLOCK_RETURN_IF_ERROR(CheckValues(term));
    std::sort(term.values.begin(), term.values.end());
    term.values.erase(std::unique(term.values.begin(), term.values.end()), term.values.end());
    selector_.terms_.push_back(std::move(term));
    return base::Status::Ok();
  }

  LabelSelector Finish() && {
    auto& terms = selector_.terms_;
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return std::move(selector_);
  }

 private:
  static base::Status CheckValues(Term& term) {
    if (term.values.size() > kSelectorValuesMax) {
      return base::InvalidArgument("more than " + std::to_string(kSelectorValuesMax) +
                                   " values for \"" + term.key + "\"");
    }
    if (term.op == Op::kGreater || term.op == Op::kLess) {
      const auto bound = ToInteger(term.values.front());
      if (!bound) return base::InvalidArgument("`>` and `<` need an integer");
      term.bound = *bound;
      term.values.clear();
    }
    const bool needs_values = term.op == Op::kIn || term.op == Op::kNotIn;
    if (needs_values == term.values.empty()) {
      return base::InvalidArgument(needs_values ? "In and NotIn need at least one value"
                                                : "Exists and DoesNotExist take no values");
    }
    for (const std::string& value : term.values) OARLOCK_RETURN_IF_ERROR(CheckLabelValue(value));
    return base::Status::Ok();
  }

  LabelSelector selector_;
};

// Recursive descent over the string syntax; position is a byte offset from 1.
class SelectorParser {
 public:
  explicit SelectorParser(std::string_view text) : text_(text) {}

  base::Result<LabelSelector> Parse() {
    SkipSpace();
    while (at_ < text_.size()) {
      const size_t start = at_;
      Term term;
      if (auto status = ParseTerm(term); !status.ok()) return status;
      if (auto status = builder_.Add(std::move(term)); !status.ok()) {
        return At(start, status.message());
      }
      if (at_ == text_.size()) break;
      if (!Take(",")) return At(at_, "expected `,` or the end");
      if (at_ == text_.size()) return At(at_, "expected a term after `,`");
    }
    return std::move(builder_).Finish();
  }

 private:
  using Op = LabelSelector::Op;
  using Term = LabelSelector::Term;

  static bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  static bool IsSpecial(char c) {
    return std::string_view("=!(),<>").find(c) != std::string_view::npos;
  }
  base::Status At(size_t position, std::string_view message) const {
    return base::InvalidArgument("label selector, at byte " + std::to_string(position + 1) + ": " +
                                 std::string(message));
  }
  void SkipSpace() {
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  }
  bool Take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    SkipSpace();
    return true;
  }
  std::string_view Word() {
    const size_t start = at_;
    while (at_ < text_.size() && !IsSpace(text_[at_]) && !IsSpecial(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    SkipSpace();
    return word;
  }

  base::Status ParseTerm(Term& term) {
    const bool negated = Take("!");
    const size_t key_at = at_;
    term.key = std::string(Word());
    if (term.key.empty()) return At(key_at, "expected a label key");
    if (negated || at_ == text_.size() || text_[at_] == ',') {
      term.op = negated ? Op::kNotExists : Op::kExists;
      return base::Status::Ok();
    }
    return ParseOperator(term);
  }

  base::Status ParseOperator(Term& term) {
    const size_t start = at_;
    static constexpr std::pair<std::string_view, Op> kSymbols[] = {
        {"==", Op::kIn}, {"=", Op::kIn}, {"!=", Op::kNotIn}, {">", Op::kGreater}, {"<", Op::kLess}};
    for (const auto& [symbol, op] : kSymbols) {
      if (!Take(symbol)) continue;
      term.op = op;
      term.values.emplace_back(Word());
      return base::Status::Ok();
    }
    const std::string_view word = Word();
    if (word != "in" && word != "notin") {
      return At(start, "expected =, ==, !=, in, notin, > or <");
    }
    term.op = word == "in" ? Op::kIn : Op::kNotIn;
    return ParseSet(term);
  }

  base::Status ParseSet(Term& term) {
    if (!Take("(")) return At(at_, "expected `(`");
    if (Take(")")) return At(at_, "a set needs at least one value");
    do {
      term.values.emplace_back(Word());
      if (term.values.size() > kSelectorValuesMax) return At(at_, "too many values");
    } while (Take(","));
    return Take(")") ? base::Status::Ok() : At(at_, "expected `,` or `)`");
  }

  std::string_view text_;
  size_t at_ = 0;
  SelectorBuilder builder_;
};

namespace {

base::Status AddMatchLabels(Value labels, SelectorBuilder& builder) {
  if (!labels.exists() || labels.is_null()) return base::Status::Ok();
  if (!labels.is_map()) return base::InvalidArgument("matchLabels must be a map");
  for (const Member& member : Members(labels)) {
    if (!member.value.is_string()) {
      return base::InvalidArgument("matchLabels." + std::string(member.key) + " must be a string");
    }
    SelectorBuilder::Term term{
        std::string(member.key), SelectorBuilder::Op::kIn, {std::string(member.value.AsString())}};
    OARLOCK_RETURN_IF_ERROR(builder.Add(std::move(term)).WithContext("matchLabels"));
  }
  return base::Status::Ok();
}

base::Status CheckMembers(Value map, std::initializer_list<std::string_view> known) {
  if (!map.is_map()) return base::InvalidArgument("must be a map");
  for (const Member& member : Members(map)) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) {
      return base::InvalidArgument("unknown member \"" + std::string(member.key) + "\"");
    }
  }
  return base::Status::Ok();
}

base::Status AddExpression(Value expression, SelectorBuilder& builder) {
  using Op = SelectorBuilder::Op;
  OARLOCK_RETURN_IF_ERROR(CheckMembers(expression, {"key", "operator", "values"}));
  const std::string_view name = expression["operator"].AsString();
  SelectorBuilder::Term term{std::string(expression["key"].AsString()), Op::kIn, {}};
  if (name == "NotIn") {
    term.op = Op::kNotIn;
  } else if (name == "Exists") {
    term.op = Op::kExists;
  } else if (name == "DoesNotExist") {
    term.op = Op::kNotExists;
  } else if (name != "In") {
    return base::InvalidArgument("operator must be In, NotIn, Exists or DoesNotExist");
  }
  const Value values = expression["values"];
  if (values.exists() && !values.is_null() && !values.is_array()) {
    return base::InvalidArgument("values must be a list of strings");
  }
  for (const Member& member : Members(values)) {
    if (!member.value.is_string()) return base::InvalidArgument("values must be strings");
    term.values.emplace_back(member.value.AsString());
  }
  return builder.Add(std::move(term));
}

}  // namespace

base::Result<LabelSelector> LabelSelector::Parse(std::string_view text) {
  return SelectorParser(text).Parse();
}

base::Result<LabelSelector> LabelSelector::FromValue(Value selector) {
  if (!selector.exists() || selector.is_null()) {
    LabelSelector none;
    none.nothing_ = true;
    return none;
  }
  if (auto status = CheckMembers(selector, {"matchLabels", "matchExpressions"}); !status.ok()) {
    return status.WithContext("label selector");
  }
  SelectorBuilder builder;
  OARLOCK_RETURN_IF_ERROR(
      AddMatchLabels(selector["matchLabels"], builder).WithContext("label selector"));
  const Value expressions = selector["matchExpressions"];
  if (expressions.exists() && !expressions.is_null() && !expressions.is_array()) {
    return base::InvalidArgument("label selector: matchExpressions must be a list");
  }
  for (uint32_t i = 0; i < expressions.size(); ++i) {
    if (auto status = AddExpression(expressions.At(i), builder); !status.ok()) {
      return status.WithContext("label selector: matchExpressions[" + std::to_string(i) + "]");
    }
  }
  return std::move(builder).Finish();
}

bool LabelSelector::TermMatches(const Term& term, Value label) {
  const bool has = label.exists() && !label.is_null();
  const auto listed = [&] {
    return std::binary_search(term.values.begin(), term.values.end(), label.AsString());
  };
  switch (term.op) {
    case Op::kExists: return has;
    case Op::kNotExists: return !has;
    case Op::kIn: return has && listed();
    case Op::kNotIn: return !has || !listed();
    case Op::kGreater:
    case Op::kLess: break;
  }
  const auto number = has ? ToInteger(label.AsString()) : std::nullopt;
  if (!number) return false;
  return term.op == Op::kGreater ? *number > term.bound : *number < term.bound;
}

bool LabelSelector::Matches(Value labels) const {
  return !nothing_ && std::all_of(terms_.begin(), terms_.end(), [labels](const Term& term) {
    return TermMatches(term, labels[term.key]);
  });
}

void LabelSelector::AppendTerm(const Term& term, std::string& out) {
  if (term.op == Op::kNotExists) out += '!';
  out += term.key;
  if (term.op == Op::kExists || term.op == Op::kNotExists) return;
  if (term.op == Op::kGreater || term.op == Op::kLess) {
    out += term.op == Op::kGreater ? '>' : '<';
    out += std::to_string(term.bound);
    return;
  }
  const bool in = term.op == Op::kIn;
  if (term.values.size() == 1) {
    out += (in ? "=" : "!=") + term.values.front();
    return;
  }
  out += in ? " in (" : " notin (";
  for (size_t i = 0; i < term.values.size(); ++i) {
    if (i != 0) out += ',';
    out += term.values[i];
  }
  out += ')';
}

std::string LabelSelector::ToString() const {
  if (nothing_) return std::string(kSelectorNothing);
  std::string out;
  for (const Term& term : terms_) {
    if (!out.empty()) out += ',';
    AppendTerm(term, out);
  }
  return out;
}

}  // namespace oarlock::kube
