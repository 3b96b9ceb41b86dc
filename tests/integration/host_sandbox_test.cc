// `oarlock run --sandbox`, as a user runs it: the host, a plugin and the API server in one process.
#include "tests/integration/host_sandbox.h"

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

class HostSandboxTest : public HostSandbox {
 protected:
  void SetUp() override {
    HostSandbox::SetUp();
    ASSERT_TRUE(kubetest::WriteFile(scratch_.File("objects.yaml"), kObjects).ok());
  }
};

TEST_F(HostSandboxTest, RunsAPluginAgainstTheServerInsideWithoutAnyKubeconfig) {
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

TEST_F(HostSandboxTest, InstallsTheCrdsThatAPluginCarriesBeforeItStarts) {
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

TEST_F(HostSandboxTest, SaysWhatCannotBeLoaded) {
  ASSERT_TRUE(
      kubetest::WriteFile(scratch_.File("bad.yaml"), "kind: Nothing\napiVersion: v1\n").ok());
  HostProcess host("", kubetest::Plugins({}), {"--sandbox", "--sandbox-load", scratch_.path()});
  EXPECT_EQ(host.RunToEnd(), 1);
  EXPECT_NE(host.log().find("bad.yaml:1"), std::string::npos) << host.log();
}

}  // namespace
}  // namespace oarlock::integration
