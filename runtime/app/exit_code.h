#pragma once
// Exit codes of the `oarlock` command: scripts and units rely on them. Threads: [any].

namespace oarlock::app {

enum ExitCode : int {
  kExitOk = 0,              // stopped as asked
  kExitInternal = 1,        // a bug, or a listener that cannot be opened
  kExitUsage = 2,           // unknown command or flag, bad value
  kExitManifest = 3,        // the manifest is invalid
  kExitKubeconfig = 4,      // no usable kubeconfig and not in a cluster
  kExitRequiredPlugin = 5,  // a plugin marked `required` failed at start
  kExitNotDone = 6,         // a running host did not do all that was asked, or is not well
  kExitNoHost = 7,          // no host answers at the admin socket
  kExitCheckFailed = 8,     // check, inspect: the plugin is not what it has to be; rbac --check
  kExitRegistry = 9,        // what the registry or the network said no to
};

}  // namespace oarlock::app
