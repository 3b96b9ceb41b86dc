#pragma once
// What defaults.cc is made of: the functions of types whose defaults depend on other fields.
// Internal to schema/. Threads: [any], no state.

#include <string_view>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

// Sets a member that is not there.
void SetDefault(Json& object, const char* name, Json value);
// The member, made as {} where it is missing.
Json& EnsureObject(Json& object, const char* name);

using DefaultFunction = void (*)(Json& object);
struct DefaultFunctionRow {
  std::string_view type;
  DefaultFunction function;
};
// Of the core group, and of all others; each ends with a row without a type.
extern const DefaultFunctionRow kCoreDefaultFunctions[];
extern const DefaultFunctionRow kGroupDefaultFunctions[];

}  // namespace oarlock::sandbox
