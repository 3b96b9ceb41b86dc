#pragma once
// LeaderFlags: --leader-elect and its neighbours, named as Kubernetes' own components name them.
// Called on [main]. Errors: in the result, for the user.

#include <string>

#include "base/random.h"
#include "base/status.h"
#include "controller/leader/election_options.h"

namespace CLI {
class App;
}  // namespace CLI

namespace oarlock::app {

struct LeaderFlags {
  bool elect = false;
  // The identity is a name to which a UUID of this start is added; empty: the host's.
  controller::ElectionOptions options;

  // Complete and checked. `ns`: the host's own namespace, where no other is named.
  base::Result<controller::ElectionOptions> Complete(const std::string& ns,
                                                     const std::string& host_name,
                                                     base::Random& random) const;
};

// `flags` lives until the command runs.
void AddLeaderFlags(CLI::App& run, LeaderFlags& flags);

}  // namespace oarlock::app
