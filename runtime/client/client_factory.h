#pragma once
// RestClientFactory: owns the transport to one API server and makes clients that share it.
//
// Created by `app` (and tests) from a ClientConfig and Credentials. It starts the one I/O thread;
// the destructor (or Stop) cancels what runs, with kCancelled to everyone who waits, and joins it.
// Clients, listers and the mapper may outlive it: their calls then end with kCancelled.
// Threads: [any]; Stop and destruction not on [io]. Errors: Create → kInvalidArgument for a config
// that cannot work (bad URL, unreadable CA); an unreachable server is no error of Create.

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/mutex.h"
#include "base/status.h"
#include "client/config.h"
#include "client/credentials.h"
#include "client/transport_options.h"
#include "kube/client.h"
#include "kube/rest_mapper.h"
#include "kube/write_fence.h"

namespace oarlock::client {

class RestTransport;
class TokenCredentials;

// What a client has under way, for those who wait until nothing happens any more.
struct ClientWork {
  uint64_t transfers = 0;   // HTTP exchanges begun and not ended
  uint64_t body_bytes = 0;  // that these have brought and their readers have taken
  uint64_t posted = 0;      // tasks of [io] that are not done
  uint64_t blocked = 0;     // calls whose threads wait for their end
  uint64_t progress = 0;    // grows with everything that is done
};

class RestClientFactory final : public kube::ClientFactory {
 public:
  static base::Result<std::unique_ptr<RestClientFactory>> Create(
      const ClientConfig& config, std::shared_ptr<Credentials> credentials,
      const TransportOptions& options, const TransportDeps& deps);
  ~RestClientFactory() override;

  std::shared_ptr<kube::Client> ForIdentity(const kube::Identity& identity) override;
  // The same on a TCP connection that nobody else uses: for leases.
  std::shared_ptr<kube::Client> ForIdentityAlone(const kube::Identity& identity);
  // Whose writes begin while the fence is open only (kube/write_fence.h); on connections that
  // clients behind the same fence share.
  std::shared_ptr<kube::Client> Fenced(const kube::Identity& identity,
                                       const std::shared_ptr<const kube::WriteFence>& fence);
  // Discovery as the host itself, cached; one for all who ask.
  std::shared_ptr<kube::RestMapper> mapper();
  // Body of any path as the host itself ("/version", "/readyz"). Blocks.
  base::Result<std::string> GetRaw(const std::string& path, const kube::CallContext& ctx);
  ClientWork work() const;
  void Stop();

 private:
  std::shared_ptr<kube::Client> Make(const kube::Identity& identity, uint32_t pool);
  std::shared_ptr<Credentials> CredentialsOf(const kube::ServiceAccount& account)
      OARLOCK_EXCLUDES(mutex_);
  explicit RestClientFactory(std::shared_ptr<RestTransport> transport);

  std::shared_ptr<RestTransport> transport_;
  std::shared_ptr<kube::RestMapper> mapper_;
  base::Mutex mutex_;
  // Their clients share tokens; those whose last client is gone are asked for anew.
  std::map<kube::ServiceAccount, std::weak_ptr<TokenCredentials>> accounts_
      OARLOCK_GUARDED_BY(mutex_);
  std::map<std::shared_ptr<const kube::WriteFence>, uint32_t> fenced_pools_
      OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::client
