#pragma once
// Cutting foreign text down to something a log line can hold. Threads: [any].

#include <string>
#include <string_view>

namespace oarlock::kube {

// At most `bytes` bytes of `text`, cut between characters and marked with "..." when cut; control
// characters become spaces and bytes that are no UTF-8 become '?'.
std::string PrintableText(std::string_view text, size_t bytes);

}  // namespace oarlock::kube
