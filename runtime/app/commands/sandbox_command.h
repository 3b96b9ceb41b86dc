#pragma once
// `oarlock sandbox`: an API server in memory until a signal ends it.
//
// Called by main, on [main]. Prints where it serves when it does. Errors: printed; the exit code:
// 0 stopped as asked, 1 it cannot serve or load.

#include "app/embedded_sandbox.h"

namespace oarlock::app {

// `flags` lives until the command runs.
CLI::App* AddSandboxCommand(CLI::App& app, SandboxFlags& flags);
int RunSandbox(const SandboxFlags& flags);

}  // namespace oarlock::app
