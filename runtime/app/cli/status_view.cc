// The state of a host as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/cli/fields.h"
#include "app/cli/table.h"
#include "app/cli/views.h"

namespace oarlock::app {
namespace {

bool IsWell(const Json& plugin) {
  const std::string state = Text(plugin, "state");
  return (state == "active" || state == "standby" || state == "disabled") &&
         Text(plugin, "lastFailure").empty();
}

// "3 active, 1 degraded", in the order of the list.
std::string StatesOf(const Json& list) {
  std::vector<std::pair<std::string, size_t>> counts;
  for (const Json& item : list) {
    const std::string state = Text(item, "state");
    const auto known = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& count) { return count.first == state; });
    known == counts.end() ? void(counts.emplace_back(state, 1)) : void(++known->second);
  }
  std::string out;
  for (const auto& [state, count] : counts) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, state);
  }
  return out.empty() ? "none" : out;
}

std::string LeaderLine(const Json& election) {
  if (Flag(election, "leads")) return "this replica leads";
  const std::string holder = Text(election, "holder");
  return holder.empty() ? "nobody leads" : holder + " leads";
}

}  // namespace

std::string StatusView(const Json& status) {
  const Json& plugins = Member(status, "plugins");
  const Json& informers = Member(status, "informers");
  std::string out = fmt::format("oarlock    {}\n", Text(status, "version"));
  if (status.contains("election")) {
    out += fmt::format("election   {}\n", LeaderLine(status["election"]));
  }
  out += fmt::format("plugins    {}\n", StatesOf(plugins));
  out += fmt::format("informers  {}; {:.0f} objects, {}\n", StatesOf(informers),
                     Sum(informers, "items"), BytesText(Sum(informers, "bytes")));
  double ready = 0;
  double running = 0;
  double delayed = 0;
  double held = 0;
  for (const Json& plugin : plugins) {
    const Json& controllers = Member(plugin, "controllers");
    ready += Sum(controllers, "ready");
    running += Sum(controllers, "processing");
    delayed += Sum(controllers, "delayed");
    held += Sum(controllers, "held");
  }
  out += fmt::format("keys       {:.0f} ready, {:.0f} running, {:.0f} delayed, {:.0f} held\n",
                     ready, running, delayed, held);
  const std::string problems = Problems(status);
  return out + (problems.empty() ? "all is well\n" : problems);
}

std::string Problems(const Json& status) {
  std::string out;
  if (status.contains("election")) {
    const std::string error = Text(status["election"], "error");
    if (!error.empty()) out += fmt::format("! leader election: {}\n", error);
  }
  for (const Json& plugin : Member(status, "plugins")) {
    const std::string name = Text(plugin, "name");
    if (!IsWell(plugin)) {
      const std::string failure = Text(plugin, "lastFailure");
      out +=
          fmt::format("! plugin {} is {}: {} (oarlock plugins {})\n", name, Text(plugin, "state"),
                      failure.empty() ? Text(plugin, "reason") : failure, name);
    }
    if (Flag(plugin, "paused")) {
      out += fmt::format("! plugin {} is paused (oarlock resume {})\n", name, name);
    }
  }
  for (const Json& informer : Member(status, "informers")) {
    if (Text(informer, "state") == "synced") continue;
    out += fmt::format("! informer {} is {}: {}\n", Text(informer, "scope"),
                       Text(informer, "state"), Text(informer, "error"));
  }
  return out;
}

std::string UnderWay(const Json& status) {
  std::vector<std::string> parts;
  for (const Json& plugin : Member(status, "plugins")) {
    if (!IsWell(plugin) || Flag(plugin, "reloading")) {
      parts.push_back(fmt::format("{} {}", Text(plugin, "name"), StateOf(plugin)));
    }
  }
  for (const Json& informer : Member(status, "informers")) {
    if (Text(informer, "state") == "synced") continue;
    parts.push_back(fmt::format("{} {}, {} objects", Text(informer, "resource"),
                                Text(informer, "state"), Count(informer, "items")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace oarlock::app
