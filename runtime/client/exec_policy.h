#pragma once
// ExecPolicy: which exec credential plugins of a kubeconfig may run (XP-9): a kubeconfig that came
// from somebody else names programs of its choice.
//
// Made by `app` from its command line, obeyed before every run. A plain value. Threads: [any].
// Errors: Parse → kInvalidArgument.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace oarlock::client {

struct ExecPolicy {
  enum class Mode { kAllowAll, kDenyAll, kAllowlist } mode = Mode::kAllowAll;
  // Absolute paths, or names that are looked up in PATH as a command is: `aws` allows only the one
  // `aws` that PATH finds.
  std::vector<std::string> allowed;

  // "all", "none", or names and paths with commas between them.
  static base::Result<ExecPolicy> Parse(std::string_view text);
};

}  // namespace oarlock::client
