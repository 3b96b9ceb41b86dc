#pragma once
// NameOfKind: how the resource of a kind is named where no server can be asked: as the sandbox's
// pinned server names it, else as nearly every CRD does ("NetworkPolicy" → "networkpolicies"), in
// namespaces.
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
// Of a resource by its plural name.
bool IsNamespaced(std::string_view group, std::string_view plural);

}  // namespace oarlock::app
