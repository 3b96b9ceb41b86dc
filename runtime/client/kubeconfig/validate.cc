#include "client/kubeconfig/validate.h"

#include "client/auth/key_pair.h"
#include "client/small_file.h"
#include "client/url.h"

namespace oarlock::client {
namespace {

void CheckFile(std::string_view field, const std::string& path, std::vector<std::string>& errors) {
  if (path.empty()) return;
  const base::Result<std::string> text = ReadSmallFile(path, kCredentialFileBytesMax);
  if (!text.ok()) errors.push_back(std::string(field) + ": " + text.status().message());
}

void CheckOneOf(const std::string& data, std::string_view field, const std::string& file,
                std::vector<std::string>& errors) {
  if (data.empty() || file.empty()) return;
  errors.push_back(std::string(field) + "-data and " + std::string(field) +
                   " are both set: keep one");
}

void ValidateClientCertificate(const TlsConfig& tls, std::vector<std::string>& errors) {
  CheckOneOf(tls.client_cert_data, "client-certificate", tls.client_cert_file, errors);
  CheckOneOf(tls.client_key_data, "client-key", tls.client_key_file, errors);
  const bool has_cert = !tls.client_cert_data.empty() || !tls.client_cert_file.empty();
  const bool has_key = !tls.client_key_data.empty() || !tls.client_key_file.empty();
  if (has_cert && !has_key) {
    errors.emplace_back("a client certificate needs client-key or client-key-data");
  }
  if (!has_cert && has_key) {
    errors.emplace_back("a client key needs client-certificate or client-certificate-data");
  }
  CheckFile("client-certificate", tls.client_cert_file, errors);
  CheckFile("client-key", tls.client_key_file, errors);
  if (tls.client_cert_data.empty() || tls.client_key_data.empty()) return;
  const base::Status pair = CheckKeyPair(tls.client_cert_data, tls.client_key_data);
  if (!pair.ok()) errors.push_back(pair.message());
}

void ValidateExec(const KubeUser& user, std::vector<std::string>& errors) {
  const ExecConfig& exec = *user.auth.exec;
  const bool v1 = exec.api_version == "client.authentication.k8s.io/v1";
  if (exec.command.empty()) errors.emplace_back("exec.command is missing");
  if (exec.api_version.empty()) {
    errors.emplace_back("exec.apiVersion is missing: client.authentication.k8s.io/v1");
  } else if (!v1 && exec.api_version != "client.authentication.k8s.io/v1beta1") {
    errors.push_back("exec.apiVersion \"" + exec.api_version +
                     "\" is not supported: use client.authentication.k8s.io/v1");
  }
  if (!user.bad_interactive_mode.empty()) {
    errors.push_back("exec.interactiveMode \"" + user.bad_interactive_mode +
                     "\" must be Never, IfAvailable or Always");
  } else if (v1 && !user.interactive_mode_set) {
    errors.emplace_back(
        "exec.interactiveMode is missing: v1 asks for Never, IfAvailable or Always");
  }
  if (!user.auth_provider.empty()) errors.emplace_back("auth-provider and exec are both set");
}

void ValidateImpersonation(const Impersonation& who, std::vector<std::string>& errors) {
  if (!who.user.empty()) return;
  if (!who.uid.empty()) errors.emplace_back("as-uid needs as");
  if (!who.groups.empty()) errors.emplace_back("as-groups needs as");
  if (!who.extra.empty()) errors.emplace_back("as-user-extra needs as");
}

}  // namespace

void ValidateCluster(const KubeCluster& cluster, std::vector<std::string>& errors) {
  if (cluster.server.empty()) {
    errors.emplace_back("server is missing");
  } else if (const auto url = ServerUrl::Parse(cluster.server); !url.ok()) {
    errors.push_back(url.status().message());
  }
  const TlsConfig& tls = cluster.tls;
  CheckOneOf(tls.ca_data, "certificate-authority", tls.ca_file, errors);
  if (tls.insecure && (!tls.ca_data.empty() || !tls.ca_file.empty())) {
    errors.emplace_back("insecure-skip-tls-verify and a certificate authority are both set");
  }
  CheckFile("certificate-authority", tls.ca_file, errors);
  if (!tls.ca_data.empty() && tls.ca_data.find("-----BEGIN ") == std::string::npos) {
    errors.emplace_back("certificate-authority-data holds no PEM certificate");
  }
  const std::string& proxy = cluster.proxy_url;
  if (proxy.empty() || proxy.starts_with("http://") || proxy.starts_with("https://") ||
      proxy.starts_with("socks5://")) {
    return;
  }
  errors.emplace_back("proxy-url must start with http://, https:// or socks5://");
}

void ValidateUser(const KubeUser& user, std::vector<std::string>& errors) {
  const AuthConfig& auth = user.auth;
  ValidateClientCertificate(user.tls, errors);
  const bool has_token = !auth.token.empty() || !auth.token_file.empty();
  const bool has_basic = !auth.username.empty() || !auth.password.empty();
  if (has_token && has_basic) errors.emplace_back("a token and username/password are both set");
  if (auth.token.empty()) CheckFile("tokenFile", auth.token_file, errors);
  if (auth.exec) ValidateExec(user, errors);
  const bool has_cert = !user.tls.client_cert_data.empty() || !user.tls.client_cert_file.empty();
  if (!user.auth_provider.empty() && !has_token && !has_basic && !has_cert && !auth.exec) {
    errors.push_back("auth-provider \"" + user.auth_provider +
                     "\" is not supported: use an exec plugin");
  }
  ValidateImpersonation(auth.impersonate, errors);
}

}  // namespace oarlock::client
