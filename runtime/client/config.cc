#include "client/config.h"

namespace oarlock::client {
namespace {

std::string Origin(const std::string& data, const std::string& file, const char* none) {
  if (!data.empty()) return "inline";
  return file.empty() ? none : file;
}

// "http://user:secret@proxy" → "http://proxy".
std::string WithoutUser(const std::string& url) {
  const size_t scheme = url.find("://");
  const size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
  const size_t at = url.substr(0, url.find('/', begin)).rfind('@');
  return at == std::string::npos || at < begin ? url : url.substr(0, begin) + url.substr(at + 1);
}

std::string AuthText(const ClientConfig& config) {
  const AuthConfig& auth = config.auth;
  const TlsConfig& tls = config.tls;
  std::string out;
  const auto add = [&out](const std::string& text) { out += (out.empty() ? "" : "+") + text; };
  if (!auth.token_file.empty()) add("token-file(" + auth.token_file + ")");
  if (!auth.token.empty()) add("token");
  if (!auth.username.empty() || !auth.password.empty()) add("basic(" + auth.username + ")");
  // Arguments and variables of a plugin may be secrets.
  if (auth.exec) add("exec(" + auth.exec->command + ")");
  const std::string cert = Origin(tls.client_cert_data, tls.client_cert_file, "");
  if (!cert.empty()) add("certificate(" + cert + ")");
  return out.empty() ? "anonymous" : out;
}

}  // namespace

std::string Redacted(const ClientConfig& config) {
  std::string out = "server=" + WithoutUser(config.server);
  out += " source=" + config.source + " namespace=" + config.default_namespace;
  out += " auth=" + AuthText(config);
  if (!config.auth.impersonate.user.empty()) out += " as=" + config.auth.impersonate.user;
  out += " ca=" + (config.tls.insecure ? "not-checked"
                                       : Origin(config.tls.ca_data, config.tls.ca_file, "system"));
  if (!config.tls.server_name.empty()) out += " tls-server-name=" + config.tls.server_name;
  if (!config.proxy_url.empty()) out += " proxy=" + WithoutUser(config.proxy_url);
  return out;
}

}  // namespace oarlock::client
