#pragma once
// LiveCommand: the sub-commands that ask a running host: status, plugins, informers, queue, why,
// get, events, reload, rollback, pause, resume, log-level.
//
// Parsed in live_options.cc, run by main. Threads: [main]. Errors: on stderr, with what to do next,
// and an exit code that scripts can rely on (exit_code.h).

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/cli/output.h"

namespace CLI {
class App;
}

namespace oarlock::app {

// Where the commands find the host's socket when --admin-socket is not given.
inline constexpr char kAdminSocketVariable[] = "OARLOCK_ADMIN_SOCKET";

struct LiveCommand {
  enum class Kind : uint8_t {
    kStatus,
    kPlugins,
    kInformers,
    kQueue,
    kWhy,
    kGet,
    kEvents,
    kReload,
    kRollback,
    kPause,
    kResume,
    kLogLevel,
  };
  Kind kind = Kind::kStatus;
  std::string socket;
  OutputFormat format = OutputFormat::kTable;
  std::string plugin;
  std::string controller;
  std::string key;
  std::string resource;
  std::string name;
  std::string ns;
  std::string selector;
  std::string reason;
  std::string level;
  size_t limit = 0;  // 0: the host's own
  bool wait = false;
  std::chrono::seconds timeout{600};
};

// Adds them to `app`; what comes back says, after parsing, which one was given.
std::function<std::optional<LiveCommand>()> AddLiveCommands(CLI::App& app);

// Asks, waits for the end where there is one, prints; the exit code.
int RunLiveCommand(const LiveCommand& command);

}  // namespace oarlock::app
