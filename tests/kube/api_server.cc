#include "tests/kube/api_server.h"

#include <openssl/evp.h>

#include <cstdlib>
#include <utility>

#include "tests/kube/certificates.h"
#include "tests/kube/kubeconfig.h"
#include "tests/kube/polling.h"
#include "tests/kube/ports.h"

namespace oarlock::kubetest {
namespace {

constexpr int kStartAttempts = 5;
constexpr size_t kTailLines = 25;
constexpr std::chrono::seconds kStartLimit{60};
constexpr std::chrono::seconds kStopLimit{90};
constexpr char kApi[] = "kube-apiserver";
constexpr char kEtcd[] = "etcd";
constexpr char kControllerManager[] = "kube-controller-manager";

constexpr Identity kIdentities[] = {Identity::kAdmin,    Identity::kAdminToken,
                                    Identity::kLimited,  Identity::kExpiredCertificate,
                                    Identity::kBadToken, Identity::kWrongCa};

std::string Name(Identity identity) {
  switch (identity) {
    case Identity::kAdmin: return "admin";
    case Identity::kAdminToken: return "admin-token";
    case Identity::kLimited: return "limited";
    case Identity::kExpiredCertificate: return "expired";
    case Identity::kBadToken: return "bad-token";
    case Identity::kWrongCa: return "wrong-ca";
  }
  return {};
}

void Append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

bool PortWasTaken(const base::Status& status) {
  return status.message().find("address already in use") != std::string::npos;
}

std::string Base64(const std::string& text) {
  std::string out(4 * ((text.size() + 2) / 3) + 1, '\0');
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  out.resize(static_cast<size_t>(length));
  return out;
}

// The number after `"revision":"`, as etcd's gateway writes 64-bit numbers.
base::Result<int64_t> RevisionOf(const std::string& json) {
  constexpr std::string_view kKey = "\"revision\":\"";
  const size_t at = json.find(kKey);
  if (at == std::string::npos) return base::DataLoss("no revision in " + json);
  return std::strtoll(json.c_str() + at + kKey.size(), nullptr, 10);
}

}  // namespace

base::Result<std::unique_ptr<ApiServer>> ApiServer::Start(ApiServerOptions options) {
  std::unique_ptr<ApiServer> server(new ApiServer(std::move(options)));
  OARLOCK_RETURN_IF_ERROR(server->Prepare());
  base::Status status;
  for (int i = 0; i < kStartAttempts; ++i) {
    status = server->StartOnNewPorts();
    if (status.ok()) return server;
    if (!PortWasTaken(status)) break;
  }
  return status;
}

ApiServer::~ApiServer() {
  controller_manager_.Kill();
  api_server_.Kill();
  etcd_.Kill();
}

base::Status ApiServer::Prepare() {
  for (const char* program : {kEtcd, kApi, kControllerManager, "kubectl"}) {
    const auto found = FindProgram(program);
    if (!found.ok()) return found.status();
  }
  OARLOCK_RETURN_IF_ERROR(scratch_.Create());
  OARLOCK_RETURN_IF_ERROR(WriteCertificates(dir()));
  std::string tokens = Token(Identity::kAdminToken) + ",admin,1,\"system:masters\"\n" +
                       Token(Identity::kLimited) + ",limited,2\n";
  for (const std::string& line : options_.token_lines) tokens += line + "\n";
  OARLOCK_RETURN_IF_ERROR(WriteFile(scratch_.File("tokens.csv"), tokens));
  if (options_.audit_level.empty()) return {};
  return WriteFile(scratch_.File("audit-policy.yaml"),
                   "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\n"
                   "rules: [{level: " +
                       options_.audit_level + "}]\n");
}

base::Status ApiServer::StartOnNewPorts() {
  KillApiServer();
  KillEtcd();
  OARLOCK_ASSIGN_OR_RETURN(const std::vector<uint16_t> free, FreePorts(4));
  ports_ = Ports{free[0], free[1], free[2], free[3]};
  // A log of an earlier attempt would again say that the port was taken.
  for (const char* name : {kEtcd, kApi}) OARLOCK_RETURN_IF_ERROR(WriteFile(LogPath(name), ""));
  OARLOCK_RETURN_IF_ERROR(WriteKubeconfigs());
  OARLOCK_RETURN_IF_ERROR(StartEtcd());
  return StartApiServer();
}

std::string ApiServer::url() const { return "https://127.0.0.1:" + std::to_string(ports_.api); }

std::string ApiServer::Token(Identity identity) const {
  switch (identity) {
    case Identity::kAdminToken: return "admin-token-of-the-test";
    case Identity::kLimited: return "limited-token-of-the-test";
    case Identity::kBadToken: return "token-that-nobody-knows";
    default: return {};
  }
}

std::string ApiServer::Kubeconfig(Identity identity) const {
  return scratch_.File(Name(identity) + ".kubeconfig");
}

base::Result<std::string> ApiServer::KubeconfigVia(Identity identity, const std::string& server,
                                                   const std::string& name) const {
  std::string path = scratch_.File(name + ".kubeconfig");
  OARLOCK_RETURN_IF_ERROR(WriteKubeconfig(identity, server, path));
  return path;
}

base::Status ApiServer::WriteKubeconfigs() {
  for (const Identity identity : kIdentities) {
    OARLOCK_RETURN_IF_ERROR(WriteKubeconfig(identity, url(), Kubeconfig(identity)));
  }
  return {};
}

base::Status ApiServer::WriteKubeconfig(Identity identity, const std::string& server,
                                        const std::string& path) const {
  const HttpRequest request = As(identity);
  return WriteFile(path, KubeconfigText({server, request.ca_file, request.certificate_file,
                                         request.key_file, request.token}));
}

HttpRequest ApiServer::As(Identity identity) const {
  HttpRequest request;
  request.ca_file = identity == Identity::kWrongCa ? scratch_.File("other-ca.crt") : CaFile();
  request.token = Token(identity);
  if (!request.token.empty()) return request;
  const std::string stem = identity == Identity::kExpiredCertificate ? "expired" : "admin";
  request.certificate_file = scratch_.File(stem + ".crt");
  request.key_file = scratch_.File(stem + ".key");
  return request;
}

base::Status ApiServer::Launch(Process& process, const std::string& program,
                               const std::vector<std::string>& flags) {
  if (process.Running()) return {};
  OARLOCK_ASSIGN_OR_RETURN(std::string path, FindProgram(program));
  std::vector<std::string> argv = {std::move(path)};
  Append(argv, flags);
  return process.Start(argv, LogPath(program), scratch_.File(program + ".pid"));
}

base::Status ApiServer::WaitFor200(Process& process, const std::string& name,
                                   const HttpRequest& probe, std::chrono::seconds limit) {
  std::string last = "nothing";
  const bool ready = PollUntil(limit, [&] {
    const auto answer = http_.Send(probe);
    last =
        answer.ok() ? std::to_string(answer->code) + " " + answer->body : answer.status().message();
    return (answer.ok() && answer->code == 200) || !process.Running();
  });
  if (ready && process.Running()) return {};
  const std::string what = process.Running() ? " is not ready" : " ended while starting";
  return base::Unavailable(name + what + "; last answer: " + last + "\n" + LogTails());
}

base::Status ApiServer::LaunchApiServer() {
  std::vector<std::string> flags = ApiServerFlags(dir(), ports_);
  if (!options_.audit_level.empty()) {
    Append(flags, AuditFlags(scratch_.File("audit-policy.yaml"), AuditLogPath()));
  }
  Append(flags, options_.api_server_flags);
  return Launch(api_server_, kApi, flags);
}

base::Status ApiServer::WaitForReady(std::chrono::seconds limit) {
  HttpRequest probe = As(Identity::kAdmin);
  probe.url = url() + "/readyz";
  probe.limit = std::chrono::seconds(5);
  return WaitFor200(api_server_, kApi, probe, limit);
}

base::Status ApiServer::StartApiServer() {
  OARLOCK_RETURN_IF_ERROR(LaunchApiServer());
  return WaitForReady(kStartLimit);
}

base::Status ApiServer::StopApiServer() { return api_server_.Stop(kStopLimit).WithContext(kApi); }

void ApiServer::KillApiServer() { api_server_.Kill(); }

base::Status ApiServer::StartEtcd() {
  std::vector<std::string> flags = EtcdFlags(dir(), ports_);
  Append(flags, options_.etcd_flags);
  OARLOCK_RETURN_IF_ERROR(Launch(etcd_, kEtcd, flags));
  HttpRequest probe;
  probe.url = "http://127.0.0.1:" + std::to_string(ports_.etcd_client) + "/health";
  probe.limit = std::chrono::seconds(5);
  return WaitFor200(etcd_, kEtcd, probe, kStartLimit);
}

base::Status ApiServer::StopEtcd() { return etcd_.Stop(kStopLimit).WithContext(kEtcd); }

void ApiServer::KillEtcd() { etcd_.Kill(); }

base::Status ApiServer::StartControllerManager() {
  OARLOCK_RETURN_IF_ERROR(
      Launch(controller_manager_, kControllerManager,
             ControllerManagerFlags(dir(), ports_, Kubeconfig(Identity::kAdmin))));
  HttpRequest probe;  // it makes its own certificate: not checked
  probe.url = "https://127.0.0.1:" + std::to_string(ports_.controller_manager) + "/healthz";
  probe.limit = std::chrono::seconds(5);
  return WaitFor200(controller_manager_, kControllerManager, probe, kStartLimit);
}

void ApiServer::KillControllerManager() { controller_manager_.Kill(); }

base::Result<HttpAnswer> ApiServer::AskEtcd(const std::string& path, const std::string& body) {
  HttpRequest request;
  request.method = "POST";
  request.url = "http://127.0.0.1:" + std::to_string(ports_.etcd_client) + path;
  request.body = body;
  OARLOCK_ASSIGN_OR_RETURN(HttpAnswer answer, http_.Send(request));
  if (answer.code == 200) return answer;
  return base::Unavailable("etcd " + path + ": " + std::to_string(answer.code) + " " + answer.body);
}

base::Result<int64_t> ApiServer::CurrentRevision() {
  // The key is one zero byte, which does not exist; the answer's header tells the revision.
  OARLOCK_ASSIGN_OR_RETURN(const HttpAnswer answer,
                           AskEtcd("/v3/kv/range", R"({"key":"AA==","limit":"1"})"));
  return RevisionOf(answer.body);
}

base::Status ApiServer::Compact(int64_t revision) {
  // What a kube-apiserver that compacts leaves for its peers: the key compact_rev_key. Each one
  // watches it and drops the snapshots from which it serves old pages of lists.
  OARLOCK_RETURN_IF_ERROR(AskEtcd("/v3/kv/put", R"({"key":"Y29tcGFjdF9yZXZfa2V5","value":")" +
                                                    Base64(std::to_string(revision)) + "\"}")
                              .status());
  return AskEtcd("/v3/kv/compaction",
                 "{\"revision\":\"" + std::to_string(revision) + "\",\"physical\":true}")
      .status();
}

base::Result<HttpAnswer> ApiServer::Request(const std::string& method, const std::string& path,
                                            const std::string& body,
                                            const std::string& content_type, Identity identity) {
  HttpRequest request = As(identity);
  request.method = method;
  request.url = url() + path;
  request.body = body;
  request.content_type = content_type;
  return http_.Send(request);
}

base::Result<CommandResult> ApiServer::Kubectl(std::vector<std::string> args,
                                               const std::string& input) const {
  OARLOCK_ASSIGN_OR_RETURN(std::string program, FindProgram("kubectl"));
  args.insert(args.begin(), {std::move(program), "--kubeconfig=" + Kubeconfig(Identity::kAdmin)});
  // HOME: its discovery cache goes away with the directory.
  return RunCommand(args, input, {"HOME=" + dir()});
}

base::Result<double> ApiServer::Metric(std::string_view name, const Labels& labels) {
  OARLOCK_ASSIGN_OR_RETURN(const HttpAnswer answer, Request("GET", "/metrics"));
  if (answer.code == 200) return SumSeries(answer.body, name, labels);
  return base::Unavailable("/metrics: " + std::to_string(answer.code) + " " + answer.body);
}

base::Result<double> ApiServer::OpenWatches(const std::string& resource) {
  return Metric("apiserver_longrunning_requests", {{"resource", resource}, {"verb", "WATCH"}});
}

std::string ApiServer::LogTails() const {
  std::string text;
  for (const char* name : {kEtcd, kApi, kControllerManager}) {
    const std::string tail = Tail(LogPath(name), kTailLines);
    if (!tail.empty()) text += std::string("--- the end of ") + name + ".log\n" + tail;
  }
  return text;
}

}  // namespace oarlock::kubetest
