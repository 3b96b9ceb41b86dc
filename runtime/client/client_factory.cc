#include "client/client_factory.h"

#include "client/auth/token_credentials.h"
#include "client/request_text.h"
#include "client/rest_client.h"
#include "client/rest_mapper.h"
#include "client/transport/blocking_call.h"
#include "client/transport/rest_transport.h"

namespace oarlock::client {
namespace {

base::Result<std::string> GetPath(const std::shared_ptr<RestTransport>& transport,
                                  const std::string& path, const std::string& accept,
                                  const kube::CallContext& ctx) {
  RequestIdentity identity = ImpersonationHeaders(transport->config().auth.impersonate);
  RestRequest request;
  request.verb = "get";
  request.method = "GET";
  request.path = path;
  request.accept = accept;
  request.invalid = identity.status;
  request.headers = std::move(identity.lines);
  request.pool = transport->request_pool();
  OARLOCK_ASSIGN_OR_RETURN(RawReply reply, BlockingCall(transport, std::move(request), ctx));
  return std::move(reply.body);
}

}  // namespace

base::Result<std::unique_ptr<RestClientFactory>> RestClientFactory::Create(
    const ClientConfig& config, std::shared_ptr<Credentials> credentials,
    const TransportOptions& options, const TransportDeps& deps) {
  OARLOCK_RETURN_IF_ERROR(ImpersonationHeaders(config.auth.impersonate).status);
  OARLOCK_ASSIGN_OR_RETURN(std::shared_ptr<RestTransport> transport,
                           RestTransport::Create(config, std::move(credentials), options, deps));
  return std::unique_ptr<RestClientFactory>(new RestClientFactory(std::move(transport)));
}

RestClientFactory::RestClientFactory(std::shared_ptr<RestTransport> transport)
    : transport_(std::move(transport)) {
  mapper_ = std::make_shared<DiscoveryRestMapper>(
      [transport = transport_](const std::string& path, const std::string& accept,
                               const kube::CallContext& ctx) {
        return GetPath(transport, path, accept, ctx);
      },
      transport_->clock());
  transport_->SetOnMissingType([weak = std::weak_ptr<kube::RestMapper>(mapper_)] {
    if (const auto mapper = weak.lock()) mapper->Invalidate();
  });
}

RestClientFactory::~RestClientFactory() { Stop(); }

void RestClientFactory::Stop() { transport_->Stop(); }

ClientWork RestClientFactory::work() const {
  const EngineCounters& engine = transport_->engine().counters();
  return {engine.transfers, engine.body_bytes, engine.posted, *transport_->blocked(),
          engine.progress};
}

std::shared_ptr<kube::Client> RestClientFactory::ForIdentity(const kube::Identity& identity) {
  transport_->metrics().CountClient(false);
  return Make(identity, transport_->request_pool());
}

std::shared_ptr<kube::Client> RestClientFactory::ForIdentityAlone(const kube::Identity& identity) {
  transport_->metrics().CountClient(true);
  return Make(identity, transport_->NewPool());
}

std::shared_ptr<Credentials> RestClientFactory::CredentialsOf(const kube::ServiceAccount& account) {
  base::MutexLock lock(mutex_);
  std::weak_ptr<TokenCredentials>& known = accounts_[account];
  std::shared_ptr<TokenCredentials> credentials = known.lock();
  if (!credentials) {
    credentials = std::make_shared<TokenCredentials>(transport_, account);
    known = credentials;
  }
  return credentials;
}

std::shared_ptr<kube::Client> RestClientFactory::Fenced(
    const kube::Identity& identity, const std::shared_ptr<const kube::WriteFence>& fence) {
  transport_->metrics().CountClient(false);
  uint32_t pool = 0;
  {
    base::MutexLock lock(mutex_);
    uint32_t& known = fenced_pools_[fence];
    if (known == 0) known = transport_->NewPool(fence);
    pool = known;
  }
  return Make(identity, pool);
}

std::shared_ptr<kube::Client> RestClientFactory::Make(const kube::Identity& identity,
                                                      uint32_t pool) {
  if (identity.service_account) {
    RequestIdentity account;
    account.credentials = CredentialsOf(*identity.service_account);
    return std::make_shared<RestClient>(transport_, std::move(account), pool);
  }
  // Without a user the configured impersonation stays; a named identity replaces it.
  Impersonation who = transport_->config().auth.impersonate;
  if (!identity.user.empty() || !identity.groups.empty()) {
    who = {.user = identity.user, .groups = identity.groups};
  }
  return std::make_shared<RestClient>(transport_, ImpersonationHeaders(who), pool);
}

std::shared_ptr<kube::RestMapper> RestClientFactory::mapper() { return mapper_; }

base::Result<std::string> RestClientFactory::GetRaw(const std::string& path,
                                                    const kube::CallContext& ctx) {
  if (!path.starts_with('/') || path.find_first_of(" \r\n\t") != std::string::npos) {
    return base::InvalidArgument("no path: \"" + path + "\"");
  }
  return GetPath(transport_, path, "application/json, */*", ctx);
}

}  // namespace oarlock::client
