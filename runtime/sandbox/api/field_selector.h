#pragma once
// FieldSelector: "metadata.name=a,status.phase!=Running", as far as a type's lists can be selected.
// Threads: values. Errors: ApiError 400 in a server's words.

#include <string>
#include <string_view>
#include <vector>

#include "sandbox/api/api_error.h"
#include "sandbox/store/stored_object.h"

namespace oarlock::sandbox {

class FieldSelector {
 public:
  static ApiResult<FieldSelector> Parse(std::string_view text, const ResourceType& type);
  bool Matches(const StoredObject& object) const;
  bool empty() const { return terms_.empty(); }

 private:
  struct Term {
    std::string field;
    std::string value;
    bool equal = true;
  };
  std::vector<Term> terms_;
};

}  // namespace oarlock::sandbox
