#pragma once
// Node tags: what makes an oar_node a place in one object only. Each lease of an object has a tag;
// a node carries it above the place in the object's tape, so a node of another object (or of a
// lease that ended) is told from one of this, and never read.
// Threads: [any]. Limits: a tag comes again after 2^32 leases.

#include <cstdint>
#include <optional>

#include "kube/object.h"
#include "oarlock/abi/abi.h"

namespace oarlock::pluginhost {

// No other lease of the last 2^32 has it; never 0.
uint32_t NextNodeTag();

inline oar_node TagNode(kube::Value value, uint32_t tag) {
  if (value.node() == 0) return {OAR_NODE_NONE};
  return {uint64_t{tag} << 32 | value.node()};
}

// Empty: the node is not one of the object.
std::optional<kube::Value> FindNode(const kube::Object& object, uint32_t tag, oar_node node);

}  // namespace oarlock::pluginhost
