#pragma once
// Type sets: which of the served types a declared selector takes, and what that means for an
// instance whose set is resolved again.
//
// Called by Binding at the start and by TypeSetRefresher (refresher.h) later, on host threads that
// may block. A type that is served no more stays known, without informers, as its number does.
// Errors: none; a type whose informer cannot be had is left out and logged.
// Limits: kSetTypesMax types of one set; further ones are left out and counted
// (oarlock_plugin_set_types).

#include <memory>
#include <vector>

#include "kube/rest_mapper.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {

inline constexpr size_t kSetTypesMax = 1000;

// Does the selector take it?
bool Takes(const TypeSetDecl& set, const kube::ResourceInfo& resource);

// Brings all sets of the instance up to what is served. What changed: types that came, with their
// informers, and types that went.
std::vector<std::shared_ptr<const BoundType>> ResolveTypeSets(Instance& instance,
                                                              const kube::ServedKinds& served);

}  // namespace oarlock::pluginhost
