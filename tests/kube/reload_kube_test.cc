// Hot reload of the whole host, as a user does it, against a real API server.
#include <filesystem>
#include <fstream>

#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/process.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr int kDeployments = 12;
constexpr int kRounds = 6;

class ReloadKube : public KubeTest {
 protected:
  void SetUp() override {
    KubeTest::SetUp();
    ASSERT_TRUE(scratch.Create().ok());
    fs::copy_file(OARLOCK_PLUGIN_DIR "/reloader.so", Library());
    host = std::make_unique<HostProcess>(
        server().Kubeconfig(Identity::kAdmin), Manifest("60s"),
        std::vector<std::string>{"--admin-socket", Socket(), "--cache-dir", scratch.File("cache")});
  }
  std::string Library() const { return scratch.File("reloader.so"); }
  std::string Socket() const { return scratch.File("admin.sock"); }
  std::string Manifest(const std::string& probation) const {
    return Plugins(
        {"name: reloader, library: " + Library() + ", reload: {probation: " + probation + "}"});
  }
  void WriteManifest(const std::string& text) const {
    const std::string next = host->dir() + "/next";
    std::ofstream(next) << text;
    fs::rename(next, host->dir() + "/manifest.yaml");
  }
  // The same code in other bytes: another build, as far as the host can tell.
  void NextBuild() const {
    const std::string next = scratch.File("next.so");
    fs::copy_file(Library(), next, fs::copy_options::overwrite_existing);
    std::ofstream(next, std::ios::binary | std::ios::app) << "x";
    fs::rename(next, Library());
  }
  CommandResult Oarlock(std::vector<std::string> args) const {
    args.insert(args.begin(), OARLOCK_BINARY);
    args.insert(args.end(), {"--admin-socket", Socket()});
    auto result = RunCommand(args);
    return result.ok() ? *result : CommandResult{};
  }
  void Apply(const std::string& yaml) {
    const auto result = server().Kubectl({"-n", ns(), "apply", "-f", "-"}, yaml);
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    ASSERT_EQ(result->exit_code, 0) << result->err;
  }
  std::string Generations() {
    const auto result = server().Kubectl(
        {"-n", ns(), "get", "deployments", "-o", "jsonpath={.items[*].metadata.generation}"});
    return result.ok() ? result->out : "";
  }
  static std::string Workloads() {
    std::string text;
    for (int i = 0; i < kDeployments; ++i) {
      const std::string name = "web-" + std::to_string(i);
      text += "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: " + name +
              "\n  annotations: {reloader.stakater.com/auto: \"true\"}\nspec:\n  selector: "
              "{matchLabels: {app: " +
              name + "}}\n  template:\n    metadata: {labels: {app: " + name +
              "}}\n    spec:\n      containers:\n        - {name: main, image: \"example/app:1\", "
              "envFrom: [{configMapRef: {name: cfg}}]}\n---\n";
    }
    return text;
  }
  static std::string ConfigMap(int value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {k: \"" +
           std::to_string(value) + "\"}\n---\n";
  }
  static std::string All(int generation) {
    std::string text;
    for (int i = 0; i < kDeployments; ++i) {
      text += (i == 0 ? "" : " ") + std::to_string(generation);
    }
    return text;
  }

  ScratchDir scratch;
  std::unique_ptr<HostProcess> host;
};

TEST_F(ReloadKube, EveryDeploymentRollsOncePerChangeWhileTheReloaderIsReplaced) {
  Apply(ConfigMap(0) + Workloads());
  ASSERT_TRUE(host->Start().ok()) << host->log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host->Ready(); })) << host->log();
  const double lists = host->Metric("oarlock_informer_lists_total{resource=\"configmaps.v1\"");
  const double watches = host->Metric("oarlock_informer_watches_total{resource=\"configmaps.v1\"");
  ASSERT_GE(lists, 1);
  for (int round = 1; round <= kRounds; ++round) {
    Apply(ConfigMap(round));
    NextBuild();
    const CommandResult reload = Oarlock({"reload"});
    EXPECT_EQ(reload.exit_code, 0) << reload.out << reload.err;
    EXPECT_NE(reload.out.find("reloader: reloader@" + std::to_string(round + 1)), std::string::npos)
        << reload.out;
    ASSERT_TRUE(Eventually(seconds(30), [&] { return Generations() == All(round + 1); }))
        << Generations() << host->log();
  }
  EXPECT_EQ(Generations(), All(kRounds + 1)) << "none rolled twice";
  EXPECT_EQ(host->Metric("oarlock_informer_lists_total{resource=\"configmaps.v1\""), lists);
  EXPECT_EQ(host->Metric("oarlock_informer_watches_total{resource=\"configmaps.v1\""), watches);
  EXPECT_EQ(host->Metric("oarlock_plugin_zombies"), 0);
  const CommandResult plugins = Oarlock({"plugins"});
  EXPECT_EQ(plugins.exit_code, 0) << plugins.err;
  EXPECT_NE(plugins.out.find("probation"), std::string::npos) << plugins.out;
  EXPECT_EQ(host->Stop(), 0) << host->log();
}

TEST_F(ReloadKube, ARollbackIsRememberedInTheNamespaceAndByARestartedHost) {
  ASSERT_TRUE(host->Start().ok()) << host->log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host->Ready(); })) << host->log();
  EXPECT_EQ(Oarlock({"rollback", "reloader"}).exit_code, 6) << "nothing to go back to";
  NextBuild();
  ASSERT_EQ(Oarlock({"reload"}).exit_code, 0);
  const CommandResult back = Oarlock({"rollback", "reloader", "--reason", "blank pages"});
  EXPECT_EQ(back.exit_code, 0) << back.err;
  EXPECT_NE(back.out.find("blank pages"), std::string::npos) << back.out;
  const auto record = server().Kubectl({"-n", "default", "get", "configmap", "oarlock-test", "-o",
                                        "jsonpath={.data.rollback\\.reloader}"});
  ASSERT_TRUE(record.ok());
  EXPECT_NE(record->out.find("blank pages"), std::string::npos) << record->out << record->err;
  const CommandResult refused = Oarlock({"reload"});
  EXPECT_EQ(refused.exit_code, 6) << refused.out;
  EXPECT_NE(refused.err.find("refused until the manifest changes"), std::string::npos)
      << refused.err;
  EXPECT_EQ(host->Stop(), 0);
  // A second replica, with a cache of its own, knows it by the ConfigMap.
  HostProcess second(server().Kubeconfig(Identity::kAdmin), Manifest("60s"));
  ASSERT_TRUE(second.Start().ok()) << second.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] {
    return second.Get("/readyz").body.find("blank pages") != std::string::npos;
  })) << second.Get("/readyz").body;
  EXPECT_EQ(second.Metric("oarlock_plugin_active{plugin=\"reloader\"}"), 0);
  EXPECT_EQ(second.Stop(), 0);
  ASSERT_TRUE(host->Start().ok()) << host->log();
  ASSERT_TRUE(Eventually(seconds(30), [&] {
    return host->Get("/readyz").body.find("blank pages") != std::string::npos;
  })) << host->Get("/readyz").body;
  WriteManifest(Manifest("1s"));
  EXPECT_TRUE(Eventually(seconds(30), [&] {
    return host->Get("/readyz").body.find("blank pages") == std::string::npos &&
           host->Metric("oarlock_plugin_active{plugin=\"reloader\"}") == 1;
  })) << host->Get("/readyz").body;
  EXPECT_EQ(host->Stop(), 0);
  (void)server().Kubectl({"-n", "default", "delete", "configmap", "oarlock-test"});
}

TEST_F(ReloadKube, FollowsItsManifestAndSighup) {
  ASSERT_TRUE(host->Start().ok()) << host->log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host->Ready(); })) << host->log();
  WriteManifest(Plugins({"name: reloader, library: " + Library() + ", enabled: false"}));
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return host->Get("/readyz").body.find("reloader disabled") != std::string::npos;
  })) << host->Get("/readyz").body;
  WriteManifest("not: a manifest\n");
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return host->log().find("what runs stays as it is") != std::string::npos;
  })) << host->log();
  EXPECT_EQ(Oarlock({"reload"}).exit_code, 3);
  WriteManifest(Manifest("0s"));
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return host->Metric("oarlock_plugin_active{plugin=\"reloader\"}") == 1;
  })) << host->log();
  const double reads = host->Metric("oarlock_manifest_reads_total{result=\"applied\"}");
  ::kill(host->pid(), SIGHUP);
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return host->Metric("oarlock_manifest_reads_total{result=\"applied\"}") > reads;
  }));
  EXPECT_EQ(host->Stop(), 0) << host->log();
}

}  // namespace
}  // namespace oarlock::kubetest
