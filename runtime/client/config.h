#pragma once
// ClientConfig: everything needed to talk to one API server as one identity, already resolved.
//
// Made by kubeconfig.h or in_cluster.h, consumed by the transport. A plain value: it owns its text,
// names files only where their content is re-read while running (token, certificates, CA).
// Printing hides secrets (Redacted). Threads: [any]. Limits: none of its own.

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace oarlock::client {

// Data wins over file when both are set (C-KC-11: empty data is as if it were not there).
struct TlsConfig {
  std::string ca_data;  // PEM
  std::string ca_file;
  std::string client_cert_data;
  std::string client_cert_file;
  std::string client_key_data;
  std::string client_key_file;
  std::string server_name;  // SNI and name check; empty = the URL's host
  bool insecure = false;
};

struct ExecConfig {
  std::string api_version;
  std::string command;  // absolute, or looked up in PATH
  std::vector<std::string> args;
  std::vector<std::pair<std::string, std::string>> env;
  std::string install_hint;
  bool provide_cluster_info = false;
  enum class Interactive { kNever, kIfAvailable, kAlways } interactive = Interactive::kIfAvailable;
  std::string cluster_config_json;  // extension client.authentication.k8s.io/exec; may be empty
};

struct Impersonation {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  std::map<std::string, std::vector<std::string>> extra;
};

struct AuthConfig {
  std::string token;
  std::string token_file;  // wins over token while readable (KC-7)
  std::string username;
  std::string password;
  std::optional<ExecConfig> exec;
  Impersonation impersonate;
};

struct ClientConfig {
  std::string server;  // URL with scheme, no trailing slash
  TlsConfig tls;
  AuthConfig auth;
  std::string proxy_url;  // http, https, socks5; empty = from the environment
  bool disable_compression = false;
  std::string default_namespace = "default";
  std::vector<std::string> files;     // kubeconfig files it came from, also missing ones (KC-13)
  std::string source;                 // for messages: "context admin of /cfg/a", "in-cluster"
  std::vector<std::string> warnings;  // said once at load (C-KC-06, C-YM-03)
};

// One line for logs: where to, as whom and why, without tokens, keys, passwords or plugin
// arguments.
std::string Redacted(const ClientConfig& config);

}  // namespace oarlock::client
