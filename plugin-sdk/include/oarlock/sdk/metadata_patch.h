#pragma once
// Merge patches of a list in an object's metadata (finalizers, owner references). A merge patch
// replaces a list as a whole, so it carries the resourceVersion that was read: a concurrent change
// is OAR_E_CONFLICT and not lost. Used by finalizers.h and owner_references.h. Threads: [any].

#include <string>
#include <string_view>

#include "oarlock/sdk/json.h"
#include "oarlock/sdk/object.h"

namespace oarlock::sdk::detail {

// {"metadata": {"resourceVersion": …, <field>: <array>}}
inline std::string MetadataPatch(const Object& object, std::string_view field,
                                 std::string_view array) {
  JsonWriter w;
  w.Object().Key("metadata").Object();
  w.Member("resourceVersion", object.resource_version()).Key(field).Raw(array).End().End();
  return w.text();
}

}  // namespace oarlock::sdk::detail
