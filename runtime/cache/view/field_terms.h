#pragma once
// FieldTerms: the part of field selectors that can be decided from an object's metadata alone:
// metadata.name and metadata.namespace, with =, == and !=, joined by commas.
//
// Everything else (spec.nodeName, status.phase, …) only the API server can decide: what it means is
// a matter of the type. Values; threads [any].

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/object.h"

namespace oarlock::cache {

class FieldTerms {
 public:
  // Empty when a term is about anything else, or cannot be read.
  static std::optional<FieldTerms> Parse(std::string_view selector);

  bool Matches(const kube::Object& object) const;
  bool empty() const { return terms_.empty(); }

 private:
  struct Term {
    bool is_name = false;
    bool equal = true;
    std::string value;
  };
  std::vector<Term> terms_;
};

}  // namespace oarlock::cache
