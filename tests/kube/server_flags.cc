#include "tests/kube/server_flags.h"

#include <unistd.h>

#include <cstdlib>

namespace oarlock::kubetest {
namespace {

std::string Local(const char* scheme, uint16_t port) {
  return std::string(scheme) + "://127.0.0.1:" + std::to_string(port);
}

}  // namespace

base::Result<std::string> FindProgram(const std::string& name) {
  const char* chosen = std::getenv("OARLOCK_KUBE_BIN");
  const std::string dir = chosen != nullptr ? chosen : OARLOCK_KUBE_BIN_DIR;
  std::string path = dir + "/" + name;
  if (access(path.c_str(), X_OK) == 0) return path;
  return base::FailedPrecondition("no program " + path + ": run `make kube` first");
}

std::vector<std::string> EtcdFlags(const std::string& dir, const Ports& ports) {
  const std::string client = Local("http", ports.etcd_client);
  const std::string peer = Local("http", ports.etcd_peer);
  return {"--name=test",
          "--data-dir=" + dir + "/etcd",
          "--unsafe-no-fsync",
          "--listen-client-urls=" + client,
          "--advertise-client-urls=" + client,
          "--listen-peer-urls=" + peer,
          "--initial-advertise-peer-urls=" + peer,
          "--initial-cluster=test=" + peer,
          "--log-level=error"};
}

std::vector<std::string> ApiServerFlags(const std::string& dir, const Ports& ports) {
  return {"--etcd-servers=" + Local("http", ports.etcd_client),
          // Versions go when a test says so. Not 0: then the server would not even look for
          // compactions of others, and would serve old pages of lists for ever.
          "--etcd-compaction-interval=24h", "--bind-address=127.0.0.1",
          "--secure-port=" + std::to_string(ports.api), "--tls-cert-file=" + dir + "/server.crt",
          "--tls-private-key-file=" + dir + "/server.key", "--client-ca-file=" + dir + "/ca.crt",
          "--token-auth-file=" + dir + "/tokens.csv", "--authorization-mode=RBAC",
          "--service-account-issuer=https://localhost",
          "--service-account-key-file=" + dir + "/service-account.key",
          "--service-account-signing-key-file=" + dir + "/service-account.key",
          "--service-cluster-ip-range=10.0.0.0/24", "--allow-privileged=true",
          "--disable-admission-plugins=ServiceAccount"};
}

std::vector<std::string> AuditFlags(const std::string& policy_path, const std::string& log_path) {
  return {"--audit-policy-file=" + policy_path, "--audit-log-path=" + log_path,
          "--audit-log-maxsize=4096",    // MB: never rotated, who reads it follows one file
          "--audit-log-mode=blocking"};  // a line is there before its answer
}

std::vector<std::string> ControllerManagerFlags(const std::string& dir, const Ports& ports,
                                                const std::string& kubeconfig) {
  return {"--kubeconfig=" + kubeconfig,
          "--bind-address=127.0.0.1",
          "--secure-port=" + std::to_string(ports.controller_manager),
          "--cert-dir=" + dir + "/controller-manager",
          "--leader-elect=false",
          "--root-ca-file=" + dir + "/ca.crt",
          "--service-account-private-key-file=" + dir + "/service-account.key"};
}

}  // namespace oarlock::kubetest
