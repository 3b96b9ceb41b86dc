#pragma once
// The part of `oarlock check` that looks at a library's bytes: note, exports, unique symbols, TLS
// model, needed libraries, build flags, schema and CRDs. No code of the plugin runs.
//
// Called by the check command before the dynamic part. Threads: [main].

#include <string>
#include <string_view>
#include <vector>

#include "app/check/check_report.h"

namespace oarlock::app {

// `allowed`: needed libraries beyond those that every host allows ("libfoo.so.1"). False: no plugin
// at all, so that nothing of it should be loaded.
bool CheckStatic(std::string_view bytes, const std::vector<std::string>& allowed,
                 CheckReport& report);

// Content of a section without the NUL bytes at its end.
std::string_view SectionText(std::string_view bytes, std::string_view name);

}  // namespace oarlock::app
