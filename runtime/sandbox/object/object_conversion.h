#pragma once
// Types that are two views of the same objects: Events of the core group and of events.k8s.io,
// HorizontalPodAutoscalers of autoscaling/v1 and v2. One form of them is stored.
//
// Used where objects become text and text objects (object_text.h). Threads: [any]. Errors: none;
// what the other form has no field for is not shown in it (metrics beside the processor's).

#include <string>

#include "sandbox/types/json.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

// The resource under which the store has objects of that type.
std::string StoredAs(const ResourceType& type);
// Whether what is stored is in another form than the type's.
bool IsConverted(const ResourceType& type);
// Of such a type, complete objects both.
Json ToStoredForm(const ResourceType& type, Json object);
Json FromStoredForm(const ResourceType& type, Json object);

}  // namespace oarlock::sandbox
