#pragma once
// Kubeconfig: finds, reads and merges kubeconfig files, and turns one context into a ClientConfig.
//
// Called by `app` at start (through in_cluster.h's LoadDefaultConfig, or directly), and when the
// files changed (KC-13). Files are never written (C-KC-12). Merging: the first file that defines a
// name wins as a whole, the first current-context that is not empty wins (KC-2). Relative paths are
// seen from the file that holds them (KC-4). Values; they own their text. Threads: [any]; blocks on
// the disk. Errors: kNotFound for an explicit file that is missing, else kInvalidArgument; one
// status names everything that is wrong, with file, line and path, and the files looked at. Limits:
// kKubeconfigBytesMax per file (small_file.h), and those of kube/yaml.h.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "client/config.h"
#include "client/environment.h"

namespace oarlock::client {

struct KubeCluster {
  std::string file;  // that defined it
  std::string server;
  TlsConfig tls;  // the cluster's part
  std::string proxy_url;
  bool disable_compression = false;
  std::string exec_extension_json;  // extension client.authentication.k8s.io/exec
};

struct KubeUser {
  std::string file;
  TlsConfig tls;  // the user's part: certificate and key
  AuthConfig auth;
  bool interactive_mode_set = false;  // v1 demands it
  std::string bad_interactive_mode;   // a value that is none
  std::string auth_provider;          // its name: not supported, use an exec plugin
};

struct KubeContext {
  std::string file;
  std::string cluster;
  std::string user;
  std::string ns;
};

struct KubeconfigFile {
  std::string path;
  bool found = false;
};

struct Kubeconfig {
  std::string current_context;
  std::map<std::string, KubeCluster, std::less<>> clusters;
  std::map<std::string, KubeUser, std::less<>> users;
  std::map<std::string, KubeContext, std::less<>> contexts;
  std::vector<KubeconfigFile> files;  // looked at, in the order of the list
  std::vector<std::string> warnings;

  bool empty() const;
  // "looked at /a/config (missing), /b/config".
  std::string FilesText() const;
};

struct KubeconfigOptions {
  std::string path;  // explicit: the only file, and it must exist
};

// KC-6. Empty fields change nothing.
struct KubeconfigOverrides {
  std::string context;
  std::string cluster;
  std::string user;
  std::string ns;
  std::string server;  // drops the cluster's tls-server-name unless one is given here
  std::string tls_server_name;
  std::string ca_file;           // replaces data and insecure
  std::optional<bool> insecure;  // true: drops the cluster's authority
  std::string token;             // replaces token file and basic authentication
  std::optional<Impersonation> impersonate;
};

// Explicit path, else the list in KUBECONFIG, else ~/.kube/config (KC-1). Missing files of the list
// are skipped; so the result may be empty.
base::Result<Kubeconfig> LoadKubeconfig(const KubeconfigOptions& options,
                                        const Environment& environment);

// One file's text; `path` is absolute and only used for messages and relative paths.
base::Result<Kubeconfig> ParseKubeconfig(std::string_view text, const std::string& path);

// The chosen (or current) context with the overrides, validated (KC-10).
base::Result<ClientConfig> ResolveKubeconfig(const Kubeconfig& config,
                                             const KubeconfigOverrides& overrides);

}  // namespace oarlock::client
