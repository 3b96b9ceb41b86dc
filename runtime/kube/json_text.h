#pragma once
// Writing JSON strings. Threads: [any].

#include <string>
#include <string_view>

namespace oarlock::kube {

// Appends `text` with quotes; only what JSON demands is escaped.
void AppendJsonString(std::string_view text, std::string& out);

}  // namespace oarlock::kube
