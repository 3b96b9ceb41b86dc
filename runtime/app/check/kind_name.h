#pragma once
// NameOfKind: how the resource of a kind is named where no server can be asked: as the sandbox's
// pinned server names it, else as nearly every CRD does ("NetworkPolicy" → "networkpolicies").
//
// Threads: [any]. Errors: none; a guess says that it is one.

#include <string>
#include <string_view>

namespace oarlock::app {

struct KindName {
  std::string plural;
  bool namespaced = true;
  bool guessed = false;
};

KindName NameOfKind(std::string_view group, std::string_view kind);

}  // namespace oarlock::app
