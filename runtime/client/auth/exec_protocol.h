#pragma once
// What passes between us and an exec credential plugin (client.authentication.k8s.io): the text of
// KUBERNETES_EXEC_INFO and the ExecCredential that the plugin prints. Called by ExecCredentials.
// Threads: [any]; ExecInfoJson reads the CA file. Errors: kUnauthenticated that says what to mend.

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/status.h"
#include "client/config.h"
#include "client/credentials.h"

namespace oarlock::client {

// kInvalidArgument for a plugin API version that is neither v1 nor v1beta1, or no command.
base::Status CheckExecConfig(const ExecConfig& exec);

// The ExecCredential given to the plugin; with the cluster where the config says so (C-KC-05).
base::Result<std::string> ExecInfoJson(const ClientConfig& config, bool interactive);

struct ExecAnswer {
  CredentialSnapshot credentials;         // without a generation
  std::optional<base::UnixTime> expires;  // none: until a 401
};
base::Result<ExecAnswer> ParseExecCredential(std::string_view text, std::string_view api_version);

}  // namespace oarlock::client
