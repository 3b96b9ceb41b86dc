#pragma once
// Owner references: what an object belongs to. The garbage collector deletes it with its owner, and
// Declaration::Owns maps its changes to the owner that controls it.
//
// `child` is the object at `key` as it was read. References across namespaces are refused: the
// garbage collector would delete the child. Nothing is sent when nothing has to change; what is
// sent carries the resourceVersion (a race is OAR_E_CONFLICT). Threads: those of the context.

#include <string>
#include <string_view>

#include "oarlock/sdk/client.h"
#include "oarlock/sdk/metadata_patch.h"

namespace oarlock::sdk {

// May an object in `child_ns` (empty: cluster-scoped) be owned by `owner`?
inline Status CheckOwner(const Object& owner, std::string_view child_ns) {
  const std::string_view owner_ns = owner.ns();
  if (owner_ns.empty() || owner_ns == child_ns) return {};
  const std::string what =
      std::string(owner.kind()) + " " + std::string(owner_ns) + "/" + std::string(owner.name());
  if (child_ns.empty()) {
    return Invalid("a cluster-scoped object cannot be owned by the namespaced " + what);
  }
  return Invalid("an object in namespace " + std::string(child_ns) + " cannot be owned by " + what +
                 " of another namespace");
}

namespace detail {

inline std::string OwnerReferenceJson(const Object& owner, bool controller) {
  JsonWriter w;
  w.Object().Member("apiVersion", owner.api_version()).Member("kind", owner.kind());
  w.Member("name", owner.name()).Member("uid", owner.uid());
  if (controller) w.Member("controller", true).Member("blockOwnerDeletion", true);
  return w.End().text();
}

inline Status PatchOwners(const Context& ctx, const Key& key, const Object& child,
                          std::string_view array) {
  const std::string patch = MetadataPatch(child, "ownerReferences", array);
  return ctx.client().Patch(key, OAR_PATCH_MERGE, patch).status();
}

// All references of `child` but the one to `uid`, then `added`.
inline std::string OwnersWithout(const Object& child, std::string_view uid,
                                 std::string_view added) {
  JsonWriter w;
  w.Array();
  for (const auto& [none, other] : Members(child.owners())) {
    if (other["uid"].AsString() != uid) w.Raw(other.Json());
  }
  if (!added.empty()) w.Raw(added);
  return w.End().text();
}

}  // namespace detail

// The controller's owner reference as JSON, for a child that is about to be created.
inline Result<std::string> ControllerReference(const Object& owner, std::string_view child_ns) {
  if (Status status = CheckOwner(owner, child_ns); !status.ok()) return status;
  return detail::OwnerReferenceJson(owner, true);
}

// The reference to `owner`; missing where there is none.
inline Value OwnerReferenceTo(const Object& child, const Object& owner) {
  for (const auto& [none, reference] : Members(child.owners())) {
    if (reference["uid"].AsString() == owner.uid()) return reference;
  }
  return {};
}

// The reference to whoever controls `child`; missing where nobody does.
inline Value ControllerOf(const Object& child) {
  for (const auto& [none, reference] : Members(child.owners())) {
    if (reference["controller"].AsBool()) return reference;
  }
  return {};
}

inline bool IsControlledBy(const Object& child, const Object& owner) {
  return ControllerOf(child)["uid"].AsString("none") == owner.uid();
}

// Makes `owner` the controller of `child`. ALREADY_EXISTS where another one controls it.
inline Status SetControllerReference(const Context& ctx, const Key& key, const Object& child,
                                     const Object& owner) {
  const Result<std::string> reference = ControllerReference(owner, child.ns());
  if (!reference.ok()) return reference.status();
  const Value present = ControllerOf(child);
  if (present.exists()) {
    if (present["uid"].AsString() == owner.uid()) return {};
    return {OAR_E_ALREADY_EXISTS, "already controlled by " +
                                      std::string(present["kind"].AsString()) + " " +
                                      std::string(present["name"].AsString())};
  }
  return detail::PatchOwners(ctx, key, child,
                             detail::OwnersWithout(child, owner.uid(), *reference));
}

// Adds `owner` without control: the child goes when all its owners are gone.
inline Status SetOwnerReference(const Context& ctx, const Key& key, const Object& child,
                                const Object& owner) {
  if (Status status = CheckOwner(owner, child.ns()); !status.ok()) return status;
  if (OwnerReferenceTo(child, owner).exists()) return {};
  const std::string reference = detail::OwnerReferenceJson(owner, false);
  return detail::PatchOwners(ctx, key, child, detail::OwnersWithout(child, owner.uid(), reference));
}

// Takes the reference to `owner` away, whether it controls or not.
inline Status RemoveOwnerReference(const Context& ctx, const Key& key, const Object& child,
                                   const Object& owner) {
  if (!OwnerReferenceTo(child, owner).exists()) return {};
  return detail::PatchOwners(ctx, key, child, detail::OwnersWithout(child, owner.uid(), {}));
}

}  // namespace oarlock::sdk
