#include "app/cli/live_command.h"

#include <fmt/format.h>

#include <initializer_list>
#include <thread>
#include <utility>

#include "app/cli/admin_client.h"
#include "app/cli/progress.h"
#include "app/cli/views.h"
#include "app/exit_code.h"
#include "server/query.h"

namespace oarlock::app {
namespace {

constexpr std::chrono::milliseconds kAskAgain{100};

// What ended a command early; the text has been printed.
struct Failed {
  int exit_code = kExitInternal;
};
using Given = std::initializer_list<std::pair<const char*, std::string>>;

std::string Path(std::string path, Given parameters) {
  char separator = '?';
  for (const auto& [name, value] : parameters) {
    if (value.empty()) continue;
    path += fmt::format("{}{}={}", separator, name, server::Escape(value));
    separator = '&';
  }
  return path;
}

std::string Body(Given parameters) {
  Json body = Json::object();
  for (const auto& [name, value] : parameters) {
    if (!value.empty()) body[name] = value;
  }
  return sandbox::WriteJson(body);
}

int Refused(const AdminAnswer& answer) {
  const auto parsed = sandbox::ParseJson(answer.body);
  const std::string error =
      parsed.ok() ? std::string(sandbox::TextOf(sandbox::Member(parsed->value, "error"))) : "";
  fmt::print(stderr, "{}\n",
             error.empty() ? fmt::format("the host answers {}", answer.status) : error);
  return answer.status == 400 ? kExitUsage : kExitNotDone;
}

// One exchange. Where there is no answer to go on with, `failed` says how to end, and what went
// wrong was printed.
std::optional<Json> Ask(const LiveCommand& command, const std::string& method,
                        const std::string& path, const std::string& body, Failed& failed) {
  const auto answer = AskHost(command.socket, method, path, body);
  if (!answer.ok()) {
    fmt::print(stderr, "{}\n", answer.status().message());
    failed = {kExitNoHost};
    return std::nullopt;
  }
  if (answer->status >= 300) {
    failed = {Refused(*answer)};
    return std::nullopt;
  }
  auto parsed = sandbox::ParseJson(answer->body);
  if (!parsed.ok()) {
    fmt::print(stderr, "the host's answer is no JSON: {}\n", parsed.status().message());
    return std::nullopt;
  }
  return std::move(parsed->value);
}

bool IsForPeople(const LiveCommand& command) {
  return command.format == OutputFormat::kTable || command.format == OutputFormat::kWide;
}

// Asks and prints; `view` makes text for people of it.
template <typename View>
int Show(const LiveCommand& command, const std::string& path, View view) {
  Failed failed;
  const auto answer = Ask(command, "GET", path, "", failed);
  if (!answer) return failed.exit_code;
  fmt::print("{}", IsForPeople(command) ? view(*answer) : Written(*answer, command.format));
  return kExitOk;
}

bool IsWide(const LiveCommand& command) { return command.format == OutputFormat::kWide; }

std::string LimitText(const LiveCommand& command) {
  return command.limit == 0 ? "" : std::to_string(command.limit);
}

// Asks again and again until `done` of the answer; empty once the time is over.
template <typename Done>
std::optional<Json> AskUntil(const LiveCommand& command, const std::string& path, Done done,
                             Failed& failed) {
  const auto give_up = std::chrono::steady_clock::now() + command.timeout;
  Progress progress;
  for (;;) {
    auto answer = Ask(command, "GET", path, "", failed);
    if (!answer || done(*answer)) return answer;
    if (std::chrono::steady_clock::now() > give_up) {
      failed = {kExitNotDone};
      return std::nullopt;
    }
    if (progress.shows()) {
      const auto status = AskHost(command.socket, "GET", "/status");
      const auto parsed = status.ok() ? sandbox::ParseJson(status->body) : status.status();
      if (parsed.ok()) progress.Show(UnderWay(parsed->value));
    }
    std::this_thread::sleep_for(kAskAgain);
  }
}

int Status(const LiveCommand& command) {
  Failed failed;
  const auto is_well = [](const Json& answer) { return Problems(answer).empty(); };
  const auto done = [&](const Json& answer) { return !command.wait || is_well(answer); };
  auto answer = AskUntil(command, "/status", done, failed);
  if (!answer && failed.exit_code == kExitNotDone)
    answer = Ask(command, "GET", "/status", "", failed);
  if (!answer) return failed.exit_code;
  fmt::print("{}", IsForPeople(command) ? StatusView(*answer) : Written(*answer, command.format));
  return is_well(*answer) ? kExitOk : kExitNotDone;
}

// Of a reload or a rollback, once it was asked for.
int WaitForEnd(const LiveCommand& command, const std::string& path) {
  Failed failed;
  const auto state = [](const Json& answer) {
    return sandbox::TextOf(sandbox::Member(answer, "state"));
  };
  const auto answer = AskUntil(
      command, path, [&](const Json& got) { return state(got) != "pending"; }, failed);
  if (!answer) {
    if (failed.exit_code == kExitNotDone) {
      fmt::print(stderr, "not finished after {} s; it goes on (oarlock plugins shows how far)\n",
                 command.timeout.count());
    }
    return failed.exit_code;
  }
  if (state(*answer) == "invalid") {
    fmt::print(stderr, "{}\nwhat runs stays as it is\n",
               sandbox::TextOf(sandbox::Member(*answer, "error")));
    return kExitManifest;
  }
  const bool done = state(*answer) == "done";
  fmt::print(done ? stdout : stderr, "{}",
             IsForPeople(command) ? EndView(*answer) : Written(*answer, command.format));
  return done ? kExitOk : kExitNotDone;
}

int Reload(const LiveCommand& command) {
  Failed failed;
  const auto asked = Ask(command, "POST", "/reload", "", failed);
  if (!asked) return failed.exit_code;
  const std::string ticket(sandbox::TextOf(sandbox::Member(*asked, "ticket")));
  return WaitForEnd(command, Path("/reload", {{"ticket", ticket}}));
}

int Rollback(const LiveCommand& command) {
  Failed failed;
  const auto asked = Ask(command, "POST", "/rollback",
                         Body({{"plugin", command.plugin}, {"reason", command.reason}}), failed);
  if (!asked) return failed.exit_code;
  return WaitForEnd(command, Path("/rollback", {{"plugin", command.plugin}}));
}

int SetPaused(const LiveCommand& command, bool paused) {
  Failed failed;
  const auto answer = Ask(command, "POST", paused ? "/pause" : "/resume",
                          Body({{"plugin", command.plugin}}), failed);
  if (!answer) return failed.exit_code;
  fmt::print("{}", IsForPeople(command)
                       ? fmt::format("{}: {}\n", command.plugin, paused ? "paused" : "resumed")
                       : Written(*answer, command.format));
  return kExitOk;
}

int LogLevel(const LiveCommand& command) {
  Failed failed;
  const bool sets = !command.level.empty();
  const auto answer =
      Ask(command, sets ? "POST" : "GET", "/log-level",
          sets ? Body({{"level", command.level}, {"plugin", command.plugin}}) : "", failed);
  if (!answer) return failed.exit_code;
  fmt::print("{}", IsForPeople(command) ? LogLevelView(*answer) : Written(*answer, command.format));
  return kExitOk;
}

// All pages as one list; the object alone where one name was given.
int Get(const LiveCommand& command) {
  Failed failed;
  Json items = Json::array();
  std::string after;
  do {
    const auto page = Ask(command, "GET",
                          Path("/objects", {{"resource", command.resource},
                                            {"name", command.name},
                                            {"namespace", command.ns},
                                            {"selector", command.selector},
                                            {"continue", after}}),
                          "", failed);
    if (!page) return failed.exit_code;
    for (const Json& item : sandbox::Member(*page, "items")) items.push_back(item);
    after = sandbox::TextOf(sandbox::Member(*page, "continue"));
  } while (!after.empty());
  if (IsForPeople(command)) {
    fmt::print("{}", ObjectsView(items, IsWide(command)));
    return kExitOk;
  }
  const bool one = !command.name.empty() && items.size() == 1;
  const Json list = one ? items[0] : Json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", items}};
  fmt::print("{}", Written(list, command.format));
  return kExitOk;
}

}  // namespace

int RunLiveCommand(const LiveCommand& command) {
  const bool wide = IsWide(command);
  switch (command.kind) {
    case LiveCommand::Kind::kStatus: return Status(command);
    case LiveCommand::Kind::kPlugins:
      return Show(command, Path("/plugins", {{"plugin", command.plugin}}),
                  [wide](const Json& answer) { return PluginsView(answer, wide); });
    case LiveCommand::Kind::kInformers:
      return Show(command, "/informers",
                  [wide](const Json& answer) { return InformersView(answer, wide); });
    case LiveCommand::Kind::kQueue:
      return Show(command,
                  Path("/queues", {{"plugin", command.plugin},
                                   {"controller", command.controller},
                                   {"limit", LimitText(command)}}),
                  [wide](const Json& answer) { return QueuesView(answer, wide); });
    case LiveCommand::Kind::kWhy:
      return Show(command,
                  Path("/why", {{"key", command.key},
                                {"plugin", command.plugin},
                                {"controller", command.controller},
                                {"resource", command.resource}}),
                  WhyView);
    case LiveCommand::Kind::kGet: return Get(command);
    case LiveCommand::Kind::kEvents:
      return Show(command,
                  Path("/events", {{"plugin", command.plugin}, {"limit", LimitText(command)}}),
                  EventsView);
    case LiveCommand::Kind::kReload: return Reload(command);
    case LiveCommand::Kind::kRollback: return Rollback(command);
    case LiveCommand::Kind::kPause: return SetPaused(command, true);
    case LiveCommand::Kind::kResume: return SetPaused(command, false);
    case LiveCommand::Kind::kLogLevel: return LogLevel(command);
  }
  return kExitInternal;
}

}  // namespace oarlock::app
