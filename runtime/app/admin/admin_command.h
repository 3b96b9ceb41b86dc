#pragma once
// AdminCommand: the sub-commands that speak to a running host: plugins, reload, rollback.
//
// Parsed in options.cc, run by main. Threads: [main]. Errors: on stderr, with an exit code that
// scripts can rely on (exit_code.h).

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace oarlock::app {

struct AdminCommand {
  enum class Kind : uint8_t { kPlugins, kReload, kRollback };
  Kind kind = Kind::kPlugins;
  std::string socket;
  std::string plugin;  // kPlugins: only this one; kRollback: which
  std::string reason;
  std::chrono::seconds timeout{600};
  bool json = false;
};

// Adds the three to `app`; what comes back says, after parsing, which one was given.
std::function<std::optional<AdminCommand>()> AddAdminCommands(CLI::App& app);

// Asks, waits for the end where there is one, prints; the exit code.
int RunAdminCommand(const AdminCommand& command);

}  // namespace oarlock::app
