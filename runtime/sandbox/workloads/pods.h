#pragma once
// What the workload controllers ask of Pods and of objects that they own: states, claims, new ones.
//
// Documents are whole objects as JSON. Threads: the controllers' strand. Errors: those of writes.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "sandbox/controllers/in_process_client.h"

namespace oarlock::sandbox {

using Documents = std::vector<Json>;

int64_t IntAt(const Json& object, std::initializer_list<std::string_view> path, int64_t fallback);
std::string_view NameOf(const Json& object);
std::string_view NamespaceOf(const Json& object);
std::string KeyOf(const Json& object);
bool IsDeleting(const Json& object);

bool IsFinished(const Json& pod);  // Succeeded or Failed
bool IsActive(const Json& pod);    // neither finished nor being deleted
bool IsReady(const Json& pod);
// Ready for `seconds`; where it is not yet so, but only needs time, `wait` becomes the rest of it
// if that is shorter.
bool IsAvailable(const Json& pod, int64_t seconds, base::UnixTime now,
                 std::optional<base::Duration>& wait);

// Objects of the owner's namespace that its selector means and that it controls. One that nobody
// controls is taken, one that the selector does not mean any more is let go.
ApiResult<Documents> Claim(InProcessClient& client, std::string_view resource, const Json& owner);
// A Pod of the template, controlled by `owner`; without a name.
Json PodOf(const Json& owner, const Json& pod_template);
// Sets what is above 0, takes away what is not, as the Go types leave zeros out.
void SetCounts(std::initializer_list<std::pair<const char*, int64_t>> counts, Json& status);
// Writes the status where it differs from that of `before`.
ApiStatus PutStatus(InProcessClient& client, std::string_view resource, const Json& before,
                    Json status, std::string_view manager = {});
// Of a document that was read.
ApiStatus DeleteDocument(InProcessClient& client, std::string_view resource, const Json& object);
// 32 bits of what the JSON says, as a label: letters and digits.
std::string HashText(const Json& value);

}  // namespace oarlock::sandbox
