#include "sandbox/controllers/controller_set.h"

#include <string>

namespace oarlock::sandbox {

base::Result<ControllerSet> ControllerSet::Parse(std::string_view text) {
  if (text == "all") return All();
  ControllerSet set;
  if (text == "none") return set;
  for (;;) {
    const size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    if (word == "gc") {
      set.gc = true;
    } else if (word == "namespaces") {
      set.namespaces = true;
    } else if (word == "workloads") {
      set.workloads = true;
    } else if (word == "serviceaccounts") {
      set.service_accounts = true;
    } else {
      return base::InvalidArgument(
          "\"" + std::string(word) +
          "\" is no controller: all, none, or a list of gc, namespaces, workloads, "
          "serviceaccounts");
    }
    if (comma == std::string_view::npos) return set;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace oarlock::sandbox
