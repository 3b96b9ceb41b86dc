#include "base/time/duration.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace oarlock::base {
namespace {

constexpr std::array<std::pair<std::string_view, int64_t>, 7> kUnits = {{
    {"ns", 1},
    {"us", 1'000},
    {"µs", 1'000},
    {"ms", 1'000'000},
    {"s", 1'000'000'000},
    {"m", 60'000'000'000},
    {"h", 3'600'000'000'000},
}};

// Past a century nothing here means what it says.
constexpr double kNanosecondsMax = 3.2e18;

Status Bad(std::string_view text) {
  return InvalidArgument("\"" + std::string(text) +
                         "\" is no duration; write for example 30s, 10m, 1h30m or 250ms");
}

// The unit at the front of `rest`, longest name first; 0 when there is none.
int64_t TakeUnit(std::string_view& rest) {
  std::pair<std::string_view, int64_t> best{"", 0};
  for (const auto& unit : kUnits) {
    if (rest.starts_with(unit.first) && unit.first.size() > best.first.size()) best = unit;
  }
  rest.remove_prefix(best.first.size());
  return best.second;
}

// Digits with an optional fraction; false when there is no digit.
bool TakeNumber(std::string_view& rest, double& number) {
  size_t length = 0;
  bool digits = false;
  bool dot = false;
  while (length < rest.size() &&
         ((rest[length] >= '0' && rest[length] <= '9') || (rest[length] == '.' && !dot))) {
    dot = dot || rest[length] == '.';
    digits = digits || rest[length] != '.';
    ++length;
  }
  if (!digits || length > 20) return false;
  number = std::strtod(std::string(rest.substr(0, length)).c_str(), nullptr);
  rest.remove_prefix(length);
  return true;
}

}  // namespace

Result<Duration> ParseDuration(std::string_view text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest == "0") return Duration::zero();
  if (rest.empty()) return Bad(text);
  double total = 0;
  while (!rest.empty()) {
    double number = 0;
    if (!TakeNumber(rest, number)) return Bad(text);
    const int64_t unit = TakeUnit(rest);
    if (unit == 0) return Bad(text);
    total += number * static_cast<double>(unit);
    if (total > kNanosecondsMax) return Bad(text);
  }
  const auto count = static_cast<Duration::rep>(std::llround(total));
  return Duration(negative ? -count : count);
}

std::string FormatDuration(Duration duration) {
  int64_t left = duration.count();
  if (left < 0) return "-" + FormatDuration(-duration);
  if (left == 0) return "0s";
  if (left < 1'000'000'000) {
    for (const auto& [name, unit] : {kUnits[3], kUnits[1], kUnits[0]}) {
      if (left % unit == 0) return fmt::format("{}{}", left / unit, name);
    }
  }
  std::string out;
  for (const auto& [name, unit] : {kUnits[6], kUnits[5]}) {
    if (left < unit) continue;
    out += fmt::format("{}{}", left / unit, name);
    left %= unit;
  }
  if (left > 0) out += fmt::format("{}s", static_cast<double>(left) / 1e9);
  return out;
}

}  // namespace oarlock::base
