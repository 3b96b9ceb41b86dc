#pragma once
// ManifestStatus: what the host says in the status of a PluginManifest: which generation it has
// looked at, whether that is valid, and where every plugin stands.
//
// Made by ManifestStatusWriter. Pure. Threads: [any]. Errors: none.
// Limits: kManifestStatusTextMax per text.

#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "kube/value.h"
#include "supervisor/manifest/object_manifest.h"
#include "supervisor/plugin_status.h"

namespace oarlock::supervisor {

inline constexpr size_t kManifestStatusTextMax = 1024;

struct ManifestStanding {
  ManifestReport report;
  std::vector<PluginStatus> plugins;
  bool settled = false;  // every plugin has worked off the report's change
};

// A JSON object with the members of kManifestStatusMembers. Conditions whose status is the one in
// `before` (a status; may be missing) keep its lastTransitionTime.
std::string ManifestStatusJson(const ManifestStanding& standing, kube::Value before,
                               base::UnixTime now);

inline constexpr const char* kManifestStatusMembers[] = {"observedGeneration", "conditions",
                                                         "plugins"};

}  // namespace oarlock::supervisor
