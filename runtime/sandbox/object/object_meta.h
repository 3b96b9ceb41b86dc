#pragma once
// What a server does to the metadata of every object that is written.
//
// Threads: [any]. Errors: ApiError in a server's words.

#include "sandbox/api/api_call.h"
#include "sandbox/types/field_error.h"

namespace oarlock::sandbox {

// Names, uid and time of a new object; what only a server may set is taken away.
ApiStatus FillMetaForCreate(const ApiCall& call, Json& object);
// That of an update's object is the one in the path.
ApiStatus CheckName(const ApiCall& call, const Json& object);
// What an update cannot change comes from `old`. `object` may lack it.
ApiStatus FillMetaForUpdate(const ApiCall& call, const Json& old, Json& object);
// An object that is being deleted gets no further finalizers.
void CheckNewFinalizers(const Json& old, const Json& object, FieldErrors& errors);
// "g-" and five characters.
std::string GeneratedName(std::string_view base, base::Random& random);
std::string NewUid(base::Random& random);
// Whether an update left nothing that keeps a deleted object.
bool IsReadyToGo(const ResourceType& type, const Json& object);

}  // namespace oarlock::sandbox
