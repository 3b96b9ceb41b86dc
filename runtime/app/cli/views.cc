#include "app/cli/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/cli/fields.h"
#include "app/cli/table.h"

namespace oarlock::app {
namespace {

constexpr size_t kShortDigest = 12;

std::string Short(const std::string& digest) { return digest.substr(0, kShortDigest); }

void AppendNotes(const Json& plugin, Table& table) {
  const std::string reason = Text(plugin, "reason");
  const std::string failure = Text(plugin, "lastFailure");
  if (!reason.empty()) table.Note("reason: " + reason);
  if (!failure.empty() && failure != reason) table.Note("last change failed: " + failure);
  for (const Json& line : Member(plugin, "reloads")) {
    const std::string text = Text(line, "text");
    table.Note(fmt::format("{}  {:<12} {}{}{}", Text(line, "time"), Text(line, "step"),
                           Text(line, "generation"), text.empty() ? "" : ": ", text));
  }
}

// "in 12s" until it is due, else for how long it has been so.
std::string WhenOf(const Json& key) {
  if (Member(key, "dueInSeconds").is_number()) {
    return "in " + SecondsText(std::max(0.0, Number(key, "dueInSeconds")));
  }
  return Text(key, "since");
}

}  // namespace

std::string PluginsView(const Json& answer, bool wide) {
  std::vector<std::string> headers{"NAME",    "STATE", "GENERATION", "LIBRARY",
                                   "VERSION", "RUNS",  "ERRORS",     "READY"};
  if (wide) headers.insert(headers.end(), {"PINNED", "REQUIRED", "SHA256"});
  Table table(headers);
  for (const Json& plugin : Member(answer, "plugins")) {
    const Json& controllers = Member(plugin, "controllers");
    const auto sum = [&](const char* name) {
      return fmt::format("{:.0f}", Sum(controllers, name));
    };
    std::vector<std::string> cells{Text(plugin, "name"),
                                   StateOf(plugin),
                                   Text(plugin, "generation"),
                                   Short(Text(plugin, "sha256")),
                                   Text(plugin, "version"),
                                   sum("runs"),
                                   sum("errors"),
                                   sum("ready")};
    if (wide) {
      cells.insert(cells.end(), {Flag(plugin, "pinned") ? "yes" : "no",
                                 Flag(plugin, "required") ? "yes" : "no", Text(plugin, "sha256")});
    }
    table.Row(std::move(cells));
    AppendNotes(plugin, table);
  }
  return table.Text();
}

std::string InformersView(const Json& answer, bool wide) {
  std::vector<std::string> headers{"RESOURCE", "NAMESPACE", "STATE", "ITEMS",
                                   "BYTES",    "LAG",       "AGE"};
  if (wide) {
    headers.insert(headers.end(), {"LAST-CONTACT", "USERS", "REQUESTS", "FAILURES", "SET-ASIDE",
                                   "VERSION", "SCOPE"});
  }
  Table table(headers);
  for (const Json& informer : Member(answer, "informers")) {
    const std::string ns = Text(informer, "namespace");
    std::vector<std::string> cells{Text(informer, "resource"),
                                   ns.empty() ? "*" : ns,
                                   Text(informer, "state"),
                                   Count(informer, "items"),
                                   BytesText(Number(informer, "bytes")),
                                   Since(informer, "lagSeconds"),
                                   Since(informer, "ageSeconds")};
    if (wide) {
      cells.insert(cells.end(), {Since(informer, "lastContactSeconds"), Count(informer, "users"),
                                 Count(informer, "requests"), Count(informer, "failures"),
                                 Count(informer, "setAside"), Text(informer, "resourceVersion"),
                                 Text(informer, "scope")});
    }
    table.Row(std::move(cells));
    if (const std::string error = Text(informer, "error"); !error.empty()) table.Note(error);
    if (const std::string by = Text(informer, "heldBy"); !by.empty()) table.Note("held by " + by);
  }
  return table.Text();
}

std::string QueuesView(const Json& answer, bool wide) {
  Table queues(
      {"CONTROLLER", "READY", "RUNNING", "DELAYED", "HELD", "WORKERS", "RUNS", "ERRORS", "PAUSED"});
  std::vector<std::string> headers{"CONTROLLER", "KEY", "STATE", "FAILURES", "WHEN", "REASONS"};
  if (wide) headers.insert(headers.end(), {"RESOURCE", "PRIORITY", "AHEAD"});
  Table keys(headers);
  for (const Json& queue : Member(answer, "queues")) {
    const std::string name = Text(queue, "name");
    const std::string paused = Flag(queue, "pausedByOperator") ? "yes" : "by the host";
    queues.Row({name, Count(queue, "ready"), Count(queue, "processing"), Count(queue, "delayed"),
                Count(queue, "held"),
                fmt::format("{}/{}", Count(queue, "workers"), Count(queue, "maxConcurrent")),
                Count(queue, "runs"), Count(queue, "errors"),
                Flag(queue, "paused") ? paused : "no"});
    for (const Json& key : Member(queue, "keys")) {
      std::vector<std::string> cells{name,
                                     Text(key, "key"),
                                     Text(key, "state") + (Flag(key, "dirty") ? ",dirty" : ""),
                                     Count(key, "failures"),
                                     WhenOf(key),
                                     Joined(Member(key, "reasons"))};
      if (wide) {
        cells.insert(cells.end(),
                     {Text(key, "resource"), Count(key, "priority"), Count(key, "ahead")});
      }
      keys.Row(std::move(cells));
    }
  }
  return queues.Text() + (keys.empty() ? "" : "\n" + keys.Text());
}

std::string WhyView(const Json& answer) {
  std::string out;
  for (const Json& controller : Member(answer, "controllers")) {
    out += fmt::format("{}{}: {} {}: {}\n", out.empty() ? "" : "\n", Text(controller, "controller"),
                       Text(controller, "resource"), Text(answer, "key"), Text(controller, "why"));
    Table runs({"TIME", "RESULT", "TOOK", "WAITED", "REASONS", "MESSAGE"});
    for (const Json& run : Member(controller, "runs")) {
      std::string result = Text(run, "result");
      if (Flag(run, "interrupted")) result += ",interrupted";
      if (run.contains("requeueAfterSeconds")) {
        result += " " + SecondsText(Number(run, "requeueAfterSeconds"));
      }
      const std::string reason = Text(run, "reason");
      runs.Row({Text(run, "time"), result, SecondsText(Number(run, "tookSeconds")),
                SecondsText(Number(run, "waitedSeconds")), Joined(Member(run, "reasons")),
                reason + (reason.empty() ? "" : ": ") + Text(run, "message")});
    }
    if (!runs.empty()) out += runs.Text();
  }
  return out;
}

std::string ObjectsView(const Json& items, bool wide) {
  std::vector<std::string> headers{"NAMESPACE", "NAME", "VERSION", "CREATED"};
  if (wide) headers.insert(headers.end(), {"KIND", "LABELS"});
  Table table(headers);
  for (const Json& item : items) {
    const Json& meta = Member(item, "metadata");
    std::vector<std::string> cells{Text(meta, "namespace"), Text(meta, "name"),
                                   Text(meta, "resourceVersion"), Text(meta, "creationTimestamp")};
    if (wide) {
      std::string labels;
      const Json& all = Member(meta, "labels");
      for (const auto& [name, value] : all.items()) {
        if (!value.is_string()) continue;
        labels += fmt::format("{}{}={}", labels.empty() ? "" : ",", name, value.get<std::string>());
      }
      cells.insert(cells.end(), {Text(item, "kind"), labels});
    }
    table.Row(std::move(cells));
  }
  return table.Text();
}

std::string EventsView(const Json& answer) {
  Table table({"TIME", "PLUGIN", "EVENT", "ABOUT", "TEXT"});
  for (const Json& event : Member(answer, "events")) {
    table.Row({Text(event, "time"), Text(event, "plugin"), Text(event, "event"),
               Text(event, "about"), Text(event, "text")});
  }
  if (table.empty()) return "nothing to tell: no plugin was reloaded, and no run failed\n";
  return table.Text();
}

std::string LogLevelView(const Json& answer) {
  std::string out = Text(answer, "level") + "\n";
  const Json& plugins = Member(answer, "plugins");
  for (const auto& [plugin, level] : plugins.items()) {
    out += fmt::format("{}: {}\n", plugin, sandbox::TextOf(level));
  }
  return out;
}

std::string EndView(const Json& answer) {
  std::string out;
  for (const Json& plugin : Member(answer, "plugins")) {
    const std::string state = Text(plugin, "state");
    const bool up = state == "active" || state == "standby";
    const std::string where =
        up ? Text(plugin, "generation") + " " + Short(Text(plugin, "sha256")) : state;
    const std::string why = Text(plugin, "why");
    const bool stays = up && !Flag(plugin, "asWanted");
    out += fmt::format("{}: {}{}{}{}{}\n", Text(plugin, "name"), stays ? "NOT changed, " : "",
                       where, stays ? " goes on" : "", why.empty() ? "" : ": ", why);
  }
  return out;
}

}  // namespace oarlock::app
