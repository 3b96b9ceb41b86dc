#pragma once
// RegistryLogin: who to be towards a registry, from files of the form that Secrets of the type
// kubernetes.io/dockerconfigjson and the tools of containers have.
//
// The files are read each time, so that a Secret that was rotated counts. Programs that such a file
// names as helpers are never run. Threads: [any]; blocks on the disk. Errors: kInvalidArgument,
// kPermissionDenied with the file's path; kNotFound only for a file that was named by hand.
// Limits: kRegistryConfigBytesMax.

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "client/environment.h"
#include "kube/blob/blob_reference.h"

namespace oarlock::oci {

inline constexpr size_t kRegistryConfigBytesMax = 1024 * 1024;

struct RegistryLogin {
  std::string user;
  std::string password;
  std::string identity_token;  // in place of a password: to be exchanged for a token
  std::string from;            // the file, for messages
};

struct RegistryLogins {
  std::optional<RegistryLogin> login;
  bool has_helper = false;  // some file leaves this registry to a helper program
};

// The first file that has an entry for the registry or, longer wins, for a path above the
// repository. Of `files` those that do not exist are skipped, unless `all_must_exist`.
base::Result<RegistryLogins> FindLogin(const std::vector<std::string>& files, bool all_must_exist,
                                       const kube::BlobReference& reference);

// Where the tools of containers keep them, most wanted first.
std::vector<std::string> DefaultLoginFiles(const client::Environment& environment);

}  // namespace oarlock::oci
