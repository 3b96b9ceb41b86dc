#pragma once
// `oarlock sandbox`: an API server in memory until a signal ends it.
//
// Called by main, on [main]; the server has a thread of its own. Prints where it serves when it
// does; the kubeconfig appears whole, so that scripts can wait for the file.
// Errors: printed; the exit code: 0 stopped as asked, 1 it cannot serve or load.

#include <cstdint>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace oarlock::app {

struct SandboxCommand {
  uint16_t port = 0;           // 0: any that is free
  std::string kubeconfig_out;  // empty: none is written
  std::string load;            // a directory of *.yaml; empty: nothing
};

// `options` lives until the command runs.
CLI::App* AddSandboxCommand(CLI::App& app, SandboxCommand& options);
int RunSandbox(const SandboxCommand& options);

}  // namespace oarlock::app
