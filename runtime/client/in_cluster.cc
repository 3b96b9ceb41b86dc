#include "client/in_cluster.h"

#include "client/kubeconfig/overrides.h"
#include "client/small_file.h"
#include "client/trim.h"

namespace oarlock::client {
namespace {

constexpr std::string_view kHostVariable = "KUBERNETES_SERVICE_HOST";
constexpr std::string_view kPortVariable = "KUBERNETES_SERVICE_PORT";

std::string Namespace(const Environment& environment, const std::string& dir) {
  std::string ns = environment.Get("POD_NAMESPACE");
  if (!ns.empty()) return ns;
  const base::Result<std::string> text = ReadSmallFile(dir + "/namespace", kCredentialFileBytesMax);
  if (text.ok()) ns = Trimmed(*text);
  return ns.empty() ? "default" : ns;
}

void UseCa(const std::string& path, ClientConfig& config) {
  const base::Result<std::string> text = ReadSmallFile(path, kCredentialFileBytesMax);
  if (text.ok() && text->find("-----BEGIN CERTIFICATE-----") != std::string::npos) {
    config.tls.ca_file = path;
    return;
  }
  config.warnings.push_back(
      (text.ok() ? path + ": holds no PEM certificate" : text.status().message()) +
      "; the system's certificate authorities are used");
}

// True when the kubeconfig (or what was asked for) says which cluster to use.
bool Chooses(const Kubeconfig& config, const KubeconfigOverrides& overrides) {
  return !config.current_context.empty() || !overrides.context.empty() ||
         !overrides.cluster.empty() || !overrides.server.empty();
}

}  // namespace

bool IsInCluster(const Environment& environment) {
  return !environment.Get(kHostVariable).empty() && !environment.Get(kPortVariable).empty();
}

base::Result<ClientConfig> LoadInClusterConfig(const Environment& environment,
                                               const InClusterPaths& paths) {
  if (!IsInCluster(environment)) {
    return base::FailedPrecondition(
        "not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set");
  }
  const std::string& dir = paths.service_account_dir;
  ClientConfig config;
  config.auth.token_file = dir + "/token";
  const base::Result<std::string> token =
      ReadSmallFile(config.auth.token_file, kCredentialFileBytesMax);
  if (!token.ok()) return token.status().WithContext("in-cluster: service account token");
  if (Trimmed(*token).empty()) {
    return base::InvalidArgument("in-cluster: service account token: " + config.auth.token_file +
                                 " is empty");
  }
  const std::string host = environment.Get(kHostVariable);
  const bool v6 = host.find(':') != std::string::npos;
  config.server =
      "https://" + (v6 ? "[" + host + "]" : host) + ":" + environment.Get(kPortVariable);
  UseCa(dir + "/ca.crt", config);
  config.default_namespace = Namespace(environment, dir);
  config.source = "in-cluster";
  return config;
}

base::Result<ClientConfig> LoadDefaultConfig(const KubeconfigOptions& options,
                                             const KubeconfigOverrides& overrides,
                                             const Environment& environment,
                                             const InClusterPaths& paths) {
  OARLOCK_ASSIGN_OR_RETURN(const Kubeconfig kubeconfig, LoadKubeconfig(options, environment));
  const bool explicit_file = !options.path.empty();
  if (explicit_file || Chooses(kubeconfig, overrides) || !IsInCluster(environment)) {
    base::Result<ClientConfig> config = ResolveKubeconfig(kubeconfig, overrides);
    if (config.ok() || explicit_file || !kubeconfig.empty()) return config;
    return base::Status(config.status().code(),
                        config.status().message() + "; not in a cluster either");
  }
  OARLOCK_ASSIGN_OR_RETURN(ClientConfig config, LoadInClusterConfig(environment, paths));
  config.warnings.insert(config.warnings.begin(), kubeconfig.warnings.begin(),
                         kubeconfig.warnings.end());
  if (!overrides.ns.empty()) config.default_namespace = overrides.ns;
  OverrideTls(overrides, config.tls);
  OverrideAuth(overrides, config.auth);
  return config;
}

}  // namespace oarlock::client
