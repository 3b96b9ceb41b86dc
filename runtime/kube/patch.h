#pragma once
// Building and applying patches as text. The only mutable documents of the runtime live behind
// these functions (nlohmann in the .cc); never on the hot path. Threads: [any].
// Numbers keep their digits: no integer ever goes through a double (C-RC-03, C-RC-04).
// Errors: kInvalidArgument / kDataLoss with the reason.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

// One segment of a JSON Pointer: `~` → `~0`, `/` → `~1`, nothing else (C-RC-07).
std::string EscapePointerSegment(std::string_view segment);
std::string JoinPointer(const std::vector<std::string_view>& segments);

// RFC 7396 patch that turns `from` into `to`; "{}" when they are equal.
base::Result<std::string> CreateMergePatch(Value from, Value to);
// `document` with the merge patch applied.
base::Result<std::string> ApplyMergePatch(Value document, std::string_view patch_json);
// RFC 6902: `document` with the operations applied, all or none.
base::Result<std::string> ApplyJsonPatch(Value document, std::string_view patch_json);

// Text with quotes and escapes, as a JSON string.
std::string JsonQuote(std::string_view text);

}  // namespace oarlock::kube
