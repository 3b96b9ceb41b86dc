#include "oci/registry_login.h"

#include <string_view>

#include "client/small_file.h"
#include "kube/decode.h"
#include "kube/text/base64.h"
#include "kube/value.h"

namespace oarlock::oci {
namespace {

// "https://registry.example:5000/v1/" → "registry.example:5000".
std::string_view WithoutDecoration(std::string_view key) {
  if (const size_t scheme = key.find("://"); scheme != std::string_view::npos) {
    key.remove_prefix(scheme + 3);
  }
  while (key.ends_with('/')) key.remove_suffix(1);
  for (const std::string_view version : {"/v1", "/v2"}) {
    if (key.ends_with(version)) key.remove_suffix(version.size());
  }
  return key;
}

// How much of the reference the key names; 0: another one.
size_t Fit(std::string_view key, const kube::BlobReference& reference) {
  const std::string whole = reference.registry + "/" + reference.repository;
  const std::string_view bare = WithoutDecoration(key);
  if (bare.empty() || !std::string_view(whole).starts_with(bare)) return 0;
  return bare.size() == whole.size() || whole[bare.size()] == '/' ? bare.size() : 0;
}

base::Result<RegistryLogin> LoginOf(kube::Value entry, const std::string& file) {
  RegistryLogin login;
  login.from = file;
  login.user = entry["username"].AsString();
  login.password = entry["password"].AsString();
  login.identity_token = entry["identitytoken"].AsString();
  if (const std::string_view both = entry["auth"].AsString(); !both.empty()) {
    const auto plain = kube::DecodeBase64(both);
    const size_t colon = plain ? plain->find(':') : std::string::npos;
    if (colon == std::string::npos) {
      return base::InvalidArgument(file + ": an \"auth\" that is no base64 of user:password");
    }
    login.user = plain->substr(0, colon);
    login.password = plain->substr(colon + 1);
  }
  return login;
}

base::Status ReadFile(const std::string& file, const std::string& text,
                      const kube::BlobReference& reference, RegistryLogins& out) {
  const auto document = kube::DocumentFromJson(text);
  if (!document.ok()) return base::InvalidArgument(file + ": " + document.status().message());
  const kube::Value root = document->root();
  size_t best = 0;
  kube::Value entry;
  for (const auto& [key, value] : kube::Members(root["auths"])) {
    const size_t fit = Fit(key, reference);
    if (fit <= best) continue;
    best = fit;
    entry = value;
  }
  out.has_helper = out.has_helper || !root["credsStore"].AsString().empty() ||
                   root["credHelpers"][reference.registry].exists();
  // An empty entry beside a helper only says that the helper knows.
  if (best == 0 || entry.empty()) return {};
  OARLOCK_ASSIGN_OR_RETURN(out.login, LoginOf(entry, file));
  return {};
}

}  // namespace

base::Result<RegistryLogins> FindLogin(const std::vector<std::string>& files, bool all_must_exist,
                                       const kube::BlobReference& reference) {
  RegistryLogins out;
  for (const std::string& file : files) {
    const auto text = client::ReadSmallFile(file, kRegistryConfigBytesMax);
    if (!text.ok() && text.status().code() == base::StatusCode::kNotFound && !all_must_exist) {
      continue;
    }
    if (!text.ok()) return text.status();
    OARLOCK_RETURN_IF_ERROR(ReadFile(file, *text, reference, out));
    if (out.login) return out;
  }
  return out;
}

std::vector<std::string> DefaultLoginFiles(const client::Environment& environment) {
  if (const std::string file = environment.Get("REGISTRY_AUTH_FILE"); !file.empty()) return {file};
  std::vector<std::string> files;
  const auto add = [&](std::string_view directory, std::string_view below, std::string_view name) {
    if (directory.empty()) return;
    files.push_back(std::string(directory) + std::string(below) + std::string(name));
  };
  const std::string home = environment.Get("HOME");
  add(environment.Get("XDG_RUNTIME_DIR"), "/containers", "/auth.json");
  const std::string config = environment.Get("XDG_CONFIG_HOME");
  add(config.empty() ? home : config, config.empty() ? "/.config/containers" : "/containers",
      "/auth.json");
  const std::string docker = environment.Get("DOCKER_CONFIG");
  add(docker.empty() ? home : docker, docker.empty() ? "/.docker" : "", "/config.json");
  return files;
}

}  // namespace oarlock::oci
