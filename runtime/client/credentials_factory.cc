#include "client/credentials_factory.h"

#include "client/auth/exec_credentials.h"
#include "client/auth/exec_protocol.h"
#include "client/auth/file_credentials.h"
#include "client/auth/key_pair.h"
#include "client/auth/kubeconfig_credentials.h"
#include "client/auth/shared_credentials.h"
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

// Equal for configurations that one authenticator can serve: the plugin, and the cluster where the
// plugin is told about it.
std::string ExecKey(const ClientConfig& config) {
  const ExecConfig& exec = *config.auth.exec;
  std::string key;
  const auto add = [&key](const std::string& part) {
    key += std::to_string(part.size()) + ":" + part;
  };
  add(exec.api_version);
  add(exec.command);
  add(exec.install_hint);
  add(std::to_string(static_cast<int>(exec.interactive)));
  add(std::to_string(exec.args.size()));
  for (const std::string& arg : exec.args) add(arg);
  for (const auto& [name, value] : exec.env) {
    add(name);
    add(value);
  }
  if (!exec.provide_cluster_info) return key;
  const TlsConfig& tls = config.tls;
  key += "cluster";
  for (const std::string* part : {&config.server, &tls.server_name, &tls.ca_data, &tls.ca_file,
                                  &config.proxy_url, &exec.cluster_config_json}) {
    add(*part);
  }
  return key + (tls.insecure ? "i" : "-") + (config.disable_compression ? "d" : "-");
}

}  // namespace

CredentialsFactory::CredentialsFactory(CredentialsDeps deps)
    : deps_(std::move(deps)), metrics_(std::make_shared<ExecMetrics>(deps_.metrics, deps_.clock)) {}

CredentialsFactory::~CredentialsFactory() { metrics_->EndCollection(); }

base::Result<std::unique_ptr<Credentials>> CredentialsFactory::Make(const ClientConfig& config) {
  OARLOCK_RETURN_IF_ERROR(Check(config));
  std::unique_ptr<Credentials> made;
  if (NeedsFiles(config)) {
    made = std::make_unique<FileCredentials>(config, deps_.clock, deps_.metrics, deps_.log);
  } else if (config.auth.exec && !HasStatic(config)) {
    OARLOCK_RETURN_IF_ERROR(CheckExecConfig(*config.auth.exec));
    made = std::make_unique<SharedCredentials>(Exec(config));
  } else {
    made = std::make_unique<StaticCredentials>(config);
  }
  return made;
}

base::Result<std::unique_ptr<Credentials>> CredentialsFactory::MakeFollowing(
    const ClientConfig& config, std::function<base::Result<ClientConfig>()> load) {
  OARLOCK_ASSIGN_OR_RETURN(std::unique_ptr<Credentials> inner, Make(config));
  if (config.files.empty()) return inner;
  auto make = [this](const ClientConfig& changed) { return Make(changed); };
  std::unique_ptr<Credentials> following = std::make_unique<KubeconfigCredentials>(
      config, std::move(inner),
      KubeconfigCredentials::Parts{deps_.clock, deps_.metrics, deps_.log, std::move(load),
                                   std::move(make)});
  return following;
}

std::shared_ptr<Credentials> CredentialsFactory::Exec(const ClientConfig& config) {
  base::MutexLock lock(mutex_);
  std::erase_if(exec_, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<ExecCredentials>& known = exec_[ExecKey(config)];
  std::shared_ptr<ExecCredentials> shared = known.lock();
  if (shared == nullptr) {
    shared = std::make_shared<ExecCredentials>(
        config, ExecDeps{deps_.clock, deps_.log, deps_.environment, deps_.exec_policy, metrics_});
    known = shared;
  }
  return shared;
}

}  // namespace oarlock::client
