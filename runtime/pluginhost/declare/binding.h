#pragma once
// Binding: from what an instance declared to informers that follow the server.
//
// Steps, each on the supervisor's lifecycle thread of the plugin (host code only, may block):
// Resolve asks discovery for each type, Acquire leases the informers and adds the indices,
// WaitForSync waits. A required type that the server does not serve (yet) fails Resolve with
// kNotFound; it may be tried again. Errors name the type. Not thread-safe.

#include <string>

#include "base/status.h"
#include "cache/shared_informer.h"
#include "kube/call_context.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {

// Leases the informers of a type that was resolved and adds its indices.
base::Status AcquireType(BoundType& type, const Instance& instance);

base::Status BindTypes(Instance& instance, const kube::CallContext& call);
// OK when every cached type of the instance has synced; else the reason of the first that has not.
// A type of a set that is forbidden or not served any more is not waited for.
base::Status WaitForTypes(const Instance& instance, const cache::SyncWait& wait);

}  // namespace oarlock::pluginhost
