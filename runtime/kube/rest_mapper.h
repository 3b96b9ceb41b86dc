#pragma once
// RestMapper: from kind to resource and scope, by the server's discovery; and what there is at all.
//
// Implemented in client over discovery; faked in tests. Calls may ask the server and therefore
// block until ctx's deadline: never call one on [io], [strand] or [timer].
// Errors: kNotFound when the server does not serve the kind (after one refresh), else the
// discovery error. Threads: [any].

#include <string>
#include <vector>

#include "base/status.h"
#include "kube/call_context.h"
#include "kube/gvk.h"

namespace oarlock::kube {

struct ResourceInfo {
  GroupVersionResource gvr;
  std::string kind;
  bool namespaced = true;
  std::vector<std::string> verbs;         // "get", "list", "watch", …
  std::vector<std::string> subresources;  // "status", "scale", …

  GroupVersionKind gvk() const { return {gvr.group, gvr.version, kind}; }
  bool Allows(std::string_view verb) const;
};

// What a server serves, each kind once, in the version that the server likes best of those that
// have it.
struct ServedKinds {
  std::vector<ResourceInfo> resources;
  std::vector<std::string> unknown_groups;  // of which not all could be read
};

class RestMapper {
 public:
  virtual ~RestMapper() = default;
  // `versions`: accepted versions in order of preference; empty = the server's preferred one.
  virtual base::Result<ResourceInfo> Map(const GroupKind& kind,
                                         const std::vector<std::string>& versions,
                                         const CallContext& ctx) = 0;
  // All that is served now: asks the server anew.
  virtual base::Result<ServedKinds> All(const CallContext& ctx) = 0;
  // Forgets what discovery said, so that the next Map asks again (a 404 on a resource, a new CRD).
  virtual void Invalidate() = 0;
};

}  // namespace oarlock::kube
