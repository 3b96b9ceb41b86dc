#include "pluginhost/abi/node_tag.h"

#include <atomic>

namespace oarlock::pluginhost {
namespace {

// A thread takes so many at a time, so that leasing touches nothing that threads share.
constexpr uint32_t kTagsAtOnce = 4096;
constexpr uint32_t kRootTag = UINT32_MAX;  // would look like OAR_NODE_ROOT

}  // namespace

uint32_t NextNodeTag() {
  static std::atomic<uint32_t> taken{0};
  thread_local constinit uint32_t next = 0;
  thread_local constinit uint32_t left = 0;
  for (;;) {
    if (left == 0) {
      next = taken.fetch_add(kTagsAtOnce, std::memory_order_relaxed);
      left = kTagsAtOnce;
    }
    --left;
    const uint32_t tag = next++;
    if (tag != 0 && tag != kRootTag) return tag;
  }
}

std::optional<kube::Value> FindNode(const kube::Object& object, uint32_t tag, oar_node node) {
  if (node.id == OAR_NODE_ROOT) return object.root();
  if (node.id == OAR_NODE_NONE) return kube::Value();
  const auto place = static_cast<uint32_t>(node.id);
  if (node.id >> 32 != tag || place == 0) return std::nullopt;
  return object.ValueAt(place);
}

}  // namespace oarlock::pluginhost
