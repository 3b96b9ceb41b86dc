#pragma once
// How a place inside a document is written for people: `spec.plugins[0].name`,
// `metadata.annotations["a.b/c"]`. The root is "". Threads: [any].

#include <cstddef>
#include <string>
#include <string_view>

namespace oarlock::kube {

std::string MemberPath(std::string_view parent, std::string_view key);
std::string ElementPath(std::string_view parent, size_t index);

}  // namespace oarlock::kube
