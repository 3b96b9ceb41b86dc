#include "app/commands/sandbox_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>

#include "app/exit_code.h"
#include "app/signals.h"
#include "base/real_clock.h"

namespace oarlock::app {

CLI::App* AddSandboxCommand(CLI::App& app, SandboxFlags& flags) {
  CLI::App* command =
      app.add_subcommand("sandbox", "Serve an API server in memory, for trying things out");
  AddSandboxFlags(*command, "--", flags);
  return command;
}

int RunSandbox(const SandboxFlags& flags) {
  Signals signals;
  const base::Log log(base::LogLevel::kInfo, base::LogFormat::kText);
  base::RealClock clock;
  const auto sandbox = StartSandbox(flags, clock, log);
  if (!sandbox.ok()) {
    log.Error("cannot start", {{"error", sandbox.status().message()}});
    return kExitInternal;
  }
  fmt::print("serving {}\n", (*sandbox)->url());
  if (!flags.kubeconfig_out.empty()) fmt::print("kubeconfig {}\n", flags.kubeconfig_out);
  std::fflush(stdout);
  for (;;) {
    const auto signal = signals.Wait(std::chrono::milliseconds(500));
    if (!signal || *signal == SIGHUP) continue;
    LogFaults(**sandbox, log);
    return kExitOk;
  }
}

}  // namespace oarlock::app
