#include "sandbox/controllers/garbage_collector.h"

#include <algorithm>
#include <utility>

#include "sandbox/controllers/events.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kForeground = "foregroundDeletion";
constexpr std::string_view kOrphan = "orphan";

bool WaitsForDependents(const StoredObject& object) {
  return object.deleting && HasFinalizer(object, kForeground);
}

bool IsEvent(std::string_view resource) {
  return resource == "events" || resource == "events.events.k8s.io";
}

}  // namespace

void GarbageCollector::Reset() {
  graph_.Clear();
  unjudged_.clear();
}

void GarbageCollector::OnChange(const ObjectChange& change) {
  if (IsEvent(change.resource)) return;
  if (change.resource == kDefinitions) {
    for (const std::string& place : std::exchange(unjudged_, {})) Add(place);
  }
  const StoredObject& object = *change.object;
  std::string place = PlaceOf(change.resource, object.key());
  if (change.deleted) {
    unjudged_.erase(place);
    AddDeletedOwners(graph_.Set(place, {}), object);
    AddDependents(object.uid);
    return;
  }
  auto owners = OwnersOf(object);
  const bool owned = !owners.empty();
  const auto before = graph_.Set(place, owners);
  if (before != owners) AddDeletedOwners(before, object);
  const bool marked = object.deleting && (!change.previous || !change.previous->deleting);
  if (marked && WaitsForDependents(object)) AddDependents(object.uid);
  if (object.deleting || (owned && before != owners)) Add(std::move(place));
}

void GarbageCollector::AddDependents(const std::string& uid) {
  for (std::string& place : graph_.DependentsOf(uid)) Add(std::move(place));
}

// Those that wait for their dependents may be done with this one.
void GarbageCollector::AddDeletedOwners(const std::vector<OwnerRef>& owners,
                                        const StoredObject& dependent) {
  for (const OwnerRef& ref : owners) {
    const Owner owner = FindOwner(ref, dependent);
    if (owner.object && owner.object->deleting) Add(PlaceOf(owner.resource, owner.object->key()));
  }
}

GarbageCollector::Owner GarbageCollector::FindOwner(const OwnerRef& ref,
                                                    const StoredObject& dependent) {
  const TypePtr type = client().TypeOfKind(ref.api_version, ref.kind);
  if (!type || (type->namespaced && dependent.ns.empty())) return {};
  Owner owner{Owner::State::kGone, nullptr, type->qualified()};
  const std::string key = type->namespaced ? dependent.ns + "/" + ref.name : ref.name;
  StoredPtr found = client().Find(owner.resource, key);
  if (!found || found->uid != ref.uid) return owner;
  owner.state = Owner::State::kThere;
  owner.object = std::move(found);
  return owner;
}

GarbageCollector::Sorted GarbageCollector::Sort(const StoredObject& object) {
  Sorted sorted;
  for (OwnerRef& ref : OwnersOf(object)) {
    const Owner owner = FindOwner(ref, object);
    if (owner.state == Owner::State::kUnknown) {
      sorted.unknown = true;
    } else if (owner.state == Owner::State::kGone) {
      sorted.gone.push_back(std::move(ref));
    } else if (WaitsForDependents(*owner.object)) {
      sorted.waiting.push_back(std::move(ref));
    } else {
      sorted.solid.push_back(std::move(ref));
    }
  }
  return sorted;
}

ApiStatus GarbageCollector::Reconcile(const std::string& place) {
  const auto [resource, key] = SplitPlace(place);
  const StoredPtr object = client().Find(resource, key);
  if (!object || !client().TypeOf(resource)) return {};
  if (!object->deleting) return Judge(place, resource, *object);
  if (HasFinalizer(*object, kOrphan)) return Orphan(resource, *object);
  if (HasFinalizer(*object, kForeground)) return FinishForeground(resource, *object);
  return {};
}

ApiStatus GarbageCollector::Judge(const std::string& place, std::string_view resource,
                                  const StoredObject& object) {
  const Sorted sorted = Sort(object);
  if (sorted.unknown) unjudged_.insert(place);
  if (!sorted.gone.empty() || sorted.unknown) {
    if (auto error = WarnOfNamespaces(resource, object, sorted)) return error;
  }
  if (sorted.unknown) return {};
  if (!sorted.solid.empty()) {
    std::vector<OwnerRef> useless = sorted.gone;
    useless.insert(useless.end(), sorted.waiting.begin(), sorted.waiting.end());
    return useless.empty() ? ApiStatus() : DropOwners(resource, object, useless);
  }
  if (sorted.gone.empty() && sorted.waiting.empty()) return {};
  const auto dependents = graph_.DependentsOf(object.uid);
  const bool foreground = !sorted.waiting.empty() && !dependents.empty();
  if (foreground) {
    // A circle of owners that wait for each other would never end.
    for (const std::string& dependent : dependents) {
      const auto [other, key] = SplitPlace(dependent);
      const StoredPtr found = client().Find(other, key);
      if (!found || !WaitsForDependents(*found)) continue;
      if (auto error = Unblock(resource, object)) return error;
      return Delete(resource, *client().Find(resource, object.key()), true);
    }
  }
  return Delete(resource, object, foreground);
}

ApiStatus GarbageCollector::Delete(std::string_view resource, const StoredObject& object,
                                   bool foreground) {
  DeleteHow how{.this_version = true};
  if (HasFinalizer(object, kOrphan)) {
    how.propagation = "Orphan";
  } else if (foreground || HasFinalizer(object, kForeground)) {
    how.propagation = "Foreground";
  }
  auto error = client().Delete(resource, object, how);
  return error && error->code == 404 ? ApiStatus() : error;
}

ApiStatus GarbageCollector::DropOwners(std::string_view resource, const StoredObject& object,
                                       const std::vector<OwnerRef>& owners) {
  Json left = Json::array();
  const Json document = client().ToDocument(resource, object);
  for (const Json& one : At(document, {"metadata", "ownerReferences"})) {
    const auto uid = TextAt(one, {"uid"});
    const bool drop = std::any_of(owners.begin(), owners.end(),
                                  [uid](const OwnerRef& owner) { return owner.uid == uid; });
    if (!drop) left.push_back(one);
  }
  return client().Patch(resource, object, {{"metadata", {{"ownerReferences", std::move(left)}}}});
}

ApiStatus GarbageCollector::Unblock(std::string_view resource, const StoredObject& object) {
  const Json document = client().ToDocument(resource, object);
  Json owners = At(document, {"metadata", "ownerReferences"});
  for (Json& one : owners) one["blockOwnerDeletion"] = false;
  return client().Patch(resource, object, {{"metadata", {{"ownerReferences", std::move(owners)}}}});
}

ApiStatus GarbageCollector::FinishForeground(std::string_view resource, const StoredObject& owner) {
  bool blocked = false;
  for (const std::string& place : graph_.DependentsOf(owner.uid)) {
    const auto& refs = graph_.OwnersAt(place);
    const bool blocks = std::any_of(refs.begin(), refs.end(), [&owner](const OwnerRef& ref) {
      return ref.uid == owner.uid && ref.blocks_deletion;
    });
    const auto [other, key] = SplitPlace(place);
    blocked = blocked || (blocks && client().Find(other, key));
  }
  if (blocked) return {};
  return client().Patch(resource, owner, WithoutFinalizer(owner, kForeground));
}

ApiStatus GarbageCollector::Orphan(std::string_view resource, const StoredObject& owner) {
  for (const std::string& place : graph_.DependentsOf(owner.uid)) {
    const auto [other, key] = SplitPlace(place);
    const StoredPtr dependent = client().Find(other, key);
    if (!dependent || !client().TypeOf(other)) continue;
    OwnerRef ref;
    ref.uid = owner.uid;
    if (auto error = DropOwners(other, *dependent, {ref}); error && error->code != 404) {
      return error;
    }
  }
  return client().Patch(resource, owner, WithoutFinalizer(owner, kOrphan));
}

// An owner that is there, but where this object's reference cannot mean it.
ApiStatus GarbageCollector::WarnOfNamespaces(std::string_view resource, const StoredObject& object,
                                             const Sorted& sorted) {
  std::vector<OwnerRef> suspects = sorted.gone;
  if (sorted.unknown) suspects = OwnersOf(object);
  const Snapshot state = client().Read();
  for (const OwnerRef& ref : suspects) {
    const TypePtr type = client().TypeOfKind(ref.api_version, ref.kind);
    if (!type || !type->namespaced) continue;
    const auto& objects = state->Table(type->qualified()).objects;
    for (auto at = objects.First(); at.valid(); at.Next()) {
      if (at.value()->uid != ref.uid || at.value()->ns == object.ns) continue;
      return Warn(client(), clock(), client().ToDocument(resource, object),
                  {"garbage-collector-controller", "OwnerRefInvalidNamespace",
                   "ownerRef [" + ref.api_version + "/" + ref.kind + ", namespace: " + object.ns +
                       ", name: " + ref.name + ", uid: " + ref.uid +
                       "] does not exist in namespace \"" + object.ns + "\""});
    }
  }
  return {};
}

}  // namespace oarlock::sandbox
