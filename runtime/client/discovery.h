#pragma once
// Discovery: which resources an API server serves, parsed from its discovery documents.
//
// Both forms are read: the aggregated one (one document for all groups) and the plain one (a list
// of groups, then one document per group version). Values; threads [any]. No I/O here: see
// rest_mapper.h. Errors: kDataLoss for what is no discovery document.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/gvk.h"
#include "kube/rest_mapper.h"

namespace oarlock::client {

// Value of Accept that asks for the aggregated form and takes the plain one.
extern const char* const kDiscoveryAccept;

// One version of a group, with what it serves.
struct DiscoveredVersion {
  std::string version;
  std::vector<kube::ResourceInfo> resources;
  std::string error;  // why nothing is known of it; empty = known
};

// Versions of each group ("" = core), the server's preferred one first.
using DiscoveredGroups = std::map<std::string, std::vector<DiscoveredVersion>>;

// What /api or /apis answered. Plain forms name the versions whose documents are still to be read.
struct DiscoveryRoot {
  DiscoveredGroups groups;
  bool aggregated = false;
};

base::Result<DiscoveryRoot> ParseDiscoveryRoot(std::string_view json);
// The document of one group version (plain form).
base::Result<std::vector<kube::ResourceInfo>> ParseResourceList(std::string_view json,
                                                                const kube::GroupVersion& gv);

// The resource of a kind. `versions`: see RestMapper::Map.
base::Result<kube::ResourceInfo> FindKind(const DiscoveredGroups& groups,
                                          const kube::GroupKind& kind,
                                          const std::vector<std::string>& versions);
kube::ServedKinds AllKinds(const DiscoveredGroups& groups);

}  // namespace oarlock::client
