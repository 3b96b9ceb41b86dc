#pragma once
// What a server puts into new objects of single types: first states, what its admission plugins
// add, and what follows from other fields.
//
// Used by the create verb. Threads: [any]. Errors: none.

#include <string_view>

#include "sandbox/types/json.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

// How a DaemonSet's template is counted, in an annotation.
inline constexpr std::string_view kTemplateGeneration = "deprecated.daemonset.template.generation";

// `now` as metav1.Time.
void PrepareForCreate(const ResourceType& type, std::string_view now, Json& object);
// A Job that has no labels has those of its Pods.
void LabelJob(Json& object);
// What each PodSpec gets, also in updates.
void AdmitPod(Json& spec);

}  // namespace oarlock::sandbox
