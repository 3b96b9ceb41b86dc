#pragma once
// A file that is there whole or not at all, also after a crash: written beside its place, synced,
// renamed. Directories on the way are made. Threads: [any]; one writer per path.

#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::supervisor {

// Extension of a file that was not finished.
inline constexpr std::string_view kUnfinished = ".unfinished";

base::Status WriteFileAtomically(const std::string& path, std::string_view bytes);

}  // namespace oarlock::supervisor
