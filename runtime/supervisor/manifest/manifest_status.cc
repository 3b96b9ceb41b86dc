#include "supervisor/manifest/manifest_status.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/cut_text.h"
#include "kube/patch.h"
#include "kube/timestamp.h"

namespace oarlock::supervisor {
namespace {

struct Condition {
  std::string_view type;
  bool is_true = false;
  std::string_view reason;
  std::string message;
};

std::string Cut(const std::string& text) {
  const std::string_view cut = base::CutText(text, kManifestStatusTextMax);
  return cut.size() == text.size() ? text : std::string(cut) + "…";
}

Condition Valid(const ManifestReport& report) {
  if (report.status.ok()) return {"Valid", true, "Valid", ""};
  return {"Valid", false, "Invalid", report.status.message()};
}

Condition Ready(const ManifestStanding& standing) {
  if (!standing.report.status.ok()) {
    return {"Ready", false, "InvalidManifest", "not applied; what runs stays as it is"};
  }
  std::string moving;
  std::string failed;
  for (const PluginStatus& plugin : standing.plugins) {
    if (plugin.reloading || !plugin.settled()) {
      moving += (moving.empty() ? "" : ", ") + plugin.name;
    } else if (!plugin.as_wanted()) {
      failed += (failed.empty() ? "" : "; ") + plugin.name + ": " + plugin.why();
    }
  }
  if (!failed.empty()) return {"Ready", false, "PluginsNotReady", failed};
  if (!moving.empty() || !standing.settled) {
    return {"Ready", false, "Progressing", moving.empty() ? "plugins take it over" : moving};
  }
  return {"Ready", true, "PluginsReady", fmt::format("plugins: {}", standing.plugins.size())};
}

std::string ConditionJson(const Condition& condition, int64_t generation, kube::Value before,
                          base::UnixTime now) {
  const std::string_view status = condition.is_true ? "True" : "False";
  std::string since = kube::FormatTime(now);
  for (const auto& [key, known] : kube::Members(before["conditions"])) {
    const bool same =
        known["type"].AsString() == condition.type && known["status"].AsString() == status;
    if (same && known["lastTransitionTime"].is_string()) {
      since = known["lastTransitionTime"].AsString();
    }
  }
  return fmt::format(
      R"({{"type":"{}","status":"{}","observedGeneration":{},"lastTransitionTime":{},)"
      R"("reason":"{}","message":{}}})",
      condition.type, status, generation, kube::JsonQuote(since), condition.reason,
      kube::JsonQuote(Cut(condition.message)));
}

std::string PluginJson(const PluginStatus& plugin) {
  std::string out = fmt::format(R"({{"name":{},"phase":"{}")", kube::JsonQuote(plugin.name),
                                PluginPhaseName(plugin.phase));
  const auto add = [&out](std::string_view member, const std::string& text) {
    if (!text.empty()) out += fmt::format(R"(,"{}":{})", member, kube::JsonQuote(text));
  };
  add("generation", plugin.generation);
  add("version", plugin.version);
  add("sha256", plugin.sha256);
  add("reason", Cut(plugin.why()));
  return out + "}";
}

}  // namespace

std::string ManifestStatusJson(const ManifestStanding& standing, kube::Value before,
                               base::UnixTime now) {
  const int64_t generation = standing.report.generation;
  std::vector<std::string> plugins;
  for (const PluginStatus& plugin : standing.plugins) plugins.push_back(PluginJson(plugin));
  return fmt::format(R"({{"observedGeneration":{},"conditions":[{},{}],"plugins":[{}]}})",
                     generation, ConditionJson(Ready(standing), generation, before, now),
                     ConditionJson(Valid(standing.report), generation, before, now),
                     fmt::join(plugins, ","));
}

}  // namespace oarlock::supervisor
