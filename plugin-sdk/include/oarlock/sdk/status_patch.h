#pragma once
// Writing an object's status: a merge patch of the subresource `status`, only where it differs.
//
//   sdk::PatchStatus(ctx, key, *object, R"({"ready": true, "message": null})");
// An update of the object itself never changes its status. Needs an access declaration:
// d.Access(group, resource, {"patch"}).Subresource("status"). For conditions see conditions.h.
// Threads: those of the context.

#include <string>
#include <string_view>

#include "oarlock/sdk/applied.h"
#include "oarlock/sdk/client.h"
#include "oarlock/sdk/json.h"

namespace oarlock::sdk {

// `object`: the object at `key` as it was read. `status`: what its status must say, as JSON; a null
// takes a member away, what it does not name is left alone. `guarded`: fails with CONFLICT where
// the object was changed since, needed where lists are replaced.
inline Result<Applied> PatchStatus(const Context& ctx, const Key& key, const Object& object,
                                   std::string_view status, bool guarded = false) {
  JsonWriter w;
  w.Object();
  if (guarded) {
    w.Key("metadata").Object().Member("resourceVersion", object.resource_version()).End();
  }
  w.Key("status").Raw(status).End();
  const Result<Object> desired = ctx.ObjectFromJson(w.text());
  if (!desired.ok()) return desired.status();
  if (Covers(object["status"], (*desired)["status"])) return Applied::kUnchanged;
  const Result<Object> patched =
      ctx.client().Patch(key, OAR_PATCH_MERGE, w.text(), {.subresource = "status"});
  if (!patched.ok()) return patched.status();
  return Applied::kPatched;
}

}  // namespace oarlock::sdk
