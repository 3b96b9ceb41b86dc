#pragma once
// RestTransport: everything that all clients of one API server share: the engine and its pools,
// credentials, the TLS material, the host's state, metrics, and the set of running calls.
//
// Created by RestClientFactory, which also stops it. Clients hold it by shared_ptr and may outlive
// Stop: their calls then end with kCancelled.
// Threads: Start, NewPool, the accessors marked [any]; the rest [io].
// Errors: Create → kInvalidArgument (URL, CA). Limits: kWarningTextsMax.

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>

#include "base/status.h"
#include "client/config.h"
#include "client/credentials.h"
#include "client/protobuf_policy.h"
#include "client/transport/ca_source.h"
#include "client/transport/host_state.h"
#include "client/transport/http_engine.h"
#include "client/transport/rest_call.h"
#include "client/transport/rest_metrics.h"
#include "client/transport_options.h"
#include "client/url.h"

namespace oarlock::client {

class RestTransport : public std::enable_shared_from_this<RestTransport> {
 public:
  static base::Result<std::shared_ptr<RestTransport>> Create(
      const ClientConfig& config, std::shared_ptr<Credentials> credentials,
      const TransportOptions& options, const TransportDeps& deps);
  ~RestTransport();

  // [any] The sink always gets its end, after Stop with kCancelled on this thread.
  std::shared_ptr<RestCall> Start(RestRequest request, std::shared_ptr<ResponseSink> sink);
  // [main] Idempotent.
  void Stop();
  // [main] Before the first call. Called on [io] when the server says that it does not serve a
  // path, which means the type, not an object of it.
  void SetOnMissingType(base::Task on_missing) { on_missing_type_ = std::move(on_missing); }

  // [any]
  PoolId request_pool() const { return request_pool_; }
  PoolId list_pool() const { return list_pool_; }
  PoolId watch_pool() const { return watch_pool_; }
  // `fence`: see http_engine.h; null: none.
  PoolId NewPool(std::shared_ptr<const kube::WriteFence> fence = nullptr);
  HttpEngine& engine() { return engine_; }
  base::Clock& clock() const { return deps_.clock; }
  const TransportOptions& options() const { return options_; }
  const ClientConfig& config() const { return config_; }
  const base::Log& log() const { return deps_.log; }
  Credentials& credentials() { return *credentials_; }
  ProtobufPolicy& protobuf() { return protobuf_; }
  // Calls of threads that block until they have ended.
  const std::shared_ptr<std::atomic<uint64_t>>& blocked() const { return blocked_; }
  // Up to a tenth more, so that those who waited for the same moment do not come all at once.
  base::Duration Jitter(base::Duration wait);

  // [io], for RestCall.
  HostState& host() { return host_; }
  // CountClient of it is [any].
  RestMetrics& metrics() { return metrics_; }
  TransferSpec MakeSpec(const RestRequest& request, const CredentialSnapshot& credentials);
  // What a call is about to be sent with. A new client certificate ends the watches of the old one,
  // so that they are opened anew (TP-4, XP-4); other calls finish on their connections.
  void OnCredentials(const CredentialSnapshot& credentials);
  void OnHead(const RestRequest& request, const ResponseHead& head);
  void OnTransferEnd(const RestRequest& request, const TransferResult& result);
  void OnMissingType() {
    if (on_missing_type_) on_missing_type_();
  }
  void Forget(RestCall& call);

 private:
  RestTransport(const ClientConfig& config, ServerUrl url, CaSource ca,
                std::shared_ptr<Credentials> credentials, const TransportOptions& options,
                const TransportDeps& deps);
  void AddHeaders(const RestRequest& request, const CredentialSnapshot& credentials,
                  TransferSpec& spec);
  void LogWarnings(const ResponseHead& head);
  void AbortAll();

  const ClientConfig config_;
  const ServerUrl url_;
  const TransportOptions options_;
  const TransportDeps deps_;
  const std::shared_ptr<Credentials> credentials_;
  ProtobufPolicy protobuf_;
  const std::shared_ptr<std::atomic<uint64_t>> blocked_ =
      std::make_shared<std::atomic<uint64_t>>(0);

  // [io]
  base::Task on_missing_type_;
  CaSource ca_;
  HostState host_;
  RestMetrics metrics_;
  std::set<std::shared_ptr<RestCall>> calls_;
  std::unordered_set<std::string> warnings_said_;
  bool stopped_ = false;
  bool said_plain_http_ = false;
  std::string client_cert_pem_;
  uint64_t client_cert_generation_ = 0;

  HttpEngine engine_;  // last: its thread ends before the rest goes
  const PoolId request_pool_;
  const PoolId list_pool_;
  const PoolId watch_pool_;
};

}  // namespace oarlock::client
