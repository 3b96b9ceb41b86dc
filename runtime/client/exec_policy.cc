#include "client/exec_policy.h"

#include <algorithm>

namespace oarlock::client {

base::Result<ExecPolicy> ExecPolicy::Parse(std::string_view text) {
  ExecPolicy policy;
  if (text == "all") return policy;
  policy.mode = text == "none" ? Mode::kDenyAll : Mode::kAllowlist;
  if (text == "none") return policy;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view entry = text.substr(begin, end - begin);
    begin = end + 1;
    if (entry.empty()) return base::InvalidArgument("exec plugins: an empty name in the list");
    if (entry.find('/') != std::string_view::npos && entry.front() != '/') {
      return base::InvalidArgument("exec plugins: \"" + std::string(entry) +
                                   "\" is neither a name nor an absolute path");
    }
    policy.allowed.emplace_back(entry);
  }
  return policy;
}

}  // namespace oarlock::client
