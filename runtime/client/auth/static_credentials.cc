#include "client/auth/static_credentials.h"

#include "client/trim.h"
#include "kube/text/base64.h"

namespace oarlock::client {

std::string StaticAuthorization(const AuthConfig& auth) {
  if (!auth.token.empty()) return "Bearer " + Trimmed(auth.token);
  if (auth.username.empty() && auth.password.empty()) return {};
  return "Basic " + kube::EncodeBase64(auth.username + ":" + auth.password);
}

StaticCredentials::StaticCredentials(const ClientConfig& config)
    : snapshot_{.authorization = StaticAuthorization(config.auth),
                .client_cert_pem = config.tls.client_cert_data,
                .client_key_pem = config.tls.client_key_data,
                .generation = 1} {}

void StaticCredentials::Get(Ready ready) { ready(snapshot_); }

void StaticCredentials::Invalidate(uint64_t /*generation*/) {}

}  // namespace oarlock::client
