#include "app/admin/admin_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <string_view>
#include <thread>

#include "app/admin/admin_client.h"
#include "app/exit_code.h"

namespace oarlock::app {
namespace {

constexpr std::chrono::milliseconds kAskAgain{100};

void AddSocket(CLI::App& command, AdminCommand& parsed) {
  command.add_option("--admin-socket", parsed.socket, "Socket of the host, as its own flag says")
      ->required();
}

void AddTimeout(CLI::App& command, AdminCommand& parsed) {
  command
      .add_option_function<int>(
          "--timeout",
          [&parsed](const int seconds) { parsed.timeout = std::chrono::seconds(seconds); },
          "Seconds to wait for the end")
      ->check(CLI::Range(1, 86400))
      ->default_str("600");
}

// The answer without its first line, and that line.
std::pair<std::string_view, std::string_view> Split(std::string_view body) {
  const size_t line = body.find('\n');
  if (line == std::string_view::npos) return {body, {}};
  return {body.substr(0, line), body.substr(line + 1)};
}

int NoHost(const base::Status& status) {
  fmt::print(stderr, "{}\n", status.message());
  return kExitNoHost;
}

int Refused(const AdminAnswer& answer) {
  fmt::print(stderr, "{}", answer.body);
  return kExitNotDone;
}

// Asks `path` until it is no longer pending.
int WaitForEnd(const AdminCommand& command, const std::string& path) {
  const auto give_up = std::chrono::steady_clock::now() + command.timeout;
  for (;;) {
    const auto answer = AskHost(command.socket, "GET", path);
    if (!answer.ok()) return NoHost(answer.status());
    if (answer->status != 200) return Refused(*answer);
    const auto [state, text] = Split(answer->body);
    if (state == "done") {
      fmt::print("{}", text);
      return kExitOk;
    }
    if (state != "pending") {
      fmt::print(stderr, "{}", text);
      return state == "invalid" ? kExitManifest : kExitNotDone;
    }
    if (std::chrono::steady_clock::now() > give_up) {
      fmt::print(stderr, "not finished after {} s; it goes on (oarlock plugins shows how far)\n",
                 command.timeout.count());
      return kExitNotDone;
    }
    std::this_thread::sleep_for(kAskAgain);
  }
}

int Plugins(const AdminCommand& command) {
  const std::string query = command.plugin.empty() ? "" : "?" + command.plugin;
  const auto answer = AskHost(command.socket, "GET", command.json ? "/status" : "/plugins" + query);
  if (!answer.ok()) return NoHost(answer.status());
  if (answer->status != 200) return Refused(*answer);
  fmt::print("{}", answer->body);
  return kExitOk;
}

int Reload(const AdminCommand& command) {
  const auto answer = AskHost(command.socket, "POST", "/reload");
  if (!answer.ok()) return NoHost(answer.status());
  if (answer->status != 202) return Refused(*answer);
  return WaitForEnd(command, fmt::format("/reload?{}", Split(answer->body).first));
}

int Rollback(const AdminCommand& command) {
  const auto answer =
      AskHost(command.socket, "POST", "/rollback", command.plugin + "\n" + command.reason);
  if (!answer.ok()) return NoHost(answer.status());
  if (answer->status != 202) return Refused(*answer);
  return WaitForEnd(command, "/rollback?" + command.plugin);
}

}  // namespace

std::function<std::optional<AdminCommand>()> AddAdminCommands(CLI::App& app) {
  const auto parsed = std::make_shared<AdminCommand>();
  CLI::App* plugins = app.add_subcommand("plugins", "Show the plugins of a running host");
  AddSocket(*plugins, *parsed);
  plugins->add_option("plugin", parsed->plugin, "Only this one");
  plugins->add_flag("--json", parsed->json, "The whole status as JSON");
  CLI::App* reload = app.add_subcommand(
      "reload", "Have a running host read its manifest and libraries now, and wait for the end");
  AddSocket(*reload, *parsed);
  AddTimeout(*reload, *parsed);
  CLI::App* rollback = app.add_subcommand(
      "rollback",
      "Return a plugin to the generation before; its library is then refused until the "
      "manifest changes");
  AddSocket(*rollback, *parsed);
  AddTimeout(*rollback, *parsed);
  rollback->add_option("plugin", parsed->plugin, "Which plugin")->required();
  rollback->add_option("--reason", parsed->reason, "Kept with the rollback");
  return [parsed, plugins, reload, rollback]() -> std::optional<AdminCommand> {
    if (plugins->parsed()) {
      parsed->kind = AdminCommand::Kind::kPlugins;
    } else if (reload->parsed()) {
      parsed->kind = AdminCommand::Kind::kReload;
    } else if (rollback->parsed()) {
      parsed->kind = AdminCommand::Kind::kRollback;
    } else {
      return std::nullopt;
    }
    return *parsed;
  };
}

int RunAdminCommand(const AdminCommand& command) {
  switch (command.kind) {
    case AdminCommand::Kind::kPlugins: return Plugins(command);
    case AdminCommand::Kind::kReload: return Reload(command);
    case AdminCommand::Kind::kRollback: return Rollback(command);
  }
  return kExitInternal;
}

}  // namespace oarlock::app
