// `oarlock run --sandbox`, as a user runs it: the host, a plugin and the API server in one process.
#include <gtest/gtest.h>

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
namespace {

using kubetest::HostProcess;
using std::chrono::seconds;

constexpr char kObjects[] = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: cfg}
data: {k: one}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations: {reloader.stakater.com/auto: "true"}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: main, image: example/app:1, envFrom: [{configMapRef: {name: cfg}}]}]
)";
// sha1("k=two"), as the plugin's peer publishes it.
constexpr char kHashOfTwo[] = "21bfb784d06635d2a43a1b4b74851858875eef72";

class HostSandbox : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(scratch_.Create().ok());
    ASSERT_TRUE(kubetest::WriteFile(scratch_.File("objects.yaml"), kObjects).ok());
  }
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

TEST_F(HostSandbox, RunsAPluginAgainstTheServerInsideWithoutAnyKubeconfig) {
  HostProcess host("", kubetest::Plugins({"name: reloader, library: reloader.so"}),
                   {"--sandbox", "--sandbox-load", scratch_.path(), "--sandbox-kubeconfig-out",
                    KubeconfigFile()});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(kubetest::PollUntil(seconds(30), [&] { return host.Ready(); })) << host.log();
  const auto client = Connect();
  const kube::ObjectRef cfg{{{"", "v1", "configmaps"}, "ConfigMap"}, "default", "cfg", ""};
  const kube::ObjectRef web{{{"apps", "v1", "deployments"}, "Deployment"}, "default", "web", ""};
  const auto patched = client->PatchObject(cfg, {.body = R"({"data":{"k":"two"}})"}, {}, {});
  ASSERT_TRUE(patched.ok()) << patched.status().ToString();
  EXPECT_TRUE(kubetest::PollUntil(seconds(30), [&] {
    const auto object = client->Get(web, {});
    return object.ok() && object->root().ToJson().find(kHashOfTwo) != std::string::npos;
  })) << host.log();
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

TEST_F(HostSandbox, InstallsTheCrdsThatAPluginCarriesBeforeItStarts) {
  HostProcess host("",
                   kubetest::Plugins({"name: things, library: " OARLOCK_TEST_PLUGIN_DIR
                                      "/things.so, crds: install"}),
                   {"--sandbox", "--sandbox-kubeconfig-out", KubeconfigFile()});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(kubetest::PollUntil(seconds(30), [&] { return host.Ready(); })) << host.log();
  const auto client = Connect();
  const kube::ObjectRef crd{{{"apiextensions.k8s.io", "v1", "customresourcedefinitions"},
                             "CustomResourceDefinition",
                             false,
                             {},
                             {}},
                            "",
                            "things.x.dev",
                            ""};
  const auto installed = client->Get(crd, {});
  EXPECT_TRUE(installed.ok()) << installed.status().ToString();
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

TEST_F(HostSandbox, SaysWhatCannotBeLoaded) {
  ASSERT_TRUE(
      kubetest::WriteFile(scratch_.File("bad.yaml"), "kind: Nothing\napiVersion: v1\n").ok());
  HostProcess host("", kubetest::Plugins({}), {"--sandbox", "--sandbox-load", scratch_.path()});
  EXPECT_EQ(host.RunToEnd(), 1);
  EXPECT_NE(host.log().find("bad.yaml:1"), std::string::npos) << host.log();
}

}  // namespace
}  // namespace oarlock::integration
