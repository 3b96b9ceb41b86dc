#pragma once
// The ClusterRoles and ClusterRoleBindings that a server with RBAC has from the start.
//
// cluster-admin, discovery and the like as in a real one; admin, edit and view name what the
// built-in types in namespaces need, computed from them. Threads: [any]. Errors: none.

#include <vector>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

// Objects to create, roles first.
std::vector<Json> DefaultRoles();

}  // namespace oarlock::sandbox
