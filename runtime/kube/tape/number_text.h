#pragma once
// Numbers by their JSON text: the grammar, and which ValueType a text stands for. Pure functions,
// threads [any], no errors.

#include <string_view>

#include "kube/value.h"

namespace oarlock::kube {

// "-0.5e+3" and the like: exactly the number grammar of JSON.
bool IsJsonNumber(std::string_view text);

// Of a text for which IsJsonNumber is true.
ValueType ClassifyNumber(std::string_view text);

}  // namespace oarlock::kube
