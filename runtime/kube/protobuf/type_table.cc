#include "kube/protobuf/type_table.h"

#include <algorithm>
#include <tuple>

#include "kube/decode.h"

namespace oarlock::kube {
namespace protobuf {

const Message* FindRoot(std::string_view api_version, std::string_view kind) {
  const auto wanted = std::tie(api_version, kind);
  const auto found = std::lower_bound(kRoots.begin(), kRoots.end(), wanted,
                                      [](const Root& root, const auto& name) {
                                        return std::tie(root.api_version, root.kind) < name;
                                      });
  if (found == kRoots.end() || std::tie(found->api_version, found->kind) != wanted) return nullptr;
  return &kMessages[found->message];
}

const Root& RootOf(uint16_t message) {
  return *std::find_if(kRoots.begin(), kRoots.end(),
                       [message](const Root& root) { return root.message == message; });
}

}  // namespace protobuf

bool HasProtobuf(std::string_view api_version, std::string_view kind) {
  return protobuf::FindRoot(api_version, kind) != nullptr;
}

}  // namespace oarlock::kube
