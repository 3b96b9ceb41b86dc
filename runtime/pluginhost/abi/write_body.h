#pragma once
// Bodies of writes as they come from a plugin: checked, and made ready, before anything is sent.
//
// A malformed body (null, a list, an object without kind or name, an operation that is none) is an
// error that names the field or the index; the server never sees it (C-PL-09). An update of an
// object itself carries no status where the kind has that subresource (C-RC-09). An update names
// the uid of the object that is known, so that it never changes another one of the same name, as
// one that has waited long might (a resourceVersion is the plugin's to give). Annotations past
// the server's bound are refused with their size (C-RC-21); bodies for a subresource are of kinds
// of their own and left to the server.
// Used by the client verbs. Threads: [any], no state.
// Errors: kInvalidArgument, kDataLoss (no JSON), kTooLarge.

#include <string>
#include <string_view>

#include "base/status.h"
#include "kube/client.h"
#include "kube/object.h"

namespace oarlock::pluginhost {

base::Status CheckCreateBody(const kube::ObjectRef& ref, std::string_view json);
// What to send instead of `json`. `known`: the object as the cache has it; null where it has none.
base::Result<std::string> UpdateBody(const kube::ObjectRef& ref, std::string_view json,
                                     const kube::Object& known);
base::Status CheckPatchBody(const kube::ObjectRef& ref, const kube::Patch& patch,
                            const kube::Object& known);

}  // namespace oarlock::pluginhost
