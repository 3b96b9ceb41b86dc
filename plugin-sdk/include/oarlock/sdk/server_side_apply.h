#pragma once
// Server-side apply: says what this controller wants of an object; the server merges it with what
// others own, creates the object where there is none, and takes away what this controller had
// applied before and does not name any more.
//
//   sdk::Apply(ctx, key, R"({"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "1"}})");
// Needs an access declaration for "patch" (and "create"). Unlike CreateOrPatch a request is sent
// each time: apply after a change, not with every reconcile.
// Errors: CONFLICT without `force` where another manager owns a field. Threads: those of the
// context.

#include <string_view>

#include "oarlock/sdk/client.h"

namespace oarlock::sdk {

struct ApplyOptions {
  std::string_view field_manager = {};  // empty: the plugin's id; keep it for ever
  bool force = true;                    // controllers take what they apply
  bool dry_run = false;
};

namespace detail {

// What the server would refuse, or what would freeze the object into one version of it.
inline Status CheckApplied(const Context& ctx, std::string_view json) {
  const Result<Object> body = ctx.ObjectFromJson(json);
  if (!body.ok()) return body.status();
  for (const char* field : {"apiVersion", "kind"}) {
    if ((*body)[field].AsString().empty()) {
      return Invalid(std::string("an applied object needs ") + field);
    }
  }
  for (const char* field : {"managedFields", "resourceVersion", "uid"}) {
    if ((*body)["metadata"][field].exists()) {
      return Invalid(std::string("an applied object must not name metadata.") + field +
                     ": build it from what is wanted, not from what was read");
    }
  }
  return {};
}

inline Result<Object> SendApply(const Context& ctx, const Key& key, std::string_view json,
                                const ApplyOptions& options, std::string_view subresource) {
  if (Status status = CheckApplied(ctx, json); !status.ok()) return status;
  return ctx.client().Patch(key, OAR_PATCH_APPLY, json,
                            {.subresource = subresource,
                             .field_manager = options.field_manager,
                             .dry_run = options.dry_run,
                             .force = options.force});
}

}  // namespace detail

// `json`: the wanted part of the object, with apiVersion and kind. Gives the object as it is now.
inline Result<Object> Apply(const Context& ctx, const Key& key, std::string_view json,
                            const ApplyOptions& options = {}) {
  return detail::SendApply(ctx, key, json, options, {});
}

// The same for the subresource `status`.
inline Result<Object> ApplyStatus(const Context& ctx, const Key& key, std::string_view json,
                                  const ApplyOptions& options = {}) {
  return detail::SendApply(ctx, key, json, options, "status");
}

}  // namespace oarlock::sdk
