#pragma once
// Conditions: `status.conditions`, the list in which a controller says how an object is doing.
//
//   sdk::SetConditions(ctx, key, *object, {{.type = "Ready", .status = "True", .reason =
//   "Bound"}});
// lastTransitionTime moves only when the status of a condition changes. Conditions of others and
// members that are not known here are kept. The list is replaced as a whole, guarded by the
// resourceVersion that was read: a race is OAR_E_CONFLICT. Nothing is sent when nothing changes.
// Needs "patch" on the subresource status. Threads: those of the context; time is the host's.

#include <array>
#include <chrono>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>

#include "oarlock/sdk/status_patch.h"

namespace oarlock::sdk {

struct Condition {
  std::string_view type;    // one CamelCase word, unique in the list
  std::string_view status;  // "True", "False", "Unknown"
  std::string_view reason;  // one CamelCase word, never empty
  std::string_view message = {};
  int64_t observed_generation = -1;  // -1: the object's generation
};

// The condition of that type; missing where there is none.
inline Value FindCondition(const Object& object, std::string_view type) {
  for (const auto& [none, condition] : Members(object["status"]["conditions"])) {
    if (condition["type"].AsString() == type) return condition;
  }
  return {};
}

inline bool IsConditionTrue(const Object& object, std::string_view type) {
  return FindCondition(object, type)["status"].AsString() == "True";
}

// "2024-05-01T12:00:00Z"
inline std::string FormatTime(std::chrono::sys_time<nanoseconds> time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const auto day = std::chrono::floor<std::chrono::days>(seconds);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(seconds - day);
  std::array<char, 40> text{};
  const int size = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()));
  return {text.data(), static_cast<size_t>(size)};
}

namespace detail {

inline bool IsKnownConditionMember(std::string_view name) {
  for (const char* known :
       {"type", "status", "reason", "message", "observedGeneration", "lastTransitionTime"}) {
    if (name == known) return true;
  }
  return false;
}

// `old` may be missing.
inline void WriteCondition(JsonWriter& w, const Condition& c, const Value& old, int64_t generation,
                           std::string_view now) {
  const std::string_view since =
      old["status"].AsString() == c.status ? old["lastTransitionTime"].AsString(now) : now;
  w.Object().Member("type", c.type).Member("status", c.status);
  w.Member("reason", c.reason).Member("message", c.message);
  const int64_t observed = c.observed_generation < 0 ? generation : c.observed_generation;
  if (observed != 0) w.Member("observedGeneration", observed);
  w.Member("lastTransitionTime", since);
  for (const auto& [name, value] : Members(old)) {
    if (!IsKnownConditionMember(name)) w.Key(name).Raw(value.Json());
  }
  w.End();
}

inline const Condition* Wanted(std::initializer_list<Condition> conditions, std::string_view type) {
  for (const Condition& condition : conditions) {
    if (condition.type == type) return &condition;
  }
  return nullptr;
}

}  // namespace detail

// The list as it must be: those that are there in their order, then the new ones.
inline std::string ConditionsJson(const Object& object, std::initializer_list<Condition> conditions,
                                  std::chrono::sys_time<nanoseconds> time) {
  const std::string now = FormatTime(time);
  const int64_t generation = object.generation();
  JsonWriter w;
  w.Array();
  for (const auto& [none, old] : Members(object["status"]["conditions"])) {
    const Condition* wanted = detail::Wanted(conditions, old["type"].AsString());
    if (wanted == nullptr) {
      w.Raw(old.Json());
    } else {
      detail::WriteCondition(w, *wanted, old, generation, now);
    }
  }
  for (const Condition& condition : conditions) {
    if (FindCondition(object, condition.type).exists()) continue;
    detail::WriteCondition(w, condition, {}, generation, now);
  }
  return w.End().text();
}

inline Result<Applied> SetConditions(const Context& ctx, const Key& key, const Object& object,
                                     std::initializer_list<Condition> conditions) {
  JsonWriter w;
  w.Object().Key("conditions");
  w.Raw(ConditionsJson(object, conditions, ctx.clock().Unix())).End();
  return PatchStatus(ctx, key, object, w.text(), true);
}

// Takes the condition of that type away.
inline Result<Applied> RemoveCondition(const Context& ctx, const Key& key, const Object& object,
                                       std::string_view type) {
  JsonWriter w;
  w.Object().Key("conditions").Array();
  for (const auto& [none, old] : Members(object["status"]["conditions"])) {
    if (old["type"].AsString() != type) w.Raw(old.Json());
  }
  w.End().End();
  if (!FindCondition(object, type).exists()) return Applied::kUnchanged;
  return PatchStatus(ctx, key, object, w.text(), true);
}

}  // namespace oarlock::sdk
