#pragma once
// Finalizers: an object stays, being deleted, until the controller has cleaned up what it made
// elsewhere.
//
//   const auto going = sdk::Finalize(ctx, key, *object, kFinalizer, [&] { return DropBucket(); });
//   if (!going.ok() || *going) return going.status();
//   … the object lives and has the finalizer …
// `object` is the object at `key` as it was read. Nothing is sent when nothing has to change; what
// is sent carries the resourceVersion, so that a race is OAR_E_CONFLICT (return it from Reconcile).
// Needs an access declaration for "patch". Threads: those of the context.

#include <optional>
#include <string>
#include <string_view>

#include "oarlock/sdk/client.h"
#include "oarlock/sdk/metadata_patch.h"

namespace oarlock::sdk {

inline bool HasFinalizer(const Object& object, std::string_view finalizer) {
  for (const auto& [none, value] : Members(object.finalizers())) {
    if (value.AsString() == finalizer) return true;
  }
  return false;
}

// The patch that removes every occurrence of `finalizer`; none if it is not there.
inline std::optional<std::string> RemoveFinalizerPatch(const Object& object,
                                                       std::string_view finalizer) {
  if (!HasFinalizer(object, finalizer)) return std::nullopt;
  JsonWriter w;
  w.Array();
  for (const auto& [none, value] : Members(object.finalizers())) {
    if (value.AsString() != finalizer) w.Value(value.AsString());
  }
  w.End();
  return detail::MetadataPatch(object, "finalizers", w.text());
}

inline Status RemoveFinalizer(const Context& ctx, const Key& key, const Object& object,
                              std::string_view finalizer) {
  const std::optional<std::string> patch = RemoveFinalizerPatch(object, finalizer);
  if (!patch) return {};
  return ctx.client().Patch(key, OAR_PATCH_MERGE, *patch).status();
}

inline Status AddFinalizer(const Context& ctx, const Key& key, const Object& object,
                           std::string_view finalizer) {
  if (HasFinalizer(object, finalizer)) return {};
  JsonWriter w;
  w.Array();
  for (const auto& [none, value] : Members(object.finalizers())) w.Value(value.AsString());
  w.Value(finalizer).End();
  const std::string patch = detail::MetadataPatch(object, "finalizers", w.text());
  return ctx.client().Patch(key, OAR_PATCH_MERGE, patch).status();
}

// While the object lives: sees to it that the finalizer is there, false. While it is being deleted:
// calls `cleanup()` → Status if the finalizer is still there, then takes it away, true. A cleanup
// that fails keeps the finalizer, and is called again with the next reconcile.
template <typename Cleanup>
Result<bool> Finalize(const Context& ctx, const Key& key, const Object& object,
                      std::string_view finalizer, Cleanup&& cleanup) {
  if (!object.is_deleting()) {
    const Status added = AddFinalizer(ctx, key, object, finalizer);
    if (!added.ok()) return added;
    return false;
  }
  if (!HasFinalizer(object, finalizer)) return true;
  const Status cleaned = cleanup();
  if (!cleaned.ok()) return cleaned;
  const Status removed = RemoveFinalizer(ctx, key, object, finalizer);
  if (!removed.ok()) return removed;
  return true;
}

}  // namespace oarlock::sdk
