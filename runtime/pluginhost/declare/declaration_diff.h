#pragma once
// What two declarations of one controller have in common, for a reload and for a change of
// configuration: declarations are data with ids of the plugin's choice, so they can be compared.
// Threads: [any], no state.

#include <string>
#include <vector>

#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

struct DeclarationDiff {
  // What was added, removed or changed, in words: "type 3 (Secret) changed".
  std::vector<std::string> changes;
  // A key of the one means the same in the other: same primary types, same own keys. Otherwise the
  // queue has to be made anew.
  bool same_keys = true;
  // The queue can go on as it is: the same backoff and rate.
  bool same_queue = true;

  bool same() const { return changes.empty(); }
};

DeclarationDiff CompareDeclarations(const Declaration& from, const Declaration& to);

}  // namespace oarlock::pluginhost
