#pragma once
// Names the calling thread (15 bytes at most, longer names are cut), so that `top -H`, debuggers
// and crash records say which role a thread has. Threads: [any].

#include <string>

namespace oarlock::base {

void SetThisThreadName(const std::string& name);

}  // namespace oarlock::base
