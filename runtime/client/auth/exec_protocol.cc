#include "client/auth/exec_protocol.h"

#include "client/auth/key_pair.h"
#include "client/small_file.h"
#include "kube/decode.h"
#include "kube/json_text.h"
#include "kube/text/base64.h"
#include "kube/timestamp.h"

namespace oarlock::client {
namespace {

constexpr std::string_view kGroup = "client.authentication.k8s.io/";

base::Status Refused(std::string message) {
  return {base::StatusCode::kUnauthenticated, std::move(message)};
}

void AddString(std::string_view key, std::string_view value, std::string& out) {
  if (value.empty()) return;
  if (out.back() != '{') out += ',';
  kube::AppendJsonString(key, out);
  out += ':';
  kube::AppendJsonString(value, out);
}

void AddRaw(std::string_view key, std::string_view json, std::string& out) {
  if (out.back() != '{') out += ',';
  kube::AppendJsonString(key, out);
  out.append(":").append(json);
}

base::Status AddCluster(const ClientConfig& config, std::string& out) {
  const TlsConfig& tls = config.tls;
  std::string ca = tls.ca_data;
  if (ca.empty() && !tls.ca_file.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(ca, ReadSmallFile(tls.ca_file, kCredentialFileBytesMax));
  }
  AddRaw("cluster", "{", out);
  AddString("server", config.server, out);
  AddString("tls-server-name", tls.server_name, out);
  if (tls.insecure) AddRaw("insecure-skip-tls-verify", "true", out);
  AddString("certificate-authority-data", kube::EncodeBase64(ca), out);
  AddString("proxy-url", config.proxy_url, out);
  if (config.disable_compression) AddRaw("disable-compression", "true", out);
  const std::string& extension = config.auth.exec->cluster_config_json;
  if (!extension.empty()) AddRaw("config", extension, out);
  out += '}';
  return {};
}

base::Status ReadStatus(kube::Value status, ExecAnswer& answer) {
  const std::string_view token = status["token"].AsString();
  CredentialSnapshot& credentials = answer.credentials;
  credentials.client_cert_pem = status["clientCertificateData"].AsString();
  credentials.client_key_pem = status["clientKeyData"].AsString();
  if (credentials.client_cert_pem.empty() != credentials.client_key_pem.empty()) {
    return Refused("it printed a certificate without its key, or the reverse");
  }
  if (token.empty() && credentials.client_cert_pem.empty()) {
    return Refused("it printed neither a token nor a client certificate");
  }
  if (token.find_first_of("\r\n") != std::string_view::npos) {
    return Refused("it printed a token with a line break");
  }
  if (!token.empty()) credentials.authorization = "Bearer " + std::string(token);
  if (!credentials.client_cert_pem.empty()) {
    const base::Status pair = CheckKeyPair(credentials.client_cert_pem, credentials.client_key_pem);
    if (!pair.ok()) return Refused("what it printed cannot be used: " + pair.message());
  }
  const kube::Value expires = status["expirationTimestamp"];
  if (!expires.exists() || expires.is_null()) return {};
  answer.expires = kube::ParseTimestamp(expires.AsString());
  if (!answer.expires) return Refused("it printed an expirationTimestamp that is no time");
  return {};
}

}  // namespace

base::Status CheckExecConfig(const ExecConfig& exec) {
  if (exec.command.empty()) return base::InvalidArgument("exec plugin: no command");
  for (const std::string_view version : {"v1", "v1beta1"}) {
    if (exec.api_version == std::string(kGroup).append(version)) return {};
  }
  return base::InvalidArgument("exec plugin: apiVersion \"" + exec.api_version +
                               "\" is not supported: use client.authentication.k8s.io/v1");
}

base::Result<std::string> ExecInfoJson(const ClientConfig& config, bool interactive) {
  std::string out = "{";
  AddString("apiVersion", config.auth.exec->api_version, out);
  AddString("kind", "ExecCredential", out);
  AddRaw("spec", "{", out);
  AddRaw("interactive", interactive ? "true" : "false", out);
  if (config.auth.exec->provide_cluster_info) {
    const base::Status status = AddCluster(config, out);
    if (!status.ok()) return Refused("the certificate authority for it: " + status.message());
  }
  return out + "}}";
}

base::Result<ExecAnswer> ParseExecCredential(std::string_view text, std::string_view api_version) {
  // The decoder's error is not passed on: it may quote what could be a secret.
  const base::Result<kube::Object> object = kube::DocumentFromJson(text);
  if (!object.ok() || !object->root().is_map()) {
    return Refused("it did not print an ExecCredential as JSON");
  }
  const kube::Value root = object->root();
  if (root["kind"].AsString() != "ExecCredential") {
    return Refused("it printed no object of kind ExecCredential");
  }
  if (root["apiVersion"].AsString() != api_version) {
    return Refused("it answered in another apiVersion than asked for: the kubeconfig says " +
                   std::string(api_version));
  }
  if (!root["status"].is_map()) return Refused("it printed an ExecCredential without status");
  ExecAnswer answer;
  OARLOCK_RETURN_IF_ERROR(ReadStatus(root["status"], answer));
  return answer;
}

}  // namespace oarlock::client
