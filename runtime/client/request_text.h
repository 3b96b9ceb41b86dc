#pragma once
// The text of requests: paths with queries and small JSON bodies. Values; threads [any].
// Errors: kInvalidArgument for names that may not go into a URL.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "client/config.h"
#include "client/credentials.h"
#include "kube/client.h"

namespace oarlock::client {

base::Result<std::string> ListPath(const kube::ListScope& scope, const kube::ListOptions& options);
base::Result<std::string> WatchPath(const kube::ListScope& scope,
                                    const kube::WatchOptions& options);
// The Accept header: whole objects, or their metadata only (FA-8). The server marks the latter as
// of kind PartialObjectMetadata, each item of a list too. Who prefers protobuf takes JSON as well,
// from servers that have nothing else.
std::string_view ObjectAccept(kube::ContentType preferred);
std::string_view ListAccept(const kube::ListScope& scope, kube::ContentType preferred);
std::string_view WatchAccept(const kube::ListScope& scope, kube::ContentType preferred);
// `path` with the query of a write.
std::string WritePath(std::string path, const kube::WriteOptions& options,
                      const std::string& default_field_manager);
std::string_view PatchContentType(kube::PatchType type);
// Null when no option is set.
std::shared_ptr<const std::string> DeleteBody(const kube::DeleteOptions& options);

// Who requests are sent as.
struct RequestIdentity {
  std::vector<std::string> lines;            // headers: "Impersonate-User: …"
  base::Status status;                       // not OK: every request ends with it
  std::shared_ptr<Credentials> credentials;  // null: the transport's
};
// TP-7. Names with line breaks and groups without a user are refused.
RequestIdentity ImpersonationHeaders(const Impersonation& who);

}  // namespace oarlock::client
