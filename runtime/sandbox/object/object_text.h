#pragma once
// From a document to a Draft of the store and back. Threads: [any]. Errors: none; the document is
// checked before.

#include "sandbox/store/stored_object.h"
#include "sandbox/types/json.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

// apiVersion, kind and metadata.resourceVersion are left out: see StoredObject.
Draft MakeDraft(Json object, const ResourceType& type);
// The document with apiVersion and kind of `type`.
Json ToJson(const StoredObject& object, const ResourceType& type);
// The same as text.
std::string ToText(const StoredObject& object, const ResourceType& type);
// The draft as an answer that is not stored: of version `version`, or of none where that is 0.
StoredObject Unstored(Draft draft, uint64_t version);
// Whether the object would not change by becoming `draft`.
bool SameContent(const StoredObject& object, const Draft& draft);

}  // namespace oarlock::sandbox
