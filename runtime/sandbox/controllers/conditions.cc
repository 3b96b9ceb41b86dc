#include "sandbox/controllers/conditions.h"

#include <algorithm>

namespace oarlock::sandbox {

const Json& FindCondition(const Json& status, std::string_view type) {
  static const Json kNone;
  const Json& conditions = Member(status, "conditions");
  if (!conditions.is_array()) return kNone;
  for (const Json& one : conditions) {
    if (TextAt(one, {"type"}) == type) return one;
  }
  return kNone;
}

bool IsConditionTrue(const Json& status, std::string_view type) {
  return TextAt(FindCondition(status, type), {"status"}) == "True";
}

Json& SetCondition(Json& status, const Condition& condition, const std::string& now) {
  const std::string_view truth = condition.truth.text;
  Json& list = status["conditions"];
  if (!list.is_array()) list = Json::array();
  Json* entry = nullptr;
  for (Json& one : list) {
    if (TextAt(one, {"type"}) == condition.type) entry = &one;
  }
  if (entry == nullptr) {
    list.push_back({{"type", condition.type}});
    entry = &list.back();
  }
  if (TextAt(*entry, {"status"}) != truth) (*entry)["lastTransitionTime"] = now;
  (*entry)["status"] = truth;
  for (const auto& [name, text] :
       {std::pair("reason", &condition.reason), std::pair("message", &condition.message)}) {
    if (text->empty()) {
      entry->erase(name);
    } else {
      (*entry)[name] = *text;
    }
  }
  return *entry;
}

void RemoveCondition(Json& status, std::string_view type) {
  if (!Member(status, "conditions").is_array()) return;
  Json& list = status["conditions"];
  const auto found = std::find_if(
      list.begin(), list.end(), [type](const Json& one) { return TextAt(one, {"type"}) == type; });
  if (found != list.end()) list.erase(found);
  if (list.empty()) status.erase("conditions");
}

}  // namespace oarlock::sandbox
