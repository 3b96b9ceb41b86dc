#include "sandbox/sandbox.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/executor.h"
#include "base/random.h"
#include "kube/text/base64.h"
#include "sandbox/access/certificates.h"
#include "sandbox/access/default_roles.h"
#include "sandbox/api/api_server.h"
#include "sandbox/controllers/controllers.h"
#include "sandbox/faults/fault_injector.h"
#include "sandbox/sandbox_metrics.h"
#include "server/prometheus.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kNamespaces[] = {"default", "kube-node-lease", "kube-public",
                                            "kube-system"};

}  // namespace

class Sandbox::Impl {
 public:
  Impl(SandboxOptions options, base::Clock& clock)
      : options_(std::move(options)),
        random_(options_.seed),
        store_(clock, options_.store, options_.from),
        types_(store_, schemas_),
        access_(store_, clock, options_.authorization),
        env_{clock,    random_, store_,  types_,
             schemas_, tables_, access_, {options_.http_410_for_watches}},
        api_(std::make_shared<ApiServer>(env_)),
        faults_(std::make_shared<FaultInjector>(env_, api_)) {
    env_.metrics = [this] {
      return server::RenderPrometheus(
          SandboxMetrics(listener_->counters(), store_, faults_->counts()));
    };
  }

  ~Impl() {
    listener_.reset();
    faults_->Close();
    if (controllers_) controllers_->Stop();
    if (controller_threads_) controller_threads_->Stop();
  }

  base::Status Start(const base::Log& log) {
    server::HttpOptions http;
    http.connections = kSandboxConnectionsMax;
    http.header_bytes = kSandboxHeaderBytesMax;
    http.body_bytes = kSandboxBodyBytesMax;
    http.thread_name = "sandbox";
    if (options_.tls) {
      authority_ = MakeAuthority("oarlock-sandbox");
      admin_ = IssueCertificate(authority_, {kAdministrator, kMastersGroup, {}});
      const Certificate own =
          IssueCertificate(authority_, {"sandbox", "", {"IP:127.0.0.1", "DNS:localhost"}});
      http.tls = server::HttpTls{own.certificate_pem, own.key_pem, authority_.certificate_pem};
    }
    if (!options_.from) OARLOCK_RETURN_IF_ERROR(AddFirstObjects());
    OARLOCK_ASSIGN_OR_RETURN(
        listener_, server::HttpServer::Start(options_.address, std::move(http), faults_, log));
    if (options_.controllers.any()) StartControllers(log);
    return base::Status::Ok();
  }

  void StartControllers(const base::Log& log) {
    controller_threads_.emplace("controllers", 1);
    controllers_.emplace(ControllerOptions{options_.controllers, authority_.certificate_pem}, env_,
                         *api_, *controller_threads_, log);
  }

  // What every cluster has from the start.
  base::Status AddFirstObjects() {
    for (const std::string_view name : kNamespaces) {
      OARLOCK_RETURN_IF_ERROR(
          Create({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}}}}));
    }
    if (options_.authorization != AuthorizationMode::kRbac) return base::Status::Ok();
    for (const Json& role : DefaultRoles()) OARLOCK_RETURN_IF_ERROR(Create(role));
    return base::Status::Ok();
  }

  base::Status Create(const Json& object) {
    const std::string api_version(TextAt(object, {"apiVersion"}));
    OARLOCK_ASSIGN_OR_RETURN(const auto group_version, kube::GroupVersion::Parse(api_version));
    const std::string kind(TextAt(object, {"kind"}));
    const TypePtr type = types_.table()->FindKind(group_version.group, group_version.version, kind);
    if (!type) return base::NotFound("no kind " + kind + " in " + api_version);
    const std::string_view ns = TextAt(object, {"metadata", "namespace"});
    std::string target = (type->group.empty() ? "/api/" : "/apis/") + api_version + "/";
    if (type->namespaced) {
      target += "namespaces/" + (ns.empty() ? "default" : std::string(ns)) + "/";
    }
    const server::HttpResponse answer =
        Do("POST", target + type->plural, WriteJson(object), "application/json");
    if (answer.status < 300) return base::Status::Ok();
    return base::InvalidArgument(std::string(TextAt(ParseTrustedJson(answer.body), {"message"})));
  }

  // By the administrator.
  server::HttpResponse Do(std::string_view method, std::string_view target, std::string_view body,
                          std::string_view content_type) {
    server::HttpRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    request.headers.emplace_back("Content-Type", std::string(content_type));
    request.headers.emplace_back("User-Agent", "sandbox/1");
    request.peer = Administrator();
    return api_->Answer(request);
  }

  std::string url() const { return (options_.tls ? "https://" : "http://") + listener_->address(); }

  std::string Kubeconfig() const {
    const auto encoded = [](const std::string& pem) { return kube::EncodeBase64(pem); };
    Json cluster = {{"server", url()}};
    Json user = Json::object();
    if (options_.tls) {
      cluster["certificate-authority-data"] = encoded(authority_.certificate_pem);
      user = {{"client-certificate-data", encoded(admin_.certificate_pem)},
              {"client-key-data", encoded(admin_.key_pem)}};
    }
    const char* const name = "sandbox";
    // JSON is YAML.
    return WriteJson(
               {{"apiVersion", "v1"},
                {"kind", "Config"},
                {"clusters", Json::array({{{"name", name}, {"cluster", std::move(cluster)}}})},
                {"users", Json::array({{{"name", name}, {"user", std::move(user)}}})},
                {"contexts",
                 Json::array({{{"name", name}, {"context", {{"cluster", name}, {"user", name}}}}})},
                {"current-context", name}}) +
           "\n";
  }

  const SandboxOptions options_;
  base::Random random_;
  Store store_;
  BuiltinSchemas schemas_;
  TypeRegistry types_;
  TableMaker tables_;
  AccessControl access_;
  ApiEnvironment env_;
  std::shared_ptr<ApiServer> api_;
  std::shared_ptr<FaultInjector> faults_;
  Certificate authority_;
  Certificate admin_;
  std::optional<base::ThreadPool> controller_threads_;
  std::optional<Controllers> controllers_;
  std::unique_ptr<server::HttpServer> listener_;  // last: its thread uses all of the above
};

base::Result<std::unique_ptr<Sandbox>> Sandbox::Start(SandboxOptions options, base::Clock& clock,
                                                      const base::Log& log) {
  auto impl = std::make_unique<Impl>(std::move(options), clock);
  OARLOCK_RETURN_IF_ERROR(impl->Start(log));
  return std::unique_ptr<Sandbox>(new Sandbox(std::move(impl)));
}

Sandbox::Sandbox(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Sandbox::~Sandbox() = default;
std::string Sandbox::url() const { return impl_->url(); }
const std::string& Sandbox::ca_pem() const { return impl_->authority_.certificate_pem; }
std::string Sandbox::Kubeconfig() const { return impl_->Kubeconfig(); }
Store& Sandbox::store() { return impl_->store_; }
uint64_t Sandbox::controller_work() const {
  return impl_->controllers_ ? impl_->controllers_->work() : 0;
}
const server::HttpCounters& Sandbox::counters() const { return impl_->listener_->counters(); }
void Sandbox::SetFaults(FaultScript script) { impl_->faults_->Set(std::move(script)); }
std::vector<FaultCount> Sandbox::fault_counts() const { return impl_->faults_->counts(); }

SandboxWork Sandbox::work() const {
  const server::HttpCounters& http = counters();
  SandboxWork work;
  work.open = http.open;
  const uint64_t resting = http.streams_waiting + impl_->faults_->delayed();
  work.busy = work.open - std::min(work.open, resting);
  work.busy += impl_->listener_->posted() + controller_work();
  work.stream_bytes = http.stream_bytes;
  work.progress = http.requests + http.answers + http.bytes_sent + impl_->store_.stats().commits;
  return work;
}

Snapshot Sandbox::TakeSnapshot() const { return impl_->store_.Read(); }
void Sandbox::Restore(const Snapshot& snapshot) { impl_->store_.Restore(snapshot); }

base::Result<std::unique_ptr<Sandbox>> Sandbox::Fork(const base::Log& log) {
  SandboxOptions options = impl_->options_;
  options.address = options.address.substr(0, options.address.rfind(':')) + ":0";
  options.seed = impl_->random_.Next();  // or both would give their next objects the same uids
  options.from = TakeSnapshot();
  return Start(std::move(options), impl_->env_.clock, log);
}

base::Status Sandbox::Create(std::string_view json) {
  OARLOCK_ASSIGN_OR_RETURN(const ParsedJson parsed, ParseJson(json));
  return impl_->Create(parsed.value);
}

server::HttpResponse Sandbox::Do(std::string_view method, std::string_view target,
                                 std::string_view body, std::string_view content_type) {
  return impl_->Do(method, target, body, content_type);
}

}  // namespace oarlock::sandbox
