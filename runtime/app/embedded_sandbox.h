#pragma once
// EmbeddedSandbox: a sandbox as the command line asks for it, for `oarlock sandbox` and for
// `oarlock run --sandbox`, which has it in its own process.
//
// Called on [main]; the sandbox has a thread of its own. The kubeconfig appears whole, so that
// scripts can wait for the file. Errors: in the result, for the user. Limits: the sandbox's.

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/status.h"
#include "sandbox/sandbox.h"

namespace CLI {
class App;
}  // namespace CLI

namespace oarlock::app {

struct SandboxFlags {
  uint16_t port = 0;           // 0: any that is free
  std::string kubeconfig_out;  // empty: none is written
  std::string load;            // a directory of *.yaml; empty: nothing
  std::string controllers = "all";
  sandbox::AuthorizationMode authorization = sandbox::AuthorizationMode::kAlwaysAllow;
  std::string faults;  // a fault script; empty: none
};

// The flags, each as `prefix` and its name; behind "--sandbox-" they need the flag --sandbox.
// `flags` lives until the command runs.
void AddSandboxFlags(CLI::App& command, const std::string& prefix, SandboxFlags& flags);
// `clock` outlives it.
base::Result<std::unique_ptr<sandbox::Sandbox>> StartSandbox(const SandboxFlags& flags,
                                                             base::Clock& clock,
                                                             const base::Log& log);

// Logs what became of each rule of the fault script.
void LogFaults(const sandbox::Sandbox& sandbox, const base::Log& log);

}  // namespace oarlock::app
