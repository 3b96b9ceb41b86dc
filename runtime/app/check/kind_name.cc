#include "app/check/kind_name.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/lower_case.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::app {
namespace {

using Names = std::map<std::pair<std::string, std::string>, KindName, std::less<>>;

Names BuiltinNames() {
  Names out;
  for (const auto& type : sandbox::BuiltinTypes()) {
    out.try_emplace({type->group, type->kind}, KindName{type->plural, type->namespaced});
  }
  return out;
}

std::string GuessPlural(std::string_view kind) {
  const std::string out = base::LowerCase(kind);
  const auto ends = [&out](std::string_view with) { return out.ends_with(with); };
  if (ends("y") && !ends("ay") && !ends("ey") && !ends("oy")) {
    return out.substr(0, out.size() - 1) + "ies";
  }
  return out + (ends("s") || ends("x") || ends("ch") || ends("sh") ? "es" : "s");
}

}  // namespace

KindName NameOfKind(std::string_view group, std::string_view kind) {
  static const Names kNames = BuiltinNames();
  const auto known = kNames.find(std::pair<std::string, std::string>(group, kind));
  return known != kNames.end() ? known->second : KindName{GuessPlural(kind), true};
}

bool IsNamespaced(std::string_view group, std::string_view plural) {
  const auto& types = sandbox::BuiltinTypes();
  return std::none_of(types.begin(), types.end(), [&](const auto& type) {
    return type->group == group && type->plural == plural && !type->namespaced;
  });
}

}  // namespace oarlock::app
