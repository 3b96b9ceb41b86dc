// Queues: which keys wait, and why one of them does not get done.
#include <fmt/format.h>

#include "app/admin/describe.h"
#include "app/admin/routes.h"

namespace oarlock::app {
namespace {

constexpr uint64_t kKeysShown = 100;

// Whose queues are asked for.
struct Chosen {
  std::string plugin;  // empty: all
  std::string controller;
  std::string resource;

  static Chosen By(const Parameters& given) {
    return {given.Get("plugin"), given.Get("controller"), given.Get("resource")};
  }
  bool Has(const std::string& name, const pluginhost::ControllerView& view) const {
    return (plugin.empty() || plugin == name) &&
           (controller.empty() || controller == view.status.name ||
            name + "/" + controller == view.status.name);
  }
};

base::Status CheckPlugin(const AdminParts& parts, const std::string& name) {
  return name.empty() ? base::Status::Ok() : FindPlugin(parts.supervisor, name).status();
}

base::Result<Json> QueuesJson(const AdminParts& parts, const Parameters& given) {
  OARLOCK_ASSIGN_OR_RETURN(const uint64_t limit,
                           given.Number("limit", kKeysShown, queue::kPeekMax));
  const Chosen chosen = Chosen::By(given);
  OARLOCK_RETURN_IF_ERROR(CheckPlugin(parts, chosen.plugin));
  const Moment now(parts.clock);
  Json queues = Json::array();
  for (const auto& [plugin, views] : parts.supervisor.views()) {
    for (const pluginhost::ControllerView& view : views) {
      if (!chosen.Has(plugin, view)) continue;
      Json json = Describe(view.status);
      json["plugin"] = plugin;
      json["pausedByOperator"] = view.status.queue.paused_by_operator;
      json["keys"] = Json::array();
      for (const queue::KeyInfo& key : view.queue->Peek(limit)) {
        json["keys"].push_back(Describe(view, key, now));
      }
      queues.push_back(std::move(json));
    }
  }
  return Json{{"queues", std::move(queues)}};
}

Json WhyJson(const pluginhost::ControllerView& view, const std::string& plugin,
             const pluginhost::KeyType& type, const queue::Key& key, const Moment& now) {
  const auto known = view.queue->Find(key);
  Json runs = Json::array();
  for (const controller::RunRecord& run : view.history->Of(key)) {
    runs.push_back(Describe(run, now));
  }
  std::string text = known ? Explain(*known, now)
                     : runs.empty()
                         ? "has nothing to do, and no run of it is remembered"
                         : "has nothing to do: its last run is below, and it waits for a change";
  return {{"plugin", plugin},
          {"controller", view.status.name},
          {"resource", type.resource.ToString()},
          {"why", std::move(text)},
          {"now", known ? Describe(view, *known, now) : Json(nullptr)},
          {"runs", std::move(runs)}};
}

base::Result<Json> Why(const AdminParts& parts, const Parameters& given) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string text, given.Required("key"));
  const size_t slash = text.find('/');
  const bool has_ns = slash != std::string::npos;
  const std::string ns = has_ns ? text.substr(0, slash) : std::string();
  const std::string name = has_ns ? text.substr(slash + 1) : text;
  if (name.empty() || (has_ns && ns.empty()) || name.find('/') != std::string::npos) {
    return base::InvalidArgument(
        fmt::format("key \"{}\" has to be NAMESPACE/NAME, or NAME of what has no namespace", text));
  }
  const Chosen chosen = Chosen::By(given);
  OARLOCK_RETURN_IF_ERROR(CheckPlugin(parts, chosen.plugin));
  const Moment now(parts.clock);
  Json controllers = Json::array();
  for (const auto& [plugin, views] : parts.supervisor.views()) {
    for (const pluginhost::ControllerView& view : views) {
      if (!chosen.Has(plugin, view)) continue;
      for (const pluginhost::KeyType& type : view.types) {
        const bool is_asked =
            chosen.resource.empty() || NamesResource(chosen.resource, type.resource);
        if (!is_asked) continue;
        const queue::Key key(type.source, type.resource_index, ns, name);
        controllers.push_back(WhyJson(view, plugin, type, key, now));
      }
    }
  }
  if (controllers.empty()) {
    return base::NotFound("no controller at work here has such keys: oarlock queue lists them");
  }
  return Json{{"key", text}, {"controllers", std::move(controllers)}};
}

}  // namespace

void AddQueueRoutes(server::Router& router, const AdminParts& parts) {
  router.Get("/queues",
             Handles({"plugin", "controller", "limit"},
                     [parts](const Parameters& given) { return QueuesJson(parts, given); }));
  router.Get("/why", Handles({"key", "plugin", "controller", "resource"},
                             [parts](const Parameters& given) { return Why(parts, given); }));
}

}  // namespace oarlock::app
