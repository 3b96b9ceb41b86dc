// ParseKubeconfig: one file's text to the clusters, users and contexts it defines.
#include <functional>

#include "client/kubeconfig.h"
#include "client/kubeconfig/map_reader.h"

namespace oarlock::client {
namespace {

constexpr std::string_view kExecExtension = "client.authentication.k8s.io/exec";

// Terminal escapes in a hint would run in the operator's terminal (KC-9).
std::string WithoutControls(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += (byte < 0x20 && c != '\n') || byte == 0x7f ? ' ' : c;
  }
  return out;
}

class FileParser {
 public:
  explicit FileParser(const std::string& path) : path_(path), dir_(path.substr(0, DirSize())) {}

  base::Result<Kubeconfig> Parse(std::string_view text) {
    OARLOCK_ASSIGN_OR_RETURN(const std::vector<kube::YamlDocument> documents,
                             kube::ReadYaml(text, path_, {.allow_anchors = true}));
    Kubeconfig out;
    if (documents.empty()) return out;
    if (documents.size() > 1) {
      return documents[1].Error(documents[1].root(), {}, "a kubeconfig has one document only");
    }
    if (!documents[0].root().is_map()) {
      return documents[0].Error(documents[0].root(), {}, "a kubeconfig must be a map");
    }
    ReadRoot(MapReader(documents[0], documents[0].root(), {}, findings_), out);
    if (!findings_.errors.empty()) return AllErrors();
    out.warnings = std::move(findings_.warnings);
    return out;
  }

 private:
  size_t DirSize() const {
    return path_.rfind('/') == std::string::npos ? 0 : path_.rfind('/') + 1;
  }

  base::Status AllErrors() const {
    std::string message;
    for (const std::string& error : findings_.errors) {
      message += (message.empty() ? "" : "; ") + error;
    }
    return base::InvalidArgument(std::move(message));
  }

  // KC-4.
  std::string Path(const MapReader& map, std::string_view key) const {
    const std::string path = map.String(key);
    return path.empty() ? path : Environment::JoinPath(dir_, path);
  }

  void ReadRoot(const MapReader& root, Kubeconfig& out) {
    const std::string kind = root.String("kind");
    if (!kind.empty() && kind != "Config") root.Error(root.value("kind"), "kind", "must be Config");
    const std::string version = root.String("apiVersion");
    if (!version.empty() && version != "v1") {
      root.Error(root.value("apiVersion"), "apiVersion", "must be v1");
    }
    out.current_context = root.String("current-context");
    ReadNamed<KubeCluster>(root, "clusters", "cluster", out.clusters,
                           [this](const MapReader& map) { return ReadCluster(map); });
    ReadNamed<KubeUser>(root, "users", "user", out.users,
                        [this](const MapReader& map) { return ReadUser(map); });
    ReadNamed<KubeContext>(root, "contexts", "context", out.contexts,
                           [this](const MapReader& map) { return ReadContext(map); });
  }

  template <typename T>
  void ReadNamed(const MapReader& root, std::string_view list, std::string_view key,
                 std::map<std::string, T, std::less<>>& out,
                 const std::function<T(const MapReader&)>& read) {
    std::map<std::string, int> lines;
    root.Each(list, [&](const MapReader& entry) {
      const std::string name = entry.String("name");
      if (name.empty()) {
        entry.Error(entry.value(), "name", "is missing");
        return;
      }
      T value = read(entry.Map(key));
      value.file = path_;
      if (out.emplace(name, std::move(value)).second) {
        lines[name] = entry.LineOf(entry.value());
        return;
      }
      entry.Error(entry.value("name"), "name",
                  "is there twice, first in line " + std::to_string(lines[name]));
    });
  }

  KubeCluster ReadCluster(const MapReader& map) {
    KubeCluster cluster;
    cluster.server = map.String("server");
    cluster.tls.server_name = map.String("tls-server-name");
    cluster.tls.insecure = map.Bool("insecure-skip-tls-verify");
    cluster.tls.ca_file = Path(map, "certificate-authority");
    cluster.tls.ca_data = map.Base64("certificate-authority-data");
    cluster.proxy_url = map.String("proxy-url");
    cluster.disable_compression = map.Bool("disable-compression");
    std::map<std::string, int> lines;
    map.Each("extensions", [&](const MapReader& entry) {
      const std::string name = entry.String("name");
      const int line = entry.LineOf(entry.value());
      if (!lines.emplace(name, line).second) {
        entry.Error(entry.value("name"), "name",
                    "is there twice, first in line " + std::to_string(lines[name]));
      }
      const kube::Value extension = entry.value("extension");
      if (name == kExecExtension && extension.exists()) {
        cluster.exec_extension_json = extension.ToJson();
      }
    });
    return cluster;
  }

  KubeUser ReadUser(const MapReader& map) {
    KubeUser user;
    user.tls.client_cert_file = Path(map, "client-certificate");
    user.tls.client_cert_data = map.Base64("client-certificate-data");
    user.tls.client_key_file = Path(map, "client-key");
    user.tls.client_key_data = map.Base64("client-key-data");
    user.auth.token = map.String("token");
    user.auth.token_file = Path(map, "tokenFile");
    user.auth.username = map.String("username");
    user.auth.password = map.String("password");
    user.auth.impersonate.user = map.String("as");
    user.auth.impersonate.uid = map.String("as-uid");
    user.auth.impersonate.groups = map.Strings("as-groups");
    const MapReader extra = map.Map("as-user-extra");
    for (const kube::Member& member : kube::Members(extra.value())) {
      user.auth.impersonate.extra[std::string(member.key)] = extra.Strings(member.key);
    }
    const MapReader provider = map.Map("auth-provider");
    if (provider.value().exists()) {
      user.auth_provider = provider.String("name");
      if (user.auth_provider.empty()) user.auth_provider = "without a name";
    }
    const MapReader exec = map.Map("exec");
    if (exec.value().exists()) ReadExec(exec, user);
    return user;
  }

  void ReadExec(const MapReader& map, KubeUser& user) {
    ExecConfig& exec = user.auth.exec.emplace();
    exec.api_version = map.String("apiVersion");
    exec.command = map.String("command");
    if (exec.command.find('/') != std::string::npos) {
      exec.command = Environment::JoinPath(dir_, exec.command);  // C-KC-03
    }
    exec.args = map.Strings("args");
    map.Each("env", [&exec](const MapReader& entry) {
      const std::string name = entry.String("name");
      if (name.empty() || name.find('=') != std::string::npos) {
        entry.Error(entry.value(), "name", "must be the name of an environment variable");
      }
      exec.env.emplace_back(name, entry.String("value"));
    });
    exec.install_hint = WithoutControls(map.String("installHint"));
    exec.provide_cluster_info = map.Bool("provideClusterInfo");
    const std::string mode = map.String("interactiveMode");
    user.interactive_mode_set = !mode.empty();
    if (mode == "Never") {
      exec.interactive = ExecConfig::Interactive::kNever;
    } else if (mode == "Always") {
      exec.interactive = ExecConfig::Interactive::kAlways;
    } else if (!mode.empty() && mode != "IfAvailable") {
      user.bad_interactive_mode = mode;
    }
  }

  KubeContext ReadContext(const MapReader& map) {
    KubeContext context;
    context.cluster = map.String("cluster");
    context.user = map.String("user");
    context.ns = map.String("namespace");
    return context;
  }

  const std::string path_;
  const std::string dir_;
  Findings findings_;
};

}  // namespace

base::Result<Kubeconfig> ParseKubeconfig(std::string_view text, const std::string& path) {
  return FileParser(path).Parse(text);
}

}  // namespace oarlock::client
