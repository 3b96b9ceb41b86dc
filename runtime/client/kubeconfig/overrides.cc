#include "client/kubeconfig/overrides.h"

namespace oarlock::client {

void OverrideTls(const KubeconfigOverrides& overrides, TlsConfig& tls) {
  // The name to check belonged to the server that is replaced.
  if (!overrides.server.empty()) tls.server_name.clear();
  if (!overrides.tls_server_name.empty()) tls.server_name = overrides.tls_server_name;
  if (overrides.insecure) tls.insecure = *overrides.insecure;
  if (!overrides.ca_file.empty()) {
    tls.ca_file = overrides.ca_file;
    tls.ca_data.clear();
    // Both asked for at once stays, and is refused by validation.
    tls.insecure = overrides.insecure.value_or(false);
  } else if (overrides.insecure.value_or(false)) {
    tls.ca_file.clear();
    tls.ca_data.clear();
  }
}

void OverrideAuth(const KubeconfigOverrides& overrides, AuthConfig& auth) {
  if (!overrides.token.empty()) {
    auth.token = overrides.token;
    auth.token_file.clear();
    auth.username.clear();
    auth.password.clear();
  }
  if (overrides.impersonate) auth.impersonate = *overrides.impersonate;
}

}  // namespace oarlock::client
