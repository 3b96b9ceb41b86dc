#include "app/admin/admin.h"

#include <fmt/format.h>

#include <charconv>

namespace oarlock::app {
namespace {

using supervisor::PluginPhase;
using supervisor::PluginStatus;

constexpr size_t kShortDigest = 12;

std::string Age(base::UnixTime now, base::UnixTime then) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - then).count();
  if (seconds < 120) return fmt::format("{}s", seconds);
  if (seconds < 2 * 3600) return fmt::format("{}m", seconds / 60);
  return fmt::format("{}h", seconds / 3600);
}

std::string Work(const PluginStatus& plugin) {
  uint64_t runs = 0;
  uint64_t errors = 0;
  size_t ready = 0;
  for (const controller::ControllerStatus& controller : plugin.controllers) {
    runs += controller.runs;
    errors += controller.errors;
    ready += controller.queue.ready;
  }
  return fmt::format("{}/{}/{}", runs, errors, ready);
}

std::string State(const PluginStatus& plugin) {
  std::string state(PluginPhaseName(plugin.phase));
  if (plugin.reloading) state += ",reloading";
  if (plugin.on_probation) state += ",probation";
  return state;
}

// Some generation works, or is ready to where another replica leads.
bool IsUp(const PluginStatus& plugin) {
  return plugin.phase == PluginPhase::kActive || plugin.phase == PluginPhase::kStandby;
}

bool IsAsWanted(const PluginStatus& plugin) {
  const bool stands = IsUp(plugin) || plugin.phase == PluginPhase::kDisabled;
  return stands && plugin.last_failure.empty();
}

std::string ResultLine(const PluginStatus& plugin) {
  const std::string where =
      IsUp(plugin) ? fmt::format("{} {:.{}}", plugin.generation, plugin.sha256, kShortDigest)
                   : std::string(PluginPhaseName(plugin.phase));
  if (IsAsWanted(plugin)) return fmt::format("{}: {}\n", plugin.name, where);
  const std::string& why = plugin.last_failure.empty() ? plugin.reason : plugin.last_failure;
  if (IsUp(plugin)) {
    return fmt::format("{}: NOT changed, {} goes on: {}\n", plugin.name, where, why);
  }
  return fmt::format("{}: {}: {}\n", plugin.name, where, why);
}

server::Response Text(int status, std::string body) {
  server::Response response;
  response.status = status;
  response.body = std::move(body);
  return response;
}

// The text of a ticket or a name after "?".
uint64_t Number(std::string_view text) {
  uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

server::Response PostRollback(supervisor::Supervisor& supervisor, std::string_view body) {
  const size_t line = body.find('\n');
  const std::string name(body.substr(0, line));
  const std::string reason(line == std::string_view::npos ? "" : body.substr(line + 1));
  const base::Status asked = supervisor.RollBack(name, reason);
  if (asked.ok()) return Text(202, "pending\n");
  return Text(asked.code() == base::StatusCode::kNotFound ? 404 : 409, asked.message() + "\n");
}

}  // namespace

std::string PluginsText(const std::vector<PluginStatus>& plugins, base::UnixTime now,
                        const std::string& only) {
  std::string out = fmt::format("{:<20} {:<22} {:<24} {:<12} {:<4} {}\n", "NAME", "STATE",
                                "GENERATION", "LIBRARY", "PIN", "RUNS/ERRORS/READY");
  for (const PluginStatus& plugin : plugins) {
    if (!only.empty() && plugin.name != only) continue;
    out += fmt::format("{:<20} {:<22} {:<24} {:<12.{}} {:<4} {}\n", plugin.name, State(plugin),
                       plugin.generation, plugin.sha256, kShortDigest, plugin.pinned ? "yes" : "no",
                       Work(plugin));
    if (!plugin.reason.empty()) out += fmt::format("  reason: {}\n", plugin.reason);
    if (!plugin.last_failure.empty() && plugin.last_failure != plugin.reason) {
      out += fmt::format("  last change failed: {}\n", plugin.last_failure);
    }
    for (const supervisor::ReloadLine& line : plugin.reloads) {
      out += fmt::format("  {:>5} ago  {:<12} {}{}{}\n", Age(now, line.time),
                         ReloadStepName(line.step), line.generation, line.text.empty() ? "" : ": ",
                         line.text);
    }
  }
  return out;
}

std::string ReloadText(const std::optional<supervisor::ManifestFollower::Answer>& answer,
                       bool settled, const std::vector<PluginStatus>& plugins) {
  if (!answer) return "pending\n";
  if (!answer->read.ok()) {
    return "invalid\n" + answer->read.message() + "\nwhat runs stays as it is\n";
  }
  if (!settled) return "pending\n";
  bool all = true;
  std::string lines;
  for (const PluginStatus& plugin : plugins) {
    all = all && IsAsWanted(plugin);
    lines += ResultLine(plugin);
  }
  return (all ? "done\n" : "failed\n") + lines;
}

std::string RollbackText(const PluginStatus& plugin) {
  if (plugin.rolling_back) return "pending\n";
  if (!plugin.rollback_failure.empty()) {
    return fmt::format("failed\n{}: {}\n", plugin.name, plugin.rollback_failure);
  }
  return fmt::format("done\n{}: {} {:.{}}: {}\n", plugin.name, plugin.generation, plugin.sha256,
                     kShortDigest, plugin.reason);
}

void AddAdminRoutes(server::Router& router, supervisor::Supervisor& supervisor,
                    supervisor::ManifestFollower& follower, base::Clock& clock) {
  router.Get("/plugins", [&supervisor, &clock](const server::Request& request) {
    return Text(200,
                PluginsText(supervisor.statuses(), clock.UnixNow(), std::string(request.query)));
  });
  router.Post("/reload", [&follower](const server::Request&) {
    return Text(202, fmt::format("{}\n", follower.Request("admin socket")));
  });
  router.Get("/reload", [&supervisor, &follower](const server::Request& request) {
    const auto answer = follower.AnswerTo(Number(request.query));
    const bool settled = answer && answer->read.ok() && supervisor.Settled(answer->revision);
    return Text(200, ReloadText(answer, settled, supervisor.statuses()));
  });
  router.Post("/rollback", [&supervisor](const server::Request& request) {
    return PostRollback(supervisor, request.body);
  });
  router.Get("/rollback", [&supervisor](const server::Request& request) {
    for (const PluginStatus& plugin : supervisor.statuses()) {
      if (plugin.name == request.query) return Text(200, RollbackText(plugin));
    }
    return Text(404, fmt::format("no plugin is called {}\n", request.query));
  });
}

}  // namespace oarlock::app
