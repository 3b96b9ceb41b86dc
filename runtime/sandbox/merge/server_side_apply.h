#pragma once
// Server-side apply and the tracking of who set which field (metadata.managedFields).
//
// The server calls Apply for apply patches and Track for every other write, with documents that
// are decoded, defaulted and completed (schema/). Times come from the caller's clock.
// Threads: [any], no state. Errors: a conflict → kConflict with one ErrorCause per manager and
// field and the server's message; an applied configuration the schema does not know → kInternal
// ("failed to create typed patch object", which a server answers with 500); managed fields in it
// → kInvalidArgument. Limits: kUpdateManagersMax.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "sandbox/schema/schema.h"

namespace oarlock::sandbox {

inline constexpr size_t kUpdateManagersMax = 10;  // entries of Update operations of one object

struct Writer {
  std::string manager;      // ?fieldManager=, or the first word of the User-Agent
  std::string api_version;  // of the body
  std::string subresource;  // "" = the object itself
  std::string now;          // RFC 3339, whole seconds
};

struct Owned {
  const Schema& schema;
  std::string_view group;
  std::string_view kind;
  // Fields that this endpoint does not write and so nobody owns or loses by it, as paths of names:
  // {"status"} for an object with a status subresource, {"spec"} for that subresource.
  std::vector<std::vector<std::string>> ignored;
  std::string only = {};  // the one member that it writes; "" = all
};

struct Applied {
  Json object;           // with managedFields; not yet defaulted
  bool changed = false;  // false: nothing to write, the resourceVersion stays
};

// `live` is what the server has, or Json() to create. `config` is what was sent.
base::Result<Applied> Apply(const Owned& owned, const Json& live, const Json& config,
                            const Writer& writer, bool force);

// Puts managedFields into `next`, which replaces `live` (for a create: what the type looks like
// with nothing set, completed). managedFields that the client sent win over the live ones; [] in it
// resets them. An object that nobody owns anything of is not tracked any more.
void Track(const Owned& owned, const Json& live, const Writer& writer, Json& next);

// For the caller of Apply, once it has defaulted and completed the object: owners as Apply found
// them, but fields that no longer exist are dropped from nobody. True where, beside managedFields'
// times, something differs from `live`.
bool Differs(const Json& live, const Json& next);

}  // namespace oarlock::sandbox
