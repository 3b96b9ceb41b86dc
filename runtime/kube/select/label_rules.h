#pragma once
// The rules of label keys and values, as the API server checks them. Threads: [any].
// Errors: kInvalidArgument that says what is wrong.

#include <string_view>

#include "base/status.h"

namespace oarlock::kube {

// "name" or "prefix/name": the name at most 63 of [A-Za-z0-9-_.] with alphanumeric ends, the
// prefix a DNS subdomain of at most 253. Annotation keys and label keys share this rule.
base::Status CheckLabelKey(std::string_view key);
// Empty, or at most 63 of [A-Za-z0-9-_.] with alphanumeric ends.
base::Status CheckLabelValue(std::string_view value);

}  // namespace oarlock::kube
