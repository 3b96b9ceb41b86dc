#pragma once
// What a plugin declares, as text for people, and as the RBAC rules that it needs.
//
// Used by `oarlock inspect` and by checks that compare declarations. Pure. Threads: [any].

#include <string>

#include "pluginhost/declare/declaration.h"

namespace oarlock::app {

// One line per statement, sorted by id; equal declarations give equal texts.
std::string DeclarationText(const pluginhost::Declaration& declaration);

// `rules:` of a Role or ClusterRole as YAML. The plural of a kind is guessed, as no server is
// asked.
std::string RbacText(const pluginhost::Declaration& declaration);

}  // namespace oarlock::app
