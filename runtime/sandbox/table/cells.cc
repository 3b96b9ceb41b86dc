#include "sandbox/table/cells.h"

#include <fmt/format.h>

#include <chrono>

#include "kube/timestamp.h"

namespace oarlock::sandbox {

std::string Cells::TextOr(std::initializer_list<std::string_view> path,
                          std::string_view other) const {
  const std::string_view text = Text(path);
  return std::string(text.empty() ? other : text);
}

Json Cells::Number(std::initializer_list<std::string_view> path) const {
  const Json& value = At(object, path);
  return value.is_number() ? value : Json(0);
}

Json Cells::Count(std::initializer_list<std::string_view> path) const {
  return At(object, path).size();
}

std::string Cells::Since(std::initializer_list<std::string_view> path) const {
  return HumanSince(Text(path), now);
}

std::string HumanSince(std::string_view timestamp, base::UnixTime now) {
  const auto then = kube::ParseTimestamp(timestamp);
  if (!then) return "<unknown>";
  return HumanDuration(std::chrono::duration_cast<std::chrono::seconds>(now - *then).count());
}

std::string HumanDuration(int64_t seconds) {
  const auto both = [](int64_t large, const char* unit, int64_t small, const char* small_unit) {
    if (small == 0) return fmt::format("{}{}", large, unit);
    return fmt::format("{}{}{}{}", large, unit, small, small_unit);
  };
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return fmt::format("{}s", seconds);
  const int64_t minutes = seconds / 60;
  if (minutes < 10) return both(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return fmt::format("{}m", minutes);
  const int64_t hours = minutes / 60;
  if (hours < 8) return both(hours, "h", minutes % 60, "m");
  if (hours < 48) return fmt::format("{}h", hours);
  if (hours < 24 * 8) return both(hours / 24, "d", hours % 24, "h");
  if (hours < 24 * 365 * 2) return fmt::format("{}d", hours / 24);
  if (hours < 24 * 365 * 8) return both(hours / 24 / 365, "y", hours / 24 % 365, "d");
  return fmt::format("{}y", hours / 24 / 365);
}

std::string Joined(const std::vector<std::string>& texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}

std::string LabelsText(const Json& labels) {
  std::vector<std::string> texts;
  if (labels.is_object()) {
    for (const auto& [key, value] : labels.items()) {
      texts.push_back(fmt::format("{}={}", key, TextOf(value)));
    }
  }
  return texts.empty() ? "<none>" : Joined(texts, ",");
}

std::string SelectorText(const Json& selector) {
  std::vector<std::string> texts;
  if (const Json& labels = Member(selector, "matchLabels"); labels.is_object() && !labels.empty()) {
    texts.push_back(LabelsText(labels));
  }
  for (const Json& one : Member(selector, "matchExpressions")) {
    const std::string_view key = TextAt(one, {"key"});
    const std::string_view op = TextAt(one, {"operator"});
    std::vector<std::string> values;
    for (const Json& value : Member(one, "values")) values.emplace_back(TextOf(value));
    if (op == "Exists") {
      texts.emplace_back(key);
    } else if (op == "DoesNotExist") {
      texts.push_back(fmt::format("!{}", key));
    } else {
      texts.push_back(
          fmt::format("{} {} ({})", key, op == "In" ? "in" : "notin", Joined(values, ",")));
    }
  }
  return texts.empty() ? "<none>" : Joined(texts, ",");
}

std::string ContainerTexts(const Json& pod_spec, const char* member) {
  std::vector<std::string> texts;
  for (const Json& container : Member(pod_spec, "containers")) {
    texts.emplace_back(TextAt(container, {member}));
  }
  return Joined(texts, ",");
}

}  // namespace oarlock::sandbox
