#pragma once
// ApplyStrategicMergePatch: application/strategic-merge-patch+json, for built-in types.
//
// Lists with a merge key are merged by it, lists of scalars with strategy merge are joined, all
// others are replaced. Directives: $patch (replace, delete, merge), $retainKeys,
// $deleteFromPrimitiveList/FIELD, $setElementOrder/FIELD.
// Threads: [any], no state. Errors: kInvalidArgument in the server's words.

#include "base/status.h"
#include "sandbox/schema/schema.h"

namespace oarlock::sandbox {

base::Result<Json> ApplyStrategicMergePatch(const Schema& schema, const Json& document,
                                            const Json& patch);

}  // namespace oarlock::sandbox
