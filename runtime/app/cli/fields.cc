#include "app/cli/fields.h"

#include <fmt/format.h>

#include <utility>

#include "app/cli/table.h"

namespace oarlock::app {

std::string Text(const Json& object, std::string_view name) {
  return std::string(sandbox::TextOf(Member(object, name)));
}

double Number(const Json& object, std::string_view name) {
  const Json& value = Member(object, name);
  return value.is_number() ? value.get<double>() : 0;
}

std::string Count(const Json& object, std::string_view name) {
  return fmt::format("{:.0f}", Number(object, name));
}

bool Flag(const Json& object, std::string_view name) {
  const Json& value = Member(object, name);
  return value.is_boolean() && value.get<bool>();
}

std::string Since(const Json& object, std::string_view name) {
  return Member(object, name).is_number() ? SecondsText(Number(object, name)) : "never";
}

std::string Joined(const Json& list) {
  return fmt::format("{}", fmt::join(sandbox::TextsOf(list), ","));
}

double Sum(const Json& list, std::string_view name) {
  double sum = 0;
  for (const Json& item : list) sum += Number(item, name);
  return sum;
}

std::string StateOf(const Json& plugin) {
  std::string state = Text(plugin, "state");
  for (const auto& [flag, word] :
       {std::pair{"paused", "paused"}, {"reloading", "reloading"}, {"onProbation", "probation"}}) {
    if (Flag(plugin, flag)) state += std::string(",") + word;
  }
  return state;
}

}  // namespace oarlock::app
