#pragma once
// NameOfKind: how the resource of a kind is named where no server can be asked: as the sandbox's
// pinned server names it, else as nearly every CRD does ("NetworkPolicy" → "networkpolicies").
//
// Threads: [any]. Errors: none.

#include <string>
#include <string_view>

namespace oarlock::app {

struct KindName {
  std::string plural;
  bool namespaced = true;
};

KindName NameOfKind(std::string_view group, std::string_view kind);

}  // namespace oarlock::app
