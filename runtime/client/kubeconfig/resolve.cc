// ResolveKubeconfig: one context with its cluster and user, overrides applied, to a ClientConfig.
#include "client/kubeconfig.h"
#include "client/kubeconfig/overrides.h"
#include "client/kubeconfig/validate.h"

namespace oarlock::client {
namespace {

template <typename Map>
std::string Names(const Map& map) {
  if (map.empty()) return "there is none";
  std::string out;
  for (const auto& [name, value] : map) out += (out.empty() ? "there are: " : ", ") + name;
  return out;
}

std::string Quoted(const std::string& text) { return "\"" + text + "\""; }

// The entries that the context (or an override) names.
struct Selection {
  std::string context_name;
  KubeContext context;
  KubeCluster cluster;
  KubeUser user;
};

class Resolver {
 public:
  Resolver(const Kubeconfig& config, const KubeconfigOverrides& overrides)
      : config_(config), overrides_(overrides) {}

  base::Result<ClientConfig> Resolve() {
    OARLOCK_RETURN_IF_ERROR(ChooseContext());
    ChooseCluster();
    ChooseUser();
    ApplyOverrides();
    AddScheme();
    if (errors_.empty()) ValidateCluster(chosen_.cluster, errors_);
    ValidateUser(chosen_.user, errors_);
    if (!errors_.empty()) return AllErrors();
    DropUnusedCredentials();
    return Build();
  }

 private:
  base::Status ChooseContext() {
    std::string& name = chosen_.context_name;
    name = overrides_.context.empty() ? config_.current_context : overrides_.context;
    if (name.empty()) {
      // A server (or cluster) given from outside is enough.
      if (!overrides_.server.empty() || !overrides_.cluster.empty()) return {};
      const std::string what =
          config_.empty()
              ? "there is no configuration"
              : "no current-context is set and none was asked for; " + Names(config_.contexts);
      return base::InvalidArgument("kubeconfig: " + what + "; " + config_.FilesText());
    }
    const auto found = config_.contexts.find(name);
    if (found == config_.contexts.end()) {
      return base::InvalidArgument("kubeconfig: context " + Quoted(name) + " does not exist; " +
                                   Names(config_.contexts) + "; " + config_.FilesText());
    }
    chosen_.context = found->second;
    return {};
  }

  void ChooseCluster() {
    const std::string& name =
        overrides_.cluster.empty() ? chosen_.context.cluster : overrides_.cluster;
    if (name.empty()) {
      if (overrides_.server.empty()) errors_.emplace_back("it names no cluster");
      return;
    }
    const auto found = config_.clusters.find(name);
    if (found == config_.clusters.end()) {
      errors_.push_back("cluster " + Quoted(name) + " does not exist; " + Names(config_.clusters));
    } else {
      chosen_.cluster = found->second;
    }
  }

  void ChooseUser() {
    const std::string& name = overrides_.user.empty() ? chosen_.context.user : overrides_.user;
    if (name.empty()) return;  // anonymous
    const auto found = config_.users.find(name);
    if (found == config_.users.end()) {
      errors_.push_back("user " + Quoted(name) + " does not exist; " + Names(config_.users));
    } else {
      chosen_.user = found->second;
    }
  }

  void ApplyOverrides() {
    KubeCluster& cluster = chosen_.cluster;
    if (!overrides_.server.empty()) cluster.server = overrides_.server;
    OverrideTls(overrides_, cluster.tls);
    OverrideAuth(overrides_, chosen_.user.auth);
    if (!overrides_.ns.empty()) chosen_.context.ns = overrides_.ns;
  }

  // Without a scheme it is https where something about TLS is said, else http (RC-18).
  void AddScheme() {
    std::string& server = chosen_.cluster.server;
    while (server.ends_with('/')) server.pop_back();
    if (server.empty() || server.find("://") != std::string::npos) return;
    const TlsConfig& tls = chosen_.cluster.tls;
    const bool https = tls.insecure || !tls.ca_data.empty() || !tls.ca_file.empty();
    server = (https ? "https://" : "http://") + server;
  }

  base::Status AllErrors() const {
    std::string message;
    for (const std::string& error : errors_) message += (message.empty() ? "" : "; ") + error;
    return base::InvalidArgument("kubeconfig: " + Source() + ": " + message);
  }

  void DropUnusedCredentials() {
    AuthConfig& auth = chosen_.user.auth;
    TlsConfig& tls = chosen_.user.tls;
    const bool has_token = !auth.token.empty() || !auth.token_file.empty();
    const bool has_basic = !auth.username.empty() || !auth.password.empty();
    const bool has_cert = !tls.client_cert_data.empty() || !tls.client_cert_file.empty();
    if (!chosen_.cluster.server.starts_with("https://")) {
      if (has_token || has_basic || has_cert || auth.exec) {
        warnings_.push_back("the server " + Quoted(chosen_.cluster.server) +
                            " is not https: the user's credentials are not used");
      }
      auth = AuthConfig{.impersonate = std::move(auth.impersonate)};
      tls = {};
      return;
    }
    if (auth.exec && (has_token || has_basic || has_cert)) {
      const char* what = has_token ? "a token" : has_basic ? "username/password" : "a certificate";
      warnings_.push_back(std::string("the user has ") + what +
                          " and exec: the exec plugin is not run");
      auth.exec.reset();
    }
    if (!chosen_.user.auth_provider.empty()) {
      warnings_.push_back("auth-provider " + Quoted(chosen_.user.auth_provider) +
                          " is not supported and ignored");
    }
  }

  std::string Source() const {
    if (chosen_.context_name.empty()) return "no context";
    return "context " + Quoted(chosen_.context_name) + " of " + chosen_.context.file;
  }

  ClientConfig Build() {
    ClientConfig out;
    out.server = chosen_.cluster.server;
    out.tls = chosen_.cluster.tls;
    const TlsConfig& user = chosen_.user.tls;
    out.tls.client_cert_data = user.client_cert_data;
    out.tls.client_cert_file = user.client_cert_file;
    out.tls.client_key_data = user.client_key_data;
    out.tls.client_key_file = user.client_key_file;
    out.auth = chosen_.user.auth;
    if (out.auth.exec) out.auth.exec->cluster_config_json = chosen_.cluster.exec_extension_json;
    out.proxy_url = chosen_.cluster.proxy_url;
    out.disable_compression = chosen_.cluster.disable_compression;
    if (!chosen_.context.ns.empty()) out.default_namespace = chosen_.context.ns;
    for (const KubeconfigFile& file : config_.files) out.files.push_back(file.path);
    out.source = Source();
    out.warnings = config_.warnings;
    out.warnings.insert(out.warnings.end(), warnings_.begin(), warnings_.end());
    return out;
  }

  const Kubeconfig& config_;
  const KubeconfigOverrides& overrides_;
  Selection chosen_;
  std::vector<std::string> errors_;
  std::vector<std::string> warnings_;
};

}  // namespace

base::Result<ClientConfig> ResolveKubeconfig(const Kubeconfig& config,
                                             const KubeconfigOverrides& overrides) {
  return Resolver(config, overrides).Resolve();
}

}  // namespace oarlock::client
