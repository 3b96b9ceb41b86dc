#pragma once
// What single types do differently from the rule when their objects are created, changed or
// deleted: first states, what belongs to status, how a deletion goes.
//
// Used by the write and delete verbs. Threads: [any]. Errors: none.

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

// Stored nowhere: the answer of a create is all there is (access reviews).
bool IsVirtual(const ResourceType& type);

// What a server turns into something else when it reads an object: stringData of Secrets, labels
// of Namespaces.
void ConvertRead(const ResourceType& type, Json& object);
// Fields that an update at that endpoint leaves as they were, as paths of names: nobody owns them
// by it. Of built-in types; custom ones have their status alone at /status.
std::vector<std::vector<std::string>> FieldsKept(const ResourceType& type,
                                                 std::string_view subresource);
// `subresource` is "" or "status": what the request may not change comes from `old`; counts the
// generation.
void PrepareForUpdate(const ResourceType& type, std::string_view subresource, std::string_view now,
                      const Json& old, Json& object);
bool MayCreateOnUpdate(const ResourceType& type);
// A PUT without a resourceVersion is accepted.
bool MayUpdateUnconditionally(const ResourceType& type);
// The answer of a deletion is the object as it was, not a Status.
bool AnswersDeletedObject(const ResourceType& type);
// Seconds that a deletion waits for an agent; 0 = it is gone at once; none: the type has no grace.
std::optional<int64_t> GraceSeconds(const ResourceType& type, const Json& object,
                                    std::optional<int64_t> asked);
// Dependents stay where a deletion does not say what becomes of them.
bool OrphansByDefault(const ResourceType& type);
bool IsNamespaceType(const ResourceType& type);
// What a server warns of whoever uses the type; "" = nothing.
std::string_view DeprecationWarning(const ResourceType& type);

}  // namespace oarlock::sandbox
