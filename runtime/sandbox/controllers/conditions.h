#pragma once
// Conditions in a status: set one, find one. Values; threads [any]. Errors: none.

#include <string>
#include <string_view>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

// "True", "False" or "Unknown".
struct Truth {
  Truth(bool is_true) : text(is_true ? "True" : "False") {}  // NOLINT: implicit on purpose
  static Truth Unknown() {
    Truth out(false);
    out.text = "Unknown";
    return out;
  }
  std::string_view text;
};

struct Condition {
  std::string_view type;
  Truth truth = false;
  std::string reason;
  std::string message;
};

// Null where there is none of that type.
const Json& FindCondition(const Json& status, std::string_view type);
bool IsConditionTrue(const Json& status, std::string_view type);
// `now` becomes lastTransitionTime where the truth of it changes; what else the condition has
// stays.
Json& SetCondition(Json& status, const Condition& condition, const std::string& now);
void RemoveCondition(Json& status, std::string_view type);

}  // namespace oarlock::sandbox
