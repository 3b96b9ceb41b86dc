#pragma once
// Options: the command line of `oarlock`, parsed. A plain value; made once in main.
// Errors: ParseOptions prints what is wrong and how to ask for help, and gives the exit code.
// Threads: [main].

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/admin/admin_listeners.h"
#include "app/cli/live_command.h"
#include "app/embedded_sandbox.h"
#include "app/leader/leader_flags.h"
#include "app/registry/registry_command.h"
#include "base/log.h"
#include "client/exec_policy.h"

namespace oarlock::app {

struct RunOptions {
  std::string kubeconfig;  // empty: KUBECONFIG, ~/.kube/config, then in-cluster
  std::string context;     // empty: the kubeconfig's current one
  bool sandbox = false;    // instead of a cluster: an API server in this process
  SandboxFlags sandbox_flags;
  std::string ns;  // the host's own; empty: the pod's, or the kubeconfig's
  LeaderFlags leader;
  std::string manifest;
  std::string plugin_dir;
  std::string listen = "127.0.0.1:8080";
  AdminFlags admin;
  std::string cache_dir;     // for last good libraries and rollbacks; empty: none
  bool require_sha256 = false;
  bool require_signature = false;
  std::vector<std::string> signature_keys;     // files with Ed25519 public keys
  std::vector<std::string> allowed_libraries;  // that plugins may bring along
  RegistryFlags registry;
  bool http1 = false;
  bool protobuf = true;       // built-in types; JSON for all others
  bool compress = false;      // ask the API server for gzip
  bool watch_list = false;    // first states as watch streams, where the server can
  bool verify_cache = false;  // debugging: compare caches with the server after each sync
  client::ExecPolicy exec_plugins;
  base::LogLevel log_level = base::LogLevel::kInfo;
  base::LogFormat log_format = base::LogFormat::kText;
};

// What to do: run with these options, ask a running host, do something else and exit with its code,
// or exit with this code (help, version, usage error).
struct Command {
  std::optional<RunOptions> run;
  std::optional<LiveCommand> live;
  int exit_code = 0;
  std::function<int()> other;  // check, completion, inspect, new, pull, push, sandbox …
};

// Beside the program, as the build tree and the packages lay it out: bin/oarlock, plugins/.
std::string DefaultPluginDir();

Command ParseOptions(int argc, char** argv);

}  // namespace oarlock::app
