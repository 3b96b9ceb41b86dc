#pragma once
// InformerRequest: what a user asks an InformerFactory for. A value.
//
// Who accepts several versions of a resource gets objects of one of them, which may change while
// the informer lives: users of overlapping lists share one watch.

#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "cache/informer_scope.h"

namespace oarlock::cache {

struct InformerRequest {
  InformerRequest() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a scope is a request for exactly that.
  InformerRequest(InformerScope exactly) : scope(std::move(exactly)) {}

  InformerScope scope;  // its resource: the version liked best
  // Further versions of the same resource that are as good, in order of preference.
  std::vector<kube::ResourceInfo> also;

  // Accepted versions in order; the number of them is at least 1.
  std::vector<std::string> Versions() const;
  bool Accepts(std::string_view version) const;
  // The informer that would serve this user alone, in an accepted version.
  InformerScope In(std::string_view version) const;
  std::string Key() const;
};

// Brings selectors into one text for equal ones and drops the namespace of cluster-scoped
// resources. kInvalidArgument: a label selector that cannot be read.
base::Status Normalize(InformerRequest& request);

}  // namespace oarlock::cache
