// A plugin's next version comes from a real registry into a host that runs, against a real API
// server; what a registry can do wrong leaves the version before at work.
#include <filesystem>
#include <fstream>

#include "tests/kube/delivery/registry_process.h"
#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/process.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr const char* kLogin = R"({"auths":{"%s":{"auth":"dXNlcjpzZWNyZXQ="}}})";

class RegistryKube : public KubeTest {
 protected:
  void SetUp() override {
    KubeTest::SetUp();
    ASSERT_TRUE(scratch.Create().ok());
    const base::Status started = registry.Start();
    ASSERT_TRUE(started.ok()) << started.message();
    ASSERT_TRUE(WriteFile(LoginFile(), R"({"auths":{}})").ok());
    v1 = Push("v1", "");
    host = std::make_unique<HostProcess>(
        server().Kubeconfig(Identity::kAdmin), Manifest(v1),
        std::vector<std::string>{"--admin-socket", Socket(), "--cache-dir", scratch.File("cache"),
                                 "--registry-plain-http", registry.name(), "--registry-config",
                                 LoginFile()});
    ASSERT_TRUE(host->Start().ok()) << host->log();
    ASSERT_TRUE(Eventually(seconds(30), [&] { return Runs("reloader@1"); })) << host->log();
  }
  std::string Socket() const { return scratch.File("admin.sock"); }
  std::string LoginFile() const { return scratch.File("login.json"); }
  static std::string Manifest(const std::string& library) {
    return Plugins({"name: reloader, library: '" + library + "', reload: {probation: 1s}"});
  }
  void WriteManifest(const std::string& library) const {
    const std::string next = host->dir() + "/next";
    std::ofstream(next) << Manifest(library);
    fs::rename(next, host->dir() + "/manifest.yaml");
  }
  // The reloader, and some bytes that make it another build. Its name with digest.
  std::string Push(const std::string& tag, const std::string& more) const {
    const std::string file = scratch.File(tag + ".so");
    fs::copy_file(OARLOCK_PLUGIN_DIR "/reloader.so", file, fs::copy_options::overwrite_existing);
    std::ofstream(file, std::ios::binary | std::ios::app) << more;
    const auto pushed =
        RunCommand({OARLOCK_BINARY, "push", file, registry.name() + "/plugins/reloader:" + tag,
                    "--registry-plain-http", registry.name()});
    EXPECT_TRUE(pushed.ok() && pushed->exit_code == 0) << pushed->err << registry.log();
    std::string name = pushed->out;
    while (name.ends_with('\n')) name.pop_back();
    EXPECT_TRUE(name.starts_with("oci://")) << name;
    return name;
  }
  CommandResult Oarlock(std::vector<std::string> args) const {
    args.insert(args.begin(), OARLOCK_BINARY);
    args.insert(args.end(), {"--admin-socket", Socket()});
    auto result = RunCommand(args);
    return result.ok() ? *result : CommandResult{};
  }
  bool Runs(const std::string& generation) const {
    const std::string plugins = Oarlock({"plugins"}).out;
    return plugins.find(generation) != std::string::npos &&
           host->Metric("oarlock_plugin_active{plugin=\"reloader\"}") == 1;
  }
  // The manifest's version cannot be had: what ran goes on, and everybody is told why.
  void ExpectStays(const std::string& library, const std::string& why) {
    WriteManifest(library);
    const CommandResult reload = Oarlock({"reload"});
    EXPECT_EQ(reload.exit_code, 6) << reload.out;
    EXPECT_NE((reload.out + reload.err).find(why), std::string::npos) << reload.out << reload.err;
    EXPECT_TRUE(Runs("reloader@1")) << Oarlock({"plugins"}).out;
    EXPECT_NE(host->log().find(why), std::string::npos);
    Roll();
  }
  void Apply(const std::string& yaml) {
    const auto result = server().Kubectl({"-n", ns(), "apply", "-f", "-"}, yaml);
    ASSERT_TRUE(result.ok() && result->exit_code == 0) << result->err;
  }
  // A change of the ConfigMap, and the Deployment rolls: the plugin works.
  void Roll() {
    ++rolls;
    Apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {k: \"" +
          std::to_string(rolls) + "\"}\n");
    if (rolls == 1) {
      Apply(
          "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  annotations: "
          "{reloader.stakater.com/auto: \"true\"}\nspec:\n  selector: {matchLabels: {app: web}}\n"
          "  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n"
          "        - {name: main, image: \"example/app:1\", envFrom: [{configMapRef: {name: "
          "cfg}}]}\n");
    }
    EXPECT_TRUE(Eventually(seconds(30), [&] { return Generation() == std::to_string(rolls); }))
        << Generation() << host->log();
  }
  std::string Generation() {
    const auto result = server().Kubectl(
        {"-n", ns(), "get", "deployment", "web", "-o", "jsonpath={.metadata.generation}"});
    return result.ok() ? result->out : "";
  }

  ScratchDir scratch;
  RegistryProcess registry;
  std::string v1;
  std::unique_ptr<HostProcess> host;
  int rolls = 0;
};

TEST_F(RegistryKube, TheNextVersionIsPushedAndReconcilesWithoutARestart) {
  Roll();
  Roll();
  const pid_t pid = host->pid();
  const double lists = host->Metric("oarlock_informer_lists_total{resource=\"configmaps.v1\"");
  WriteManifest(Push("v2", "x"));
  ASSERT_TRUE(Eventually(seconds(30), [&] { return Runs("reloader@2"); }))
      << Oarlock({"plugins"}).out << host->log();
  Roll();
  EXPECT_EQ(host->pid(), pid);
  EXPECT_TRUE(host->Running());
  EXPECT_EQ(host->Metric("oarlock_informer_lists_total{resource=\"configmaps.v1\""), lists);
  EXPECT_EQ(host->Metric("oarlock_library_fetches_total{result=\"fetched\"}"), 2);
  // A host that starts again needs no registry for what it has.
  registry.Kill();
  EXPECT_EQ(host->Stop(), 0) << host->log();
  ASSERT_TRUE(host->Start().ok()) << host->log();
  EXPECT_TRUE(Eventually(seconds(30), [&] { return Runs("reloader@1"); })) << host->log();
  EXPECT_EQ(host->Metric("oarlock_library_fetches_total{result=\"kept\"}"), 1);
  EXPECT_EQ(host->Stop(), 0);
}

TEST_F(RegistryKube, CommandsThatLookIntoLibrariesFetchThem) {
  const std::string file = scratch.File("m.yaml");
  const auto on = [&](const std::string& command, const std::string& library) {
    EXPECT_TRUE(WriteFile(file, Plugins({"name: it, library: '" + library + "'"})).ok());
    const auto result =
        RunCommand({OARLOCK_BINARY, command, file, "--registry-plain-http", registry.name()});
    EXPECT_TRUE(result.ok() && result->exit_code == 0) << command << ": " << result->err;
    return result->out;
  };
  EXPECT_NE(on("rbac", v1).find("statefulsets"), std::string::npos);
  const auto pushed =
      RunCommand({OARLOCK_BINARY, "push", OARLOCK_TEST_PLUGIN_DIR "/things.so",
                  registry.name() + "/plugins/things", "--registry-plain-http", registry.name()});
  ASSERT_TRUE(pushed.ok() && pushed->exit_code == 0) << pushed->err;
  const std::string things = pushed->out.substr(0, pushed->out.find('\n'));
  EXPECT_NE(on("crds", things).find("name: things.x.dev"), std::string::npos);
  EXPECT_EQ(host->Stop(), 0) << host->log();
}

TEST_F(RegistryKube, WhateverIsWrongWithTheRegistryTheVersionBeforeGoesOn) {
  Roll();
  const std::string v2 = Push("v2", "x");
  const std::string unknown = v2.substr(0, v2.find('@')) + "@sha256:" + std::string(64, '1');
  ExpectStays(unknown, "HTTP 404 MANIFEST_UNKNOWN");
  const auto v2_bytes = ReadFile(scratch.File("v2.so"));
  ASSERT_TRUE(v2_bytes.ok());
  const auto sum = RunCommand({"sha256sum", scratch.File("v2.so")});
  const std::string blob = registry.BlobFile("sha256:" + sum->out.substr(0, 64));
  ASSERT_TRUE(fs::exists(blob)) << blob;
  ASSERT_TRUE(WriteFile(blob, std::string(v2_bytes->size(), 'x')).ok());
  ExpectStays(v2, "the bytes that came are sha256:");
  registry.Kill();
  ExpectStays(v2, "cannot connect");
  ASSERT_TRUE(WriteFile(blob, *v2_bytes).ok());
  const base::Status started = registry.Start(/*with_login=*/true);
  ASSERT_TRUE(started.ok()) << started.message();
  ExpectStays(v2, "it wants a user and a password");
  // The login comes, as a Secret that is mounted would: by its own next try it is there.
  std::string login = kLogin;
  ASSERT_TRUE(WriteFile(LoginFile(), login.replace(login.find("%s"), 2, registry.name())).ok());
  ASSERT_TRUE(Eventually(seconds(90), [&] { return Runs("reloader@2"); })) << host->log();
  Roll();
  for (const char* word : {"dXNlcjpzZWNyZXQ", "user:secret"}) {
    EXPECT_EQ(host->log().find(word), std::string::npos) << "logins are never told";
  }
  EXPECT_EQ(host->Stop(), 0);
}

TEST_F(RegistryKube, PullWritesTheFileThatWasPushed) {
  const std::string out = scratch.File("pulled.so");
  const auto pulled =
      RunCommand({OARLOCK_BINARY, "pull", v1, "-o", out, "--registry-plain-http", registry.name()});
  ASSERT_TRUE(pulled.ok() && pulled->exit_code == 0) << pulled->err;
  const auto there = ReadFile(out);
  const auto pushed = ReadFile(scratch.File("v1.so"));
  ASSERT_TRUE(there.ok() && pushed.ok());
  EXPECT_TRUE(*there == *pushed);
  const auto tag = RunCommand({OARLOCK_BINARY, "pull", registry.name() + "/plugins/reloader:v1"});
  EXPECT_EQ(tag->exit_code, 2) << "a tag alone names no bytes";
  EXPECT_NE(tag->err.find("names no digest"), std::string::npos) << tag->err;
  registry.Kill();
  const auto down =
      RunCommand({OARLOCK_BINARY, "pull", v1, "-o", out, "--registry-plain-http", registry.name()});
  EXPECT_EQ(down->exit_code, 9) << down->err;
  EXPECT_EQ(host->Stop(), 0);
}

}  // namespace
}  // namespace oarlock::kubetest
