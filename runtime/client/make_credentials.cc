#include "client/make_credentials.h"

#include "client/auth/exec_credentials.h"
#include "client/auth/exec_protocol.h"
#include "client/auth/file_credentials.h"
#include "client/auth/key_pair.h"
#include "client/auth/static_credentials.h"

namespace oarlock::client {
namespace {

base::Status Check(const ClientConfig& config) {
  const AuthConfig& auth = config.auth;
  const TlsConfig& tls = config.tls;
  const bool has_basic = !auth.username.empty() || !auth.password.empty();
  if (has_basic && (!auth.token.empty() || !auth.token_file.empty())) {
    return base::InvalidArgument("credentials: a token and username/password are both set");
  }
  const bool has_cert = !tls.client_cert_data.empty() || !tls.client_cert_file.empty();
  const bool has_key = !tls.client_key_data.empty() || !tls.client_key_file.empty();
  if (has_cert != has_key) {
    return base::InvalidArgument("credentials: a client certificate and its key go together");
  }
  if (!tls.client_cert_data.empty() && !tls.client_key_data.empty()) {
    return CheckKeyPair(tls.client_cert_data, tls.client_key_data).WithContext("credentials");
  }
  return {};
}

bool NeedsFiles(const ClientConfig& config) {
  const TlsConfig& tls = config.tls;
  return !config.auth.token_file.empty() ||
         (tls.client_cert_data.empty() && !tls.client_cert_file.empty()) ||
         (tls.client_key_data.empty() && !tls.client_key_file.empty());
}

bool HasStatic(const ClientConfig& config) {
  return !config.auth.token.empty() || !config.auth.username.empty() ||
         !config.auth.password.empty() || !config.tls.client_cert_data.empty();
}

}  // namespace

base::Result<std::unique_ptr<Credentials>> MakeCredentials(const ClientConfig& config,
                                                           base::Clock& clock, const base::Log& log,
                                                           const Environment& environment) {
  OARLOCK_RETURN_IF_ERROR(Check(config));
  std::unique_ptr<Credentials> made;
  if (NeedsFiles(config)) {
    made = std::make_unique<FileCredentials>(config, clock, log);
  } else if (config.auth.exec && !HasStatic(config)) {
    OARLOCK_RETURN_IF_ERROR(CheckExecConfig(*config.auth.exec));
    made = std::make_unique<ExecCredentials>(config, environment, clock, log);
  } else {
    made = std::make_unique<StaticCredentials>(config);
  }
  return made;
}

base::Result<std::unique_ptr<Credentials>> MakeCredentials(const ClientConfig& config,
                                                           base::Clock& clock,
                                                           const base::Log& log) {
  return MakeCredentials(config, clock, log, Environment::OfProcess());
}

}  // namespace oarlock::client
