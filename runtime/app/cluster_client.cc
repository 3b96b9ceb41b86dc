#include "app/cluster_client.h"

#include <utility>

#include "client/environment.h"
#include "client/in_cluster.h"

namespace oarlock::app {
namespace {

constexpr std::chrono::seconds kCommandCallTimeout{30};

}  // namespace

base::Result<std::unique_ptr<ClusterClient>> ClusterClient::Connect(const std::string& kubeconfig,
                                                                    const std::string& context) {
  const client::Environment environment = client::Environment::OfProcess();
  client::KubeconfigOverrides overrides;
  overrides.context = context;
  OARLOCK_ASSIGN_OR_RETURN(const client::ClientConfig config,
                           client::LoadDefaultConfig({kubeconfig}, overrides, environment));
  std::unique_ptr<ClusterClient> made(new ClusterClient);
  made->credentials_ = std::make_unique<client::CredentialsFactory>(
      client::CredentialsDeps{made->clock_, made->metrics_, made->log_, environment, {}});
  OARLOCK_ASSIGN_OR_RETURN(auto credentials, made->credentials_->Make(config));
  OARLOCK_ASSIGN_OR_RETURN(
      made->clients_,
      client::RestClientFactory::Create(config, std::move(credentials), {},
                                        {made->clock_, made->random_, made->metrics_, made->log_}));
  return made;
}

kube::CallContext ClusterClient::Call() const { return {clock_.Now() + kCommandCallTimeout, {}}; }

}  // namespace oarlock::app
