#pragma once
// InformerObjects: follows single objects by informers, like every other cache of the host: one
// list and one watch of that name alone, or a share in a wider one that a plugin needs anyway.
//
// Built by Host; borrows the factory, which outlives it and all handles. Threads and errors: as
// supervisor/watch/object_follower.h says.

#include <functional>
#include <memory>

#include "cache/informer_factory.h"
#include "supervisor/watch/object_follower.h"

namespace oarlock::app {

class InformerObjects final : public supervisor::ObjectFollower {
 public:
  explicit InformerObjects(cache::InformerFactory& informers) : informers_(informers) {}

  std::unique_ptr<supervisor::FollowedObject> Follow(const kube::ObjectRef& ref,
                                                     std::function<void()> changed) override;

 private:
  cache::InformerFactory& informers_;
};

}  // namespace oarlock::app
