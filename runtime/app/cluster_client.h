#pragma once
// ClusterClient: a client of the API server for a command that asks it a few things and ends; found
// as kubectl finds it.
//
// Threads: one. Ownership: of everything the client needs. Errors: kInvalidArgument where there is
// no usable kubeconfig.

#include <memory>
#include <string>

#include "base/log.h"
#include "base/metrics.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "client/client_factory.h"
#include "client/credentials_factory.h"

namespace oarlock::app {

class ClusterClient {
 public:
  // Empty: KUBECONFIG, ~/.kube/config, then in-cluster; the current context.
  static base::Result<std::unique_ptr<ClusterClient>> Connect(const std::string& kubeconfig,
                                                              const std::string& context);

  std::shared_ptr<kube::Client> ForIdentity(const kube::Identity& identity) {
    return clients_->ForIdentity(identity);
  }
  kube::CallContext Call() const;

 private:
  ClusterClient() = default;

  base::RealClock clock_;
  base::Random random_{base::Random::OsSeed()};
  base::MetricRegistry metrics_;
  base::Log log_ = base::Log::Discard();
  std::unique_ptr<client::CredentialsFactory> credentials_;
  std::unique_ptr<client::RestClientFactory> clients_;
};

}  // namespace oarlock::app
