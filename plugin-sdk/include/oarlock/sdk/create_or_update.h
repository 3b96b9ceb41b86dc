#pragma once
// Create-or-patch and create-or-update: an object is made to say something, whether it exists or
// not.
//
//   sdk::CreateOrPatch(ctx, key, R"({"apiVersion": "v1", "kind": "ConfigMap", …})");
// CreateOrPatch for what is known in full beforehand; CreateOrUpdate where the new content depends
// on the old. Nothing is sent when nothing has to change, and an object that exists with other
// content is never taken as success. A type that is declared uncached is read live each time.
// Errors: the server's. CONFLICT: somebody else wrote meanwhile; return it from Reconcile.
// Threads: those of the context.

#include <optional>
#include <string>
#include <string_view>

#include "oarlock/sdk/applied.h"
#include "oarlock/sdk/client.h"

namespace oarlock::sdk {

namespace detail {

// From the cache; live where the type has none.
inline Result<Object> ReadToWrite(const Client& client, const Key& key) {
  Result<Object> object = client.Get(key);
  if (object.ok() || object.status().code() != OAR_E_UNDECLARED) return object;
  return client.GetLive(key);
}

// Creates it; where it is there already, unknown to the cache, reads it into `existing`: then no
// value is given.
inline Result<std::optional<Applied>> CreateOrRead(const Client& client, const Key& key,
                                                   std::string_view json,
                                                   const WriteOptions& options,
                                                   Result<Object>& existing) {
  const Result<Object> created = client.Create(key, json, options);
  if (created.ok()) return std::optional(Applied::kCreated);
  if (created.status().code() != OAR_E_ALREADY_EXISTS) return created.status();
  existing = client.GetLive(key);
  if (!existing.ok()) return existing.status();
  return std::optional<Applied>();
}

}  // namespace detail

// `json`: the object as far as it matters; what it does not name is left alone. Lists are compared
// and written as a whole: name in them what the server adds by itself, or Apply.
inline Result<Applied> CreateOrPatch(const Context& ctx, const Key& key, std::string_view json,
                                     const WriteOptions& options = {}) {
  const Client client = ctx.client();
  const Result<Object> desired = ctx.ObjectFromJson(json);
  if (!desired.ok()) return desired.status();
  Result<Object> existing = detail::ReadToWrite(client, key);
  if (!existing.ok()) {
    if (existing.status().code() != OAR_E_NOT_FOUND) return existing.status();
    const auto created = detail::CreateOrRead(client, key, json, options, existing);
    if (!created.ok()) return created.status();
    if (created->has_value()) return **created;
  }
  if (Covers(existing->root(), desired->root())) return Applied::kUnchanged;
  const Result<Object> patched = client.Patch(key, OAR_PATCH_MERGE, json, options);
  if (!patched.ok()) return patched.status();
  return Applied::kPatched;
}

// `change(const Object& existing)` → Result<std::string>: the whole object as it should be, with
// the metadata.resourceVersion of the existing one kept; empty text: leave it. `existing` is null
// where there is none yet. It may be called twice. A ConflictRetry (retry.h) can be put around it.
template <typename Change>
Result<Applied> CreateOrUpdate(const Context& ctx, const Key& key, Change&& change,
                               const WriteOptions& options = {}) {
  const Client client = ctx.client();
  Result<Object> existing = detail::ReadToWrite(client, key);
  if (!existing.ok()) {
    if (existing.status().code() != OAR_E_NOT_FOUND) return existing.status();
    const Result<std::string> fresh = change(Object());
    if (!fresh.ok()) return fresh.status();
    if (fresh->empty()) return Applied::kUnchanged;
    const auto created = detail::CreateOrRead(client, key, *fresh, options, existing);
    if (!created.ok()) return created.status();
    if (created->has_value()) return **created;
  }
  const Result<std::string> json = change(*existing);
  if (!json.ok()) return json.status();
  if (json->empty()) return Applied::kUnchanged;
  const Result<Object> wanted = ctx.ObjectFromJson(*json);
  if (!wanted.ok()) return wanted.status();
  if (DeepEqual(existing->root(), wanted->root())) return Applied::kUnchanged;
  const Result<Object> updated = client.Update(key, *json, options);
  if (!updated.ok()) return updated.status();
  return Applied::kUpdated;
}

}  // namespace oarlock::sdk
