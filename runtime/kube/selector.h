#pragma once
// Label selectors as the API server reads them: `a=b,c!=d,e in (x,y),f notin (z),g,!h`.
// Parsed once, matched often without allocation. Values; threads [any].
// Errors: kInvalidArgument with the position. Limits: kSelectorTermsMax.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

inline constexpr size_t kSelectorTermsMax = 256;

class LabelSelector {
 public:
  LabelSelector() = default;  // matches everything
  static base::Result<LabelSelector> Parse(std::string_view text);
  // From a metav1.LabelSelector value {matchLabels, matchExpressions}. Missing/null matches
  // nothing, empty matches everything.
  static base::Result<LabelSelector> FromValue(Value selector);

  bool Matches(Value labels) const;
  bool empty() const { return !nothing_ && terms_.empty(); }
  bool matches_nothing() const { return nothing_; }
  // Canonical text (terms sorted), equal for equal selectors. "" when it matches everything.
  std::string ToString() const;

 private:
  enum class Op : uint8_t { kIn, kNotIn, kExists, kNotExists };
  struct Term {
    std::string key;
    Op op;
    std::vector<std::string> values;  // sorted
  };
  friend class SelectorParser;

  bool nothing_ = false;
  std::vector<Term> terms_;
};

}  // namespace oarlock::kube
