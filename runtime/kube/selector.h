#pragma once
// Label selectors as the API server reads them: `a=b,c!=d,e in (x,y),f notin (z),g,!h,i>1,j<9`.
// `!=` and `notin` also match objects without the key. Keys and values obey the label rules.
// Parsed once, matched often without allocation. Values; threads [any].
// Errors: kInvalidArgument with the position. Limits: kSelectorTermsMax, kSelectorValuesMax.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

inline constexpr size_t kSelectorTermsMax = 256;
inline constexpr size_t kSelectorValuesMax = 1024;  // of one term

class LabelSelector {
 public:
  LabelSelector() = default;  // matches everything
  static base::Result<LabelSelector> Parse(std::string_view text);
  // From a metav1.LabelSelector value {matchLabels, matchExpressions}. Missing/null matches
  // nothing, empty matches everything. An unknown member is an error, not a wider selection.
  static base::Result<LabelSelector> FromValue(Value selector);

  bool Matches(Value labels) const;
  bool empty() const { return !nothing_ && terms_.empty(); }
  bool matches_nothing() const { return nothing_; }
  // Canonical text (terms sorted, repeats dropped), equal for equal selectors. "" when it matches
  // everything; kSelectorNothing, which a server also matches with nothing, when it matches none.
  std::string ToString() const;

 private:
  enum class Op : uint8_t { kIn, kNotIn, kExists, kNotExists, kGreater, kLess };
  struct Term {
    std::string key;
    Op op;
    std::vector<std::string> values;  // sorted
    int64_t bound = 0;                // of kGreater, kLess
    friend auto operator<=>(const Term&, const Term&) = default;
  };
  friend class SelectorParser;
  friend class SelectorBuilder;
  static bool TermMatches(const Term& term, Value label);
  static void AppendTerm(const Term& term, std::string& out);

  bool nothing_ = false;
  std::vector<Term> terms_;  // sorted, no two equal
};

inline constexpr std::string_view kSelectorNothing = "none,!none";

}  // namespace oarlock::kube
