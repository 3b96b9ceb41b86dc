#pragma once
// HostSandbox: base of tests of `oarlock run --sandbox`, as a user runs it: the host, plugins and
// the API server in one child process, and a client of that server by the kubeconfig it wrote.
// Threads: one test thread.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/log.h"
#include "base/metrics.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "client/client_factory.h"
#include "client/credentials_factory.h"
#include "client/kubeconfig.h"
#include "tests/kube/host_process.h"
#include "tests/kube/polling.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::integration {

class HostSandbox : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(scratch_.Create().ok()); }
  std::string KubeconfigFile() const { return scratch_.File("kubeconfig"); }

  // A client of what the host serves, by the kubeconfig that it wrote.
  std::shared_ptr<kube::Client> Connect() {
    auto config = client::ResolveKubeconfig(
        *client::LoadKubeconfig({KubeconfigFile()}, client::Environment::OfProcess()), {});
    EXPECT_TRUE(config.ok()) << config.status().ToString();
    auto credentials = credentials_.Make(*config);
    EXPECT_TRUE(credentials.ok()) << credentials.status().ToString();
    clients_ = *client::RestClientFactory::Create(*config, *std::move(credentials), {},
                                                  {clock_, random_, metrics_, log_});
    return clients_->ForIdentity({});
  }

  kubetest::ScratchDir scratch_;
  base::RealClock clock_;
  base::Random random_{1};
  base::MetricRegistry metrics_;
  base::Log log_ = base::Log::Discard();
  client::CredentialsFactory credentials_{
      {clock_, metrics_, log_, client::Environment::OfProcess()}};
  std::unique_ptr<client::RestClientFactory> clients_;
};

}  // namespace oarlock::integration
