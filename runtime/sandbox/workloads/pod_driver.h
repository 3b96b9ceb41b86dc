#pragma once
// PodDriver: what scheduler and agents of a cluster do with Pods, without running anything: a Pod
// is put on a node, gets addresses, runs and becomes ready, ends where it is one that ends, and
// lets go when it is deleted. All nodes take part that do not say that they are not ready; where
// there is none at the start it makes one, "sandbox".
//
// Keys are "namespace/name" of Pods; "" = the node.

#include <set>
#include <string>

#include "sandbox/controllers/controller.h"

namespace oarlock::sandbox {

class PodDriver final : public Controller {
 public:
  using Controller::Controller;

  void Reset() override;
  void OnChange(const ObjectChange& change) override;
  ApiStatus Reconcile(const std::string& key) override;

 private:
  ApiStatus MakeNode();
  ApiStatus Place(const StoredObject& stored, const Json& pod);
  ApiStatus Run(const StoredObject& stored, const Json& pod, const Json& node);
  std::string Now() const;

  bool looked_for_nodes_ = false;
  size_t turn_ = 0;                 // which node is next
  std::set<std::string> unplaced_;  // looked at again when nodes change
};

}  // namespace oarlock::sandbox
