#pragma once
// ObjectPipeline: what a document goes through between a request's body and the store, whatever
// type it is of: decode, default, validate, complete, and who owns which field.
//
// The one place where the API layer asks schema/ and merge/. Threads: [any]. Ownership: borrows the
// schemas of built-in types and the type table. Errors: ApiError in a server's words.

#include <string>
#include <vector>

#include "sandbox/api/api_call.h"
#include "sandbox/merge/server_side_apply.h"

namespace oarlock::sandbox {

// Brings `object` into the form of its type and fills in defaults; `duplicates` are paths of
// members that stood twice. What strict validation minds is an error, warnings of the call or
// nothing, as its fieldValidation says.
struct DecodedFaults {
  base::Status status;              // it is of another type
  std::vector<std::string> strict;  // "unknown field \"x\""
};
DecodedFaults DecodeObject(const ApiCall& call, const kube::GroupVersionKind& kind, Json& object);
// As it was before a server completed it: what validation compares with.
Json Decoded(const ApiCall& call, Json object);
// What a server always writes; the form that is stored.
void CompleteObject(const ApiCall& call, Json& object);
FieldErrors ValidateObject(const ApiCall& call, const Json& object, const Json& before);
// Puts managedFields into `next`; both are completed. `live` is null for a create.
void TrackFields(const ApiCall& call, const Json& live, Json& next);
// The same for what the server itself writes.
void TrackServer(const ApiCall& call, std::string_view subresource, const Json& live, Json& next);
// Server-side apply of `config` to `live` (null to create).
ApiResult<Applied> ApplyConfiguration(const ApiCall& call, const Json& live, const Json& config,
                                      bool force);
// Of the documents that the endpoint of the call reads: its type's, or those of a Scale.
kube::GroupVersionKind BodyKind(const ApiCall& call);
const Schema* SchemaOf(const ApiCall& call);

}  // namespace oarlock::sandbox
