#pragma once
// MayRunOn: whether a Pod may be put on a node: node selector, required node affinity, taints and
// whether the node takes Pods at all. How much the node has left is not counted: the sandbox's Pods
// use nothing. Values; threads [any]. Errors: none.

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

// `pod_spec` of a Pod or of a template.
bool MayRunOn(const Json& pod_spec, const Json& node);
// Only what the Pod asks for, whatever the node's taints are.
bool IsWantedOn(const Json& pod_spec, const Json& node);
// False where the node says that it is not ready.
bool IsNodeReady(const Json& node);

}  // namespace oarlock::sandbox
