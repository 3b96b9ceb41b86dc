#pragma once
// Rules for names that go into URLs and keys. Threads: [any].

#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::kube {

// A path segment the API server accepts: not empty, no "/", "%", "?", "#", not "." or "..",
// nothing outside printable ASCII, at most 253 bytes. `what` names it in the error.
base::Status CheckPathSegment(std::string_view what, std::string_view segment);

struct NamespacedName {
  std::string ns;
  std::string name;
  friend auto operator<=>(const NamespacedName&, const NamespacedName&) = default;
};

std::string MakeKey(std::string_view ns, std::string_view name);
// More than one slash, or an empty name, is an error (ST-1).
base::Result<NamespacedName> SplitKey(std::string_view key);

}  // namespace oarlock::kube
