#pragma once
// Needs: what a declaration needs of the API server: for the host, which fills the caches, and for
// whoever the plugin's own calls are made as. And what the host needs for itself.
//
// Asked by `oarlock inspect` and `oarlock rbac`. Pure. Threads: [any]. Errors: none.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kube/client.h"
#include "pluginhost/declare/declaration.h"
#include "pluginhost/declare/permissions.h"

namespace oarlock::app {

struct PluginNeeds {
  std::vector<pluginhost::AccessDecl> host;   // its lists and watches for the caches
  std::vector<pluginhost::AccessDecl> calls;  // the plugin's own
};

// Within `permitted`, where the manifest has permissions. Names of resources are those of
// kind_name.h.
PluginNeeds NeedsOf(const pluginhost::Declaration& declaration,
                    const pluginhost::Permissions* permitted);

struct HostNeedsOptions {
  std::string ns;                              // the host's
  std::string manifest;                        // its metadata.name
  std::string lease;                           // empty: no election
  std::string lease_ns;                        // empty: the host's
  std::vector<kube::ServiceAccount> accounts;  // whose tokens it asks for
  std::set<std::string> secrets;               // with configuration of plugins, in `ns`
  std::optional<kube::ObjectRef> object;       // the manifest is that; none: files
  bool reviews = false;                        // of tokens and access, for the admin API
};

std::vector<pluginhost::AccessDecl> HostNeeds(const HostNeedsOptions& options);

}  // namespace oarlock::app
