#pragma once
// The version of this build, from CMake's project version and the ABI headers. Threads: [any].

#include <string>

namespace oarlock::app {

std::string Version();      // "0.1.0"
std::string VersionText();  // "oarlock 0.1.0 (plugin ABI 1.0)"

}  // namespace oarlock::app
