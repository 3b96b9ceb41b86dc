#pragma once
// What most controllers need: create-or-patch, owner references, finalizers, over the client verbs.
//
// Each sends nothing when nothing has to change. Patches carry the resourceVersion that was read
// where a concurrent change would be lost, so a race is OAR_E_CONFLICT (return it from Reconcile).
// Threads: those of the context.

#include <optional>
#include <string>
#include <string_view>

#include "oarlock/sdk/client.h"
#include "oarlock/sdk/json.h"

namespace oarlock::sdk {

enum class Applied { kUnchanged, kCreated, kPatched };

// Does `existing` say everything that `desired` says? Maps may hold more; a null must be absent.
inline bool Covers(const Value& existing, const Value& desired) {
  if (desired.is_null()) return !existing.exists() || existing.is_null();
  if (!desired.is_map()) return DeepEqual(existing, desired);
  if (!existing.is_map()) return false;
  for (const auto& [key, value] : Members(desired)) {
    if (!Covers(existing[key], value)) return false;
  }
  return true;
}

// Makes the object say what `json` says: creates it, or merge-patches what differs. The type must
// be cached or readable live; an object that exists with other content is never taken as success.
inline Result<Applied> CreateOrPatch(Context& ctx, const Key& key, std::string_view json,
                                     const WriteOptions& options = {}) {
  const Client client = ctx.client();
  const Result<Object> desired = ctx.ObjectFromJson(json);
  if (!desired.ok()) return desired.status();
  Result<Object> existing = client.Get(key);
  if (!existing.ok()) {
    const Result<Object> created = client.Create(key, json, options);
    if (created.ok()) return Applied::kCreated;
    if (created.status().code() != OAR_E_ALREADY_EXISTS) return created.status();
    existing = client.GetLive(key);  // the cache is behind
    if (!existing.ok()) return existing.status();
  }
  if (Covers(existing->root(), desired->root())) return Applied::kUnchanged;
  const Result<Object> patched = client.Patch(key, OAR_PATCH_MERGE, json, options);
  if (!patched.ok()) return patched.status();
  return Applied::kPatched;
}

// May an object in `child_ns` (empty: cluster-scoped) be owned by `owner`? The garbage collector
// deletes a child whose owner is in another namespace.
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

// The controller's owner reference as JSON, for a child that is about to be created.
inline Result<std::string> ControllerReference(const Object& owner, std::string_view child_ns) {
  if (Status status = CheckOwner(owner, child_ns); !status.ok()) return status;
  JsonWriter w;
  w.Object().Member("apiVersion", owner.api_version()).Member("kind", owner.kind());
  w.Member("name", owner.name()).Member("uid", owner.uid());
  w.Member("controller", true).Member("blockOwnerDeletion", true).End();
  return w.text();
}

namespace detail {

// {"metadata": {"resourceVersion": …, <field>: <array>}}
inline std::string MetadataPatch(const Object& object, std::string_view field,
                                 std::string_view array) {
  JsonWriter w;
  w.Object().Key("metadata").Object();
  w.Member("resourceVersion", object.resource_version()).Key(field).Raw(array).End().End();
  return w.text();
}

}  // namespace detail

// Makes `owner` the controller of `child`, an existing object at `key`. ALREADY_EXISTS where
// another one controls it.
inline Status SetControllerReference(Context& ctx, const Key& key, const Object& child,
                                     const Object& owner) {
  const Result<std::string> reference = ControllerReference(owner, child.ns());
  if (!reference.ok()) return reference.status();
  const std::string_view uid = owner.uid();
  JsonWriter w;
  w.Array();
  for (const auto& [none, other] : Members(child.owners())) {
    const bool same = other["uid"].AsString() == uid;
    if (same && other["controller"].AsBool()) return {};
    if (!same && other["controller"].AsBool()) {
      return {OAR_E_ALREADY_EXISTS, "already controlled by " +
                                        std::string(other["kind"].AsString()) + " " +
                                        std::string(other["name"].AsString())};
    }
    if (!same) w.Raw(other.Json());
  }
  w.Raw(*reference).End();
  const std::string patch = detail::MetadataPatch(child, "ownerReferences", w.text());
  return ctx.client().Patch(key, OAR_PATCH_MERGE, patch).status();
}

// The patch that removes every occurrence of `finalizer`; none if it is not there.
inline std::optional<std::string> RemoveFinalizerPatch(const Object& object,
                                                       std::string_view finalizer) {
  bool found = false;
  JsonWriter w;
  w.Array();
  for (const auto& [none, value] : Members(object.finalizers())) {
    const bool is = value.AsString() == finalizer;
    found = found || is;
    if (!is) w.Value(value.AsString());
  }
  w.End();
  if (!found) return std::nullopt;
  return detail::MetadataPatch(object, "finalizers", w.text());
}

inline Status RemoveFinalizer(Context& ctx, const Key& key, const Object& object,
                              std::string_view finalizer) {
  const std::optional<std::string> patch = RemoveFinalizerPatch(object, finalizer);
  if (!patch) return {};
  return ctx.client().Patch(key, OAR_PATCH_MERGE, *patch).status();
}

inline Status AddFinalizer(Context& ctx, const Key& key, const Object& object,
                           std::string_view finalizer) {
  JsonWriter w;
  w.Array();
  for (const auto& [none, value] : Members(object.finalizers())) {
    if (value.AsString() == finalizer) return {};
    w.Value(value.AsString());
  }
  w.Value(finalizer).End();
  const std::string patch = detail::MetadataPatch(object, "finalizers", w.text());
  return ctx.client().Patch(key, OAR_PATCH_MERGE, patch).status();
}

}  // namespace oarlock::sdk
