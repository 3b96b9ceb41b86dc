#pragma once
// What a plugin declares, as text for people.
//
// Used by `oarlock inspect` and by checks that compare declarations. Pure. Threads: [any].

#include <string>

#include "pluginhost/declare/declaration.h"

namespace oarlock::app {

// One line per statement, sorted by id; equal declarations give equal texts.
std::string DeclarationText(const pluginhost::Declaration& declaration);

}  // namespace oarlock::app
