// Plugins: what they are and did, and what can be asked of them.
#include <fmt/format.h>

#include <algorithm>

#include "app/admin/describe.h"
#include "app/admin/routes.h"
#include "app/version.h"
#include "kube/timestamp.h"

namespace oarlock::app {
namespace {

using supervisor::PluginStatus;

constexpr uint64_t kEventsShown = 1000;

Json StatusJson(const AdminParts& parts) {
  Json json = {{"version", Version()},
               {"plugins", DescribeAll(parts.supervisor.statuses())},
               {"informers", DescribeAll(parts.informers.Summaries(), Moment(parts.clock))}};
  if (const auto election = parts.election()) json["election"] = Describe(*election);
  return json;
}

base::Result<Json> PluginsJson(const AdminParts& parts, const Parameters& given) {
  if (!given.Has("plugin")) return Json{{"plugins", DescribeAll(parts.supervisor.statuses())}};
  OARLOCK_ASSIGN_OR_RETURN(PluginStatus plugin, FindPlugin(parts.supervisor, given.Get("plugin")));
  return Json{{"plugins", DescribeAll({std::move(plugin)})}};
}

// What plugins became, steps of reloads and failed runs, oldest first: what there is to see of the
// last while.
base::Result<Json> EventsJson(const AdminParts& parts, const Parameters& given) {
  OARLOCK_ASSIGN_OR_RETURN(const uint64_t limit, given.Number("limit", 100, kEventsShown));
  const std::string& only = given.Get("plugin");
  const Moment now(parts.clock);
  std::vector<Json> events;
  const auto add = [&events](base::UnixTime time, const std::string& plugin, std::string about,
                             std::string_view event, const std::string& text) {
    events.push_back({{"time", kube::FormatMicroTime(time)},
                      {"plugin", plugin},
                      {"about", std::move(about)},
                      {"event", event},
                      {"text", text}});
  };
  for (const PluginStatus& plugin : parts.supervisor.statuses()) {
    if (!only.empty() && plugin.name != only) continue;
    for (const supervisor::PhaseLine& line : plugin.phases) {
      add(line.time, plugin.name, line.generation, PluginPhaseName(line.phase), line.reason);
    }
    for (const supervisor::ReloadLine& line : plugin.reloads) {
      add(line.time, plugin.name, line.generation, ReloadStepName(line.step), line.text);
    }
  }
  for (const auto& [plugin, views] : parts.supervisor.views()) {
    if (!only.empty() && plugin != only) continue;
    for (const pluginhost::ControllerView& view : views) {
      for (const controller::RunRecord& run : view.history->Failed()) {
        add(now.TimeOf(run.ended), plugin,
            fmt::format("{} {}", view.status.name, run.key.ToString()), OutcomeName(run.outcome),
            run.message);
      }
    }
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const Json& a, const Json& b) { return a["time"] < b["time"]; });
  if (events.size() > limit) {
    events.erase(events.begin(), events.end() - static_cast<ptrdiff_t>(limit));
  }
  return Json{{"events", events}};
}

// How a change of the manifest ended for one plugin.
Json EndOf(const PluginStatus& plugin) {
  return {{"name", plugin.name},
          {"state", PluginPhaseName(plugin.phase)},
          {"generation", plugin.generation},
          {"sha256", plugin.sha256},
          {"asWanted", plugin.as_wanted()},
          {"why", plugin.as_wanted() ? "" : plugin.why()}};
}

base::Result<Json> ReloadState(const AdminParts& parts, const Parameters& given) {
  OARLOCK_RETURN_IF_ERROR(given.Required("ticket").status());
  OARLOCK_ASSIGN_OR_RETURN(const uint64_t ticket, given.Number("ticket", 0, UINT64_MAX));
  const auto answer = parts.follower.AnswerTo(ticket);
  if (answer && !answer->read.ok()) {
    return Json{{"state", "invalid"}, {"error", answer->read.message()}};
  }
  Json plugins = Json::array();
  bool all = true;
  for (const PluginStatus& plugin : parts.supervisor.statuses()) {
    all = all && plugin.as_wanted();
    plugins.push_back(EndOf(plugin));
  }
  const bool settled = answer && parts.supervisor.Settled(answer->revision);
  const char* state = all ? "done" : "failed";
  return Json{{"state", settled ? state : "pending"}, {"plugins", std::move(plugins)}};
}

base::Result<Json> RollbackState(const AdminParts& parts, const Parameters& given) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string name, given.Required("plugin"));
  OARLOCK_ASSIGN_OR_RETURN(const PluginStatus plugin, FindPlugin(parts.supervisor, name));
  Json json = EndOf(plugin);
  json["why"] = plugin.rollback_failure.empty() ? plugin.reason : plugin.rollback_failure;
  const char* ended = plugin.rollback_failure.empty() ? "done" : "failed";
  return Json{{"state", plugin.rolling_back ? "pending" : ended},
              {"plugins", Json::array({std::move(json)})}};
}

base::Result<Json> RollBack(const AdminParts& parts, const Parameters& given) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string name, given.Required("plugin"));
  OARLOCK_RETURN_IF_ERROR(parts.supervisor.RollBack(name, given.Get("reason")));
  return Json{{"plugin", name}};
}

base::Result<Json> SetPaused(const AdminParts& parts, const Parameters& given, bool paused) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string name, given.Required("plugin"));
  OARLOCK_RETURN_IF_ERROR(parts.supervisor.SetPaused(name, paused));
  return Json{{"plugin", name}, {"paused", paused}};
}

Json LevelsJson(const base::Log& log) {
  Json plugins = Json::object();
  for (const auto& [plugin, level] : log.named_levels()) plugins[plugin] = LogLevelName(level);
  return {{"level", LogLevelName(log.level())}, {"plugins", std::move(plugins)}};
}

base::Result<Json> SetLevel(const AdminParts& parts, const Parameters& given) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string word, given.Required("level"));
  const auto level = base::LogLevelOf(word);
  const std::string& plugin = given.Get("plugin");
  const bool as_all = word == "default" && !plugin.empty();
  if (!level && !as_all) {
    return base::InvalidArgument(fmt::format(
        "level \"{}\": there are debug, info, warning, error and, for a plugin, default", word));
  }
  if (plugin.empty()) {
    parts.log.SetLevel(*level);
  } else {
    OARLOCK_RETURN_IF_ERROR(FindPlugin(parts.supervisor, plugin).status());
    parts.log.SetLevel(plugin, level);
  }
  return LevelsJson(parts.log);
}

}  // namespace

base::Result<PluginStatus> FindPlugin(const supervisor::Supervisor& supervisor,
                                      const std::string& name) {
  for (PluginStatus& plugin : supervisor.statuses()) {
    if (plugin.name == name) return std::move(plugin);
  }
  return base::NotFound(fmt::format("no plugin is called {}", name));
}

void AddPluginRoutes(server::Router& router, const AdminParts& parts) {
  const auto with = [&parts](auto function) {
    return [parts, function](const Parameters& given) { return function(parts, given); };
  };
  router.Get("/status", Handles({}, [parts](const Parameters&) -> base::Result<Json> {
               return StatusJson(parts);
             }));
  router.Get("/plugins", Handles({"plugin"}, with(PluginsJson)));
  router.Get("/events", Handles({"plugin", "limit"}, with(EventsJson)));
  router.Post("/reload", Handles(
                             {},
                             [parts](const Parameters&) -> base::Result<Json> {
                               const uint64_t ticket = parts.follower.Request("the admin API");
                               return Json{{"ticket", std::to_string(ticket)}};
                             },
                             202));
  router.Get("/reload", Handles({"ticket"}, with(ReloadState)));
  router.Post("/rollback", Handles({"plugin", "reason"}, with(RollBack), 202));
  router.Get("/rollback", Handles({"plugin"}, with(RollbackState)));
  router.Post("/pause", Handles({"plugin"}, [parts](const Parameters& given) {
                return SetPaused(parts, given, true);
              }));
  router.Post("/resume", Handles({"plugin"}, [parts](const Parameters& given) {
                return SetPaused(parts, given, false);
              }));
  router.Get("/log-level", Handles({}, [parts](const Parameters&) -> base::Result<Json> {
               return LevelsJson(parts.log);
             }));
  router.Post("/log-level", Handles({"level", "plugin"}, with(SetLevel)));
}

}  // namespace oarlock::app
