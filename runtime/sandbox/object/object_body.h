#pragma once
// The object in the body of a create or an update: format, kind and fields.
// Threads: [any]. Errors: ApiError 400, 413 and 415 in a server's words; unknown and repeated
// fields are errors, warnings of the call or nothing, as its fieldValidation says.

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

enum class FieldValidation { kIgnore, kWarn, kStrict };

// fieldValidation, dryRun and fieldManager of a write. `options_kind` is for messages.
ApiStatus CheckWriteOptions(const ApiCall& call, std::string_view options_kind);
FieldValidation FieldValidationOf(const Query& query);
bool IsDryRun(const Query& query);

// JSON of a body in JSON, YAML or protobuf (of a built-in type).
ApiResult<std::string> BodyAsJson(const server::HttpRequest& request);
ApiResult<Json> ReadObjectBody(ApiCall& call, const kube::GroupVersionKind& kind);
// What is said of fields that the type does not have, or that stand twice.
ApiStatus ReportFields(ApiCall& call, const std::vector<std::string>& faults);

}  // namespace oarlock::sandbox
