// The `oarlock` command: parses the command line, runs the host until a signal, exits with a code
// that scripts can rely on (exit_code.h).
#include <unistd.h>

#include <csignal>

#include "app/crash_handler.h"
#include "app/exit_code.h"
#include "app/host.h"
#include "app/options.h"
#include "app/signals.h"
#include "app/version.h"

namespace oarlock::app {
namespace {

// One line per fault.
void SayEach(const base::Log& log, std::string_view what, std::string_view faults) {
  while (!faults.empty()) {
    const size_t end = faults.find('\n');
    log.Error(what, {{"error", faults.substr(0, end)}});
    faults.remove_prefix(end == std::string_view::npos ? faults.size() : end + 1);
  }
}

// Runs until a signal asks to stop or a required plugin fails; the exit code.
int WaitForTheEnd(Host& host, Signals& signals, const base::Log& log) {
  for (;;) {
    const auto signal = signals.Wait(std::chrono::milliseconds(500));
    if (signal && *signal == SIGHUP) {
      host.Reload("SIGHUP");
    } else if (signal) {
      log.Info("stopping", {{"signal", *signal == SIGTERM ? "SIGTERM" : "SIGINT"}});
      return kExitOk;
    }
    if (const auto failed = host.FailedRequired()) {
      log.Error("a required plugin failed; stopping",
                {{"plugin", failed->name}, {"reason", failed->reason}});
      return kExitRequiredPlugin;
    }
  }
}

int Run(const RunOptions& options, Signals& signals) {
  const base::Log log(options.log_level, options.log_format);
  log.Info("starting", {{"version", Version()}, {"manifest", options.manifest}});
  auto manifest = ChooseManifest(options.manifest);
  if (!manifest.ok()) {
    SayEach(log, "the manifest is invalid", manifest.status().message());
    return kExitManifest;
  }
  int exit_code = kExitOk;
  bool clean = true;
  {
    Host host(options, log);
    if (const auto error = host.Start(*std::move(manifest))) {
      log.Error("cannot start", {{"error", error->message}});
      return error->exit_code;
    }
    exit_code = WaitForTheEnd(host, signals, log);
    clean = host.Stop();
    log.Info("stopped", {{"exit_code", exit_code}});
    // Code of a plugin that never returned still runs: nothing it may touch can be destroyed.
    if (!clean) ::_exit(exit_code);
  }
  return exit_code;
}

}  // namespace
}  // namespace oarlock::app

int main(int argc, char** argv) {
  const oarlock::app::Command command = oarlock::app::ParseOptions(argc, argv);
  if (command.other) return command.other();
  if (command.live) return oarlock::app::RunLiveCommand(*command.live);
  if (!command.run) return command.exit_code;
  oarlock::app::InstallCrashHandler();
  oarlock::app::Signals signals;
  return oarlock::app::Run(*command.run, signals);
}
