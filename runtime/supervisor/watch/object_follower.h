#pragma once
// ObjectFollower: who follows single objects of the API server by name, each with one list and one
// watch of that object alone (or a wider one that is there anyway).
//
// Implemented by `app` over the informers, by fakes in tests; used for the manifest's own object
// and for the Secrets of configFrom. Threads: [any]. `changed` is called on the informer's thread,
// must be quick, and must not come back to the handle; no call of it runs or comes once the handle
// is destroyed. Errors: in ObjectSight; nothing fails, it is tried again for ever.

#include <functional>
#include <memory>

#include "base/status.h"
#include "kube/client.h"
#include "kube/object.h"

namespace oarlock::supervisor {

// What is known of the object now.
struct ObjectSight {
  bool known = false;    // the server has said whether there is one, and `object` is it
  kube::Object object;   // null: there is none, or it is not known
  base::Status trouble;  // why it is not known; OK while nothing went wrong yet
};

class FollowedObject {
 public:
  virtual ~FollowedObject() = default;
  virtual ObjectSight Look() const = 0;
};

class ObjectFollower {
 public:
  virtual ~ObjectFollower() = default;
  // `ref.subresource` is of no meaning here.
  virtual std::unique_ptr<FollowedObject> Follow(const kube::ObjectRef& ref,
                                                 std::function<void()> changed) = 0;
};

}  // namespace oarlock::supervisor
