#pragma once
// Building and applying patches as text, straight from Values; never on the hot path.
// Numbers keep their digits: no integer ever goes through a double (C-RC-03, C-RC-04).
// Threads: [any]. Errors: kInvalidArgument with the operation that failed, kDataLoss for a patch
// that is no JSON, kTooLarge past a limit. Limits: kJsonPatchOpsMax, kJsonPatchCopiesMax,
// kObjectBytesMax for the result.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

inline constexpr size_t kJsonPatchOpsMax = 10'000;      // as the API server
inline constexpr size_t kJsonPatchCopiesMax = 100'000;  // values duplicated by `copy`

// One segment of a JSON Pointer: `~` → `~0`, `/` → `~1`, nothing else (C-RC-07).
std::string EscapePointerSegment(std::string_view segment);
std::string JoinPointer(const std::vector<std::string_view>& segments);

// RFC 7396 patch that turns `from` into `to`; "{}" when they are equal maps. A merge patch cannot
// set a null: a null member of `to` counts as absent.
base::Result<std::string> CreateMergePatch(Value from, Value to);
// `document` with the merge patch applied. A missing document counts as null.
base::Result<std::string> ApplyMergePatch(Value document, std::string_view patch_json);
// RFC 6902: `document` with the operations applied, all or none.
base::Result<std::string> ApplyJsonPatch(Value document, std::string_view patch_json);

// Text with quotes and escapes, as a JSON string. Bytes that are no UTF-8 become U+FFFD.
std::string JsonQuote(std::string_view text);

}  // namespace oarlock::kube
