#pragma once
// Members of a host's answers, as cells of a table: what is missing or of another type is empty.
// Threads: [any].

#include <string>
#include <string_view>

#include "sandbox/types/json.h"

namespace oarlock::app {

using sandbox::Json;
using sandbox::Member;

std::string Text(const Json& object, std::string_view name);
double Number(const Json& object, std::string_view name);  // 0 where it is none
bool Flag(const Json& object, std::string_view name);
std::string Count(const Json& object, std::string_view name);  // "17"
std::string Since(const Json& object, std::string_view name);  // "12s", or "never"
double Sum(const Json& list, std::string_view name);           // of a number of each
std::string Joined(const Json& list);                          // "a,b"
// Of a plugin: "active,paused".
std::string StateOf(const Json& plugin);

}  // namespace oarlock::app
