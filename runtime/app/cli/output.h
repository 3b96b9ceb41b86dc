#pragma once
// Output: an answer of a host as -o asks for it. Threads: [any].

#include <cstdint>
#include <string>

#include "sandbox/types/json.h"

namespace oarlock::app {

enum class OutputFormat : uint8_t { kTable, kWide, kJson, kYaml };

// JSON indented, or YAML. Not for kTable and kWide.
std::string Written(const sandbox::Json& json, OutputFormat format);

}  // namespace oarlock::app
