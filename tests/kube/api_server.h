#pragma once
// ApiServer: a real etcd and kube-apiserver for tests, on loopback ports and in a scratch
// directory of their own, with TLS, RBAC, a token file and client certificates. Kept by a test
// program (kube_environment.h gives one per program); what a test starts itself it owns.
//
// Both servers can be stopped, killed and started again on the same data and ports. Nothing is
// left behind, also when the test program crashes (scratch_dir.h).
// Threads: Start/Stop/Kill/… from one thread at a time; the rest [any].
// Errors: a server that does not come up is an error with the end of its log. A missing program
// says `make kube`. Real time: starting takes 2-4 s, so do the waits.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "tests/kube/http.h"
#include "tests/kube/metrics_text.h"
#include "tests/kube/process.h"
#include "tests/kube/scratch_dir.h"
#include "tests/kube/server_flags.h"

namespace oarlock::kubetest {

// Who a kubeconfig speaks for.
enum class Identity : int32_t {
  kAdmin,               // client certificate, O=system:masters
  kAdminToken,          // the same rights by bearer token
  kLimited,             // user "limited" by token: no rights until a test binds a role to it
  kExpiredCertificate,  // the administrator's, ended an hour ago
  kBadToken,            // a token that the server does not know (any more)
  kWrongCa,             // the administrator, but trusting another authority
};

struct ApiServerOptions {
  // Appended to ours, so that they win: {"--goaway-chance=0.02"}, {"--watch-cache=false"}, …
  std::vector<std::string> api_server_flags;
  std::vector<std::string> etcd_flags;
  // "Metadata", "Request" or "RequestResponse": see AuditLogPath. Empty: no audit.
  std::string audit_level;
  // More lines of the token file: `token,user,uid,"group"`.
  std::vector<std::string> token_lines;
};

class ApiServer {
 public:
  // Starts both servers and waits for /readyz.
  static base::Result<std::unique_ptr<ApiServer>> Start(ApiServerOptions options = {});
  ~ApiServer();

  std::string url() const;  // https://127.0.0.1:PORT
  uint16_t port() const { return ports_.api; }
  const std::string& dir() const { return scratch_.path(); }
  std::string CaFile() const { return scratch_.File("ca.crt"); }
  std::string Token(Identity identity) const;  // empty for the certificate identities

  // Path of a kubeconfig file, with the files it names by absolute path.
  std::string Kubeconfig(Identity identity) const;
  // The same towards another address (a proxy of the test); written as `name`.kubeconfig.
  base::Result<std::string> KubeconfigVia(Identity identity, const std::string& server,
                                          const std::string& name) const;

  base::Status StopApiServer();    // SIGTERM and wait: it drains for seconds
  void KillApiServer();            // kill -9
  base::Status StartApiServer();   // waits for /readyz; OK when it runs already
  base::Status LaunchApiServer();  // does not wait (for a start while etcd is away)
  base::Status WaitForReady(std::chrono::seconds limit = std::chrono::seconds(60));
  bool ApiServerRunning() { return api_server_.Running(); }
  base::Status StopEtcd();
  void KillEtcd();
  base::Status StartEtcd();  // waits until it serves
  base::Status StartControllerManager();
  void KillControllerManager();

  // etcd's revision now = the resourceVersion of the newest change of any object.
  base::Result<int64_t> CurrentRevision();
  // Forgets every version before `revision` (at most CurrentRevision). A kube-apiserver that runs
  // looks for that every 15 s: only then does it refuse old `continue` tokens. Watches of old
  // versions it serves from its cache until it is restarted. After a restart both are 410 at once.
  base::Status Compact(int64_t revision);

  // One request; `path` starts with /. Any answer is a result, whatever its code.
  base::Result<HttpAnswer> Request(const std::string& method, const std::string& path,
                                   const std::string& body = {},
                                   const std::string& content_type = "application/json",
                                   Identity identity = Identity::kAdmin);
  // Runs kubectl as administrator.
  base::Result<CommandResult> Kubectl(std::vector<std::string> args,
                                      const std::string& input = {}) const;

  // Sum of the server's series `name` that carry at least `labels`; 0 when there is none.
  base::Result<double> Metric(std::string_view name, const Labels& labels = {});
  // Open watches of one resource, by the server's own count.
  base::Result<double> OpenWatches(const std::string& resource);

  std::string AuditLogPath() const { return scratch_.File("audit.log"); }
  // The ends of all logs, for messages of failed tests.
  std::string LogTails() const;

 private:
  explicit ApiServer(ApiServerOptions options) : options_(std::move(options)) {}

  base::Status Prepare();
  base::Status StartOnNewPorts();
  base::Status WriteKubeconfigs();
  base::Status WriteKubeconfig(Identity identity, const std::string& server,
                               const std::string& path) const;
  base::Status Launch(Process& process, const std::string& program,
                      const std::vector<std::string>& flags);
  // Polls `url` until it answers 200, `process` ends or `limit` passes.
  base::Status WaitFor200(Process& process, const std::string& name, const HttpRequest& probe,
                          std::chrono::seconds limit);
  HttpRequest As(Identity identity) const;
  base::Result<HttpAnswer> AskEtcd(const std::string& path, const std::string& body);
  std::string LogPath(const std::string& name) const { return scratch_.File(name + ".log"); }

  const ApiServerOptions options_;
  // Order matters: processes end before the directory goes.
  ScratchDir scratch_;
  Ports ports_;
  HttpClient http_;
  Process etcd_;
  Process api_server_;
  Process controller_manager_;
};

}  // namespace oarlock::kubetest
