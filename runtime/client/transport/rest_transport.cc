#include "client/transport/rest_transport.h"

#include <string_view>

namespace oarlock::client {
namespace {

// The text of `299 - "text"`; empty for other codes (RC-15).
std::string WarningText(std::string_view value) {
  if (!value.starts_with("299 ")) return {};
  const size_t open = value.find('"');
  if (open == std::string_view::npos) return {};
  std::string text;
  for (size_t i = open + 1; i < value.size() && value[i] != '"'; ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) ++i;
    text += value[i];
  }
  return text;
}

}  // namespace

base::Result<std::shared_ptr<RestTransport>> RestTransport::Create(
    const ClientConfig& config, std::shared_ptr<Credentials> credentials,
    const TransportOptions& options, const TransportDeps& deps) {
  OARLOCK_ASSIGN_OR_RETURN(ServerUrl url, ServerUrl::Parse(config.server));
  OARLOCK_ASSIGN_OR_RETURN(CaSource ca, CaSource::Load(config.tls, deps.metrics, deps.log));
  std::shared_ptr<RestTransport> transport(new RestTransport(
      config, std::move(url), std::move(ca), std::move(credentials), options, deps));
  // The pointer is good until Stop, which the destructor calls.
  transport->engine_.SetOnStop([raw = transport.get()] { raw->AbortAll(); });
  return transport;
}

RestTransport::RestTransport(const ClientConfig& config, ServerUrl url, CaSource ca,
                             std::shared_ptr<Credentials> credentials,
                             const TransportOptions& options, const TransportDeps& deps)
    : config_(config),
      url_(std::move(url)),
      options_(options),
      deps_(deps),
      credentials_(std::move(credentials)),
      protobuf_(options.protobuf, deps.metrics, deps.log),
      ca_(std::move(ca)),
      host_(deps.clock, deps.random, url_.https() && options.http_version == HttpVersion::kAuto),
      metrics_(deps.metrics, url_.authority()),
      request_pool_(engine_.AddPool({.connections_max = kRequestConnectionsMax})),
      list_pool_(engine_.AddPool({.multiplex = false, .connections_max = kListConnectionsMax})),
      watch_pool_(engine_.AddPool({})) {}

RestTransport::~RestTransport() { Stop(); }

void RestTransport::Stop() {
  engine_.Stop();
  // What waits there holds calls, and so this transport.
  credentials_->Stop();
}

PoolId RestTransport::NewPool(std::shared_ptr<const kube::WriteFence> fence) {
  return engine_.AddPool({.connections_max = kRequestConnectionsMax, .fence = std::move(fence)});
}

std::shared_ptr<RestCall> RestTransport::Start(RestRequest request,
                                               std::shared_ptr<ResponseSink> sink) {
  auto call = std::make_shared<RestCall>(shared_from_this(), std::move(request), sink);
  const bool posted = engine_.Post([this, call] {
    if (stopped_) {
      call->Finish(base::Cancelled("the client was stopped"));
      return;
    }
    calls_.insert(call);
    call->Begin();
  });
  if (!posted) sink->OnEnd(base::Cancelled("the client was stopped"));
  return call;
}

void RestTransport::Forget(RestCall& call) { calls_.erase(call.shared_from_this()); }

void RestTransport::AbortAll() {
  stopped_ = true;
  const auto calls = std::move(calls_);
  calls_.clear();
  for (const auto& call : calls) call->Finish(base::Cancelled("the client was stopped"));
}

base::Duration RestTransport::Jitter(base::Duration wait) {
  return deps_.random.Between(base::Duration::zero(), wait / 10);
}

TransferSpec RestTransport::MakeSpec(const RestRequest& request,
                                     const CredentialSnapshot& credentials) {
  TransferSpec spec;
  spec.method = request.method;
  spec.body = request.body;
  spec.http2 = host_.http2() && request.kind != CallKind::kList;
  spec.buffer_bytes =
      request.kind == CallKind::kList ? kListReceiveBufferBytes : kReceiveBufferBytes;
  if (request.kind == CallKind::kList) spec.gather_bytes = kListGatherBytes;
  if (request.kind == CallKind::kWatch) spec.gather_bytes = kWatchGatherBytes;
  spec.connect_timeout = options_.connect_timeout;
  if (request.kind == CallKind::kList) spec.stall_timeout = options_.stall_timeout;
  spec.proxy = config_.proxy_url;
  spec.no_proxy = url_.host_is_loopback();

  const TlsConfig& tls = config_.tls;
  spec.url = url_.origin();
  if (url_.https() && !tls.server_name.empty()) {
    // libcurl takes SNI and the name to check from the URL; where to connect is said beside it.
    spec.url = "https://" + tls.server_name + ":" + url_.port;
    spec.connect_to = url_.authority();
    spec.headers.push_back("Host: " + url_.authority());
  }
  spec.url += url_.prefix + request.path;
  if (url_.https()) {
    spec.insecure = tls.insecure;
    spec.ca_pem = ca_.Pem(deps_.clock.Now());
    const bool configured = credentials.client_cert_pem.empty() && request.credentials == nullptr;
    spec.client_cert_pem = configured ? tls.client_cert_data : credentials.client_cert_pem;
    spec.client_key_pem = configured ? tls.client_key_data : credentials.client_key_pem;
  }
  AddHeaders(request, credentials, spec);
  return spec;
}

void RestTransport::AddHeaders(const RestRequest& request, const CredentialSnapshot& credentials,
                               TransferSpec& spec) {
  spec.headers.push_back("Accept: " + request.accept);
  const bool gzip = options_.accept_gzip && !config_.disable_compression;
  spec.headers.push_back(std::string("Accept-Encoding: ") + (gzip ? "gzip" : "identity"));
  spec.headers.push_back("User-Agent: " +
                         (options_.user_agent.empty() ? DefaultUserAgent() : options_.user_agent));
  if (request.body != nullptr) spec.headers.push_back("Content-Type: " + request.content_type);
  for (const std::string& header : request.headers) spec.headers.push_back(header);
  if (credentials.authorization.empty()) return;
  if (url_.https() || url_.host_is_loopback()) {
    spec.headers.push_back("Authorization: " + credentials.authorization);
  } else if (!said_plain_http_) {
    said_plain_http_ = true;
    deps_.log.Warning("the API server's URL is plain http: credentials are not sent",
                      {{"server", url_.origin()}});
  }
}

void RestTransport::OnCredentials(const CredentialSnapshot& credentials) {
  if (credentials.generation <= client_cert_generation_) return;
  client_cert_generation_ = credentials.generation;
  if (credentials.client_cert_pem == client_cert_pem_) return;
  client_cert_pem_ = credentials.client_cert_pem;
  const auto calls = calls_;  // who ends leaves the set
  for (const auto& call : calls) call->OnNewCertificate(client_cert_pem_);
}

void RestTransport::OnHead(const RestRequest& request, const ResponseHead& head) {
  metrics_.CountRequest(std::to_string(head.status), request.method);
  if (head.status < 400) host_.OnSuccess(head.http2);
  LogWarnings(head);
}

void RestTransport::OnTransferEnd(const RestRequest& request, const TransferResult& result) {
  if (result.name_lookup && !url_.host_is_ip()) metrics_.ObserveNameLookup(*result.name_lookup);
  if (result.got_head) return;
  metrics_.CountRequest(kErrorCodeLabel, request.method);
  if (result.error == TransferError::kHttp2 && host_.OnHttp2Failure()) {
    deps_.log.Warning("HTTP/2 fails again and again: HTTP/1.1 is used for ten minutes",
                      {{"server", url_.origin()}, {"error", result.status.message()}});
  }
}

void RestTransport::LogWarnings(const ResponseHead& head) {
  for (const std::string& value : head.warnings) {
    const std::string text = WarningText(value);
    if (text.empty() || warnings_said_.size() >= kWarningTextsMax) continue;
    if (warnings_said_.insert(text).second) {
      deps_.log.Warning("the API server warns", {{"warning", text}});
    }
  }
}

}  // namespace oarlock::client
