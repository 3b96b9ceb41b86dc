#pragma once
// GarbageCollector: deletes what is owned by nobody any more, and carries out the propagation that
// a deletion asked for: foreground (dependents first), orphan (they stay, without their reference).
//
// Keys are places of objects (owner_graph.h). An owner is who has that kind, name and uid, in the
// dependent's own namespace where the kind has one: a reference into another namespace is one to
// nobody, and an Event says so. An owner whose kind is not served, or has a namespace where the
// dependent has none, is not judged: the dependent stays.

#include <set>
#include <string>
#include <vector>

#include "sandbox/controllers/controller.h"
#include "sandbox/controllers/owner_graph.h"

namespace oarlock::sandbox {

class GarbageCollector final : public Controller {
 public:
  using Controller::Controller;

  void Reset() override;
  void OnChange(const ObjectChange& change) override;
  ApiStatus Reconcile(const std::string& place) override;

 private:
  struct Owner {
    enum class State { kThere, kGone, kUnknown } state = State::kUnknown;
    StoredPtr object;
    std::string resource;
  };
  // What the owners of one object are, each in one of the lists.
  struct Sorted {
    std::vector<OwnerRef> solid;
    std::vector<OwnerRef> gone;
    std::vector<OwnerRef> waiting;  // deleted in the foreground: they wait for this one
    bool unknown = false;
  };

  Owner FindOwner(const OwnerRef& ref, const StoredObject& dependent);
  Sorted Sort(const StoredObject& object);
  void AddDependents(const std::string& uid);
  void AddDeletedOwners(const std::vector<OwnerRef>& owners, const StoredObject& dependent);

  ApiStatus FinishForeground(std::string_view resource, const StoredObject& owner);
  ApiStatus Orphan(std::string_view resource, const StoredObject& owner);
  ApiStatus Judge(const std::string& place, std::string_view resource, const StoredObject& object);
  ApiStatus DropOwners(std::string_view resource, const StoredObject& object,
                       const std::vector<OwnerRef>& owners);
  ApiStatus Unblock(std::string_view resource, const StoredObject& object);
  ApiStatus Delete(std::string_view resource, const StoredObject& object, bool foreground);
  ApiStatus WarnOfNamespaces(std::string_view resource, const StoredObject& object,
                             const Sorted& sorted);

  OwnerGraph graph_;
  std::set<std::string> unjudged_;  // places; looked at again when the served kinds change
};

}  // namespace oarlock::sandbox
