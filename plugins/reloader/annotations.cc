#include "annotations.h"

#include <algorithm>
#include <array>

#include "name_list.h"

namespace oarlock::reloader {

namespace {

constexpr std::string_view kAuto = "reloader.stakater.com/auto";
constexpr std::string_view kSearch = "reloader.stakater.com/search";
constexpr std::string_view kMatch = "reloader.stakater.com/match";
constexpr std::string_view kIgnore = "reloader.stakater.com/ignore";

struct TypedKeys {
  std::string_view automatic;
  std::string_view named;
  std::string_view exclude;
};

constexpr TypedKeys kConfigMapKeys = {"configmap.reloader.stakater.com/auto",
                                      "configmap.reloader.stakater.com/reload",
                                      "configmaps.exclude.reloader.stakater.com/reload"};
constexpr TypedKeys kSecretKeys = {"secret.reloader.stakater.com/auto",
                                   "secret.reloader.stakater.com/reload",
                                   "secrets.exclude.reloader.stakater.com/reload"};

bool HasAny(const sdk::Value& annotations, const TypedKeys& keys) {
  const std::array<std::string_view, 4> wanted = {keys.named, kAuto, keys.automatic, kSearch};
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](std::string_view key) { return annotations[key].exists(); });
}

bool IsTrue(const sdk::Value& annotations, std::string_view key) {
  return annotations[key].AsString() == "true";
}

bool AutoApplies(const sdk::Value& from, const TypedKeys& keys, bool auto_reload_all) {
  const std::string_view all = from[kAuto].AsString();
  const std::string_view typed = from[keys.automatic].AsString();
  if (all.empty() && typed.empty()) return auto_reload_all;
  return ParseBool(all) || ParseBool(typed);
}

}  // namespace

Decision Decide(const sdk::Object& workload, const sdk::Object& config, ConfigType type,
                bool auto_reload_all) {
  const TypedKeys& keys = type == ConfigType::kConfigMap ? kConfigMapKeys : kSecretKeys;
  const std::string_view name = config.name();
  const sdk::Value own = workload.annotations();
  // The pod template speaks only where the workload itself says nothing; they are never merged.
  const sdk::Value from =
      HasAny(own, keys) ? own : workload["spec"]["template"]["metadata"]["annotations"];
  if (ListsName(own[keys.exclude].AsString(), name)) return {};
  NameMatch named = MatchNames(from[keys.named].AsString(), name);
  Decision decision{Verdict::kNo, std::move(named.invalid)};
  if (named.matched) {
    decision.verdict = Verdict::kRoll;
  } else if ((IsTrue(from, kSearch) && IsTrue(config.annotations(), kMatch)) ||
             AutoApplies(from, keys, auto_reload_all)) {
    decision.verdict = Verdict::kIfReferenced;
  }
  return decision;
}

bool AsksToBeIgnored(const sdk::Object& config) { return IsTrue(config.annotations(), kIgnore); }

bool ParseBool(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kTrue = {"1", "t", "T", "TRUE", "true", "True"};
  return std::find(kTrue.begin(), kTrue.end(), text) != kTrue.end();
}

}  // namespace oarlock::reloader
