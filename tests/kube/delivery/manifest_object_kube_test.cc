// A manifest that is an object of a real cluster, and configuration in its Secrets; the host is a
// ServiceAccount with exactly the roles that `oarlock rbac` prints.
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

class ManifestObjectKube : public KubeTest {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    options.audit_level = "Metadata";
    SetServerOptions(std::move(options));
  }
  void SetUp() override {
    ASSERT_TRUE(scratch.Create().ok());
    for (int version : {1, 2}) {
      // The same code in other bytes: another build, as far as the host can tell.
      fs::copy_file(OARLOCK_PLUGIN_DIR "/reloader.so", Library(version));
      std::ofstream(Library(version), std::ios::binary | std::ios::app) << "build" << version;
    }
    Kubectl({"apply", "-f", OARLOCK_SOURCE_DIR "/manifests/crds/pluginmanifests.yaml"});
    Kubectl({"wait", "--for=condition=Established", "--timeout=30s",
             "crd/pluginmanifests.oarlock.dev"});
  }
  std::string Library(int version) const {
    return scratch.File("reloader-" + std::to_string(version) + ".so");
  }
  std::string Socket() const { return scratch.File("admin.sock"); }
  std::string User() { return "system:serviceaccount:" + ns() + ":host"; }
  std::string Name() { return "cluster:" + ns() + "/test"; }

  std::string Kubectl(std::vector<std::string> args, const std::string& input = {}) {
    const auto result = server().Kubectl(args, input);
    EXPECT_TRUE(result.ok() && result->exit_code == 0)
        << args.at(0) << ": " << (result.ok() ? result->err : result.status().message());
    return result.ok() ? result->out : "";
  }
  void Apply(const std::string& yaml) { Kubectl({"-n", ns(), "apply", "-f", "-"}, yaml); }
  // ServiceAccount, roles and bindings, as printed.
  void GrantWhatIsNeeded(const std::string& manifest, const std::vector<std::string>& more = {}) {
    ASSERT_TRUE(WriteFile(scratch.File("m.yaml"), manifest).ok());
    std::vector<std::string> argv = {
        OARLOCK_BINARY, "rbac", scratch.File("m.yaml"), "--plugin-dir", OARLOCK_PLUGIN_DIR,
        "--namespace",  ns(),   "--service-account",    "host"};
    argv.insert(argv.end(), more.begin(), more.end());
    const auto printed = RunCommand(argv);
    ASSERT_TRUE(printed.ok() && printed->exit_code == 0) << printed->err;
    Kubectl({"apply", "-f", "-"}, printed->out);
  }
  // Of the host's ServiceAccount.
  std::string Kubeconfig() {
    const std::string file = scratch.File("kubeconfig");
    fs::copy_file(server().Kubeconfig(Identity::kAdmin), file,
                  fs::copy_options::overwrite_existing);
    std::string token = Kubectl({"-n", ns(), "create", "token", "host"});
    while (!token.empty() && token.back() == '\n') token.pop_back();
    Kubectl({"config", "--kubeconfig", file, "set-credentials", "host", "--token=" + token});
    Kubectl({"config", "--kubeconfig", file, "set-context", "--current", "--user=host"});
    return file;
  }
  size_t Refused() {
    const auto log = ReadFile(server().AuditLogPath());
    EXPECT_TRUE(log.ok());
    size_t count = 0;
    std::istringstream lines(log.ok() ? *log : "");
    for (std::string line; std::getline(lines, line);) {
      const bool of_host = line.find("\"username\":\"" + User() + "\"") != std::string::npos;
      if (!of_host || line.find("\"code\":403") == std::string::npos) continue;
      ++count;
      EXPECT_EQ(count, 0u) << line;
    }
    return count;
  }
  std::string Field(const std::string& path) {
    const auto result = server().Kubectl(
        {"-n", ns(), "get", "pluginmanifest", "test", "-o", "jsonpath={" + path + "}"});
    return result.ok() ? result->out : "";
  }
  std::string Condition(const std::string& type, const std::string& member) {
    return Field(".status.conditions[?(@.type==\"" + type + "\")]." + member);
  }
  void Value(int value) {
    Apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {k: \"" +
          std::to_string(value) + "\"}\n");
  }
  // The Deployment is in its N-th form.
  bool Rolled(int generation) {
    return Kubectl({"-n", ns(), "get", "deployment/web", "-o",
                    "jsonpath={.metadata.generation}"}) == std::to_string(generation);
  }
  std::string Reloader(const std::string& library) {
    return Plugins({"name: reloader, library: " + library + ", namespaces: [" + ns() + "]"});
  }

  ScratchDir scratch;
};

constexpr char kDeployment[] =
    "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n"
    "  annotations: {reloader.stakater.com/auto: \"true\"}\n"
    "spec:\n  selector: {matchLabels: {app: web}}\n"
    "  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n"
    "        - {name: main, image: example/app:1, envFrom: [{configMapRef: {name: cfg}}]}\n";

TEST_F(ManifestObjectKube, AnEditMovesToTheNextVersionWithoutARestartAndTheStatusSaysSo) {
  GrantWhatIsNeeded(Reloader(Library(1)), {"--manifest", Name()});
  Value(0);
  Apply(kDeployment);
  HostProcess host(Kubeconfig(), Name(), {"--namespace", ns(), "--admin-socket", Socket()});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(
      seconds(30),
      [&] { return host.Get("/readyz").body.find("does not exist") != std::string::npos; }))
      << host.Get("/readyz").body << host.log();
  Apply(Reloader(Library(1)));
  Kubectl({"-n", ns(), "wait", "--for=condition=Ready", "--timeout=30s", "pluginmanifest/test"});
  ASSERT_TRUE(host.Ready()) << host.log();
  Value(1);
  ASSERT_TRUE(Eventually(seconds(20), [&] { return Rolled(2); })) << host.log();

  const std::string first = Field(".status.plugins[0].sha256");
  Apply(Reloader(Library(2)));
  ASSERT_TRUE(Eventually(seconds(30),
                         [&] {
                           return Field(".status.plugins[0].generation") == "reloader@2" &&
                                  Condition("Ready", "status") == "True";
                         }))
      << Field(".status") << host.log();
  EXPECT_NE(Field(".status.plugins[0].sha256"), first);
  EXPECT_EQ(Field(".status.observedGeneration"), "2");
  Value(2);
  ASSERT_TRUE(Eventually(seconds(20), [&] { return Rolled(3); })) << host.log();

  Apply(Reloader("../reloader.so"));
  ASSERT_TRUE(Eventually(seconds(20), [&] { return Condition("Valid", "status") == "False"; }))
      << Field(".status") << host.log();
  EXPECT_EQ(Condition("Valid", "message").find(Name() + ": spec.plugins[0].library: "), 0u)
      << Field(".status");
  EXPECT_EQ(Condition("Ready", "reason"), "InvalidManifest");
  Value(3);
  ASSERT_TRUE(Eventually(seconds(20), [&] { return Rolled(4); })) << "version 2 goes on";

  const auto back = RunCommand({OARLOCK_BINARY, "rollback", "reloader", "--reason", "blank pages",
                                "--admin-socket", Socket()});
  ASSERT_TRUE(back.ok() && back->exit_code == 0) << back->err;
  EXPECT_NE(Field(".status.records").find("blank pages"), std::string::npos) << Field(".status");
  EXPECT_EQ(Refused(), 0u);
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

TEST_F(ManifestObjectKube, TheServerKnowsTheKeysAndRefusesBadOnes) {
  // Established says that the objects are served: the server publishes their schema a little later.
  std::string text;
  EXPECT_TRUE(Eventually(seconds(30), [&] {
    const auto explained = server().Kubectl({"explain", "pluginmanifest.spec.plugins.library",
                                             "--api-version", "oarlock.dev/v1alpha1"});
    if (!explained.ok()) return false;
    text = explained->out + explained->err;
    return text.find("oci://REGISTRY") != std::string::npos;
  })) << text;
  for (const char* entry :
       {"name: a", "name: a, library: a.so, libary: b.so", "name: A_b, library: a.so",
        "name: a, library: a.so, unload: perhaps"}) {
    const auto result = server().Kubectl({"-n", ns(), "apply", "-f", "-"}, Plugins({entry}));
    EXPECT_TRUE(result.ok() && result->exit_code != 0) << entry;
  }
  const auto twice =
      server().Kubectl({"-n", ns(), "apply", "-f", "-"},
                       Plugins({"name: a, library: a.so", "name: a, library: b.so"}));
  EXPECT_TRUE(twice.ok() && twice->exit_code != 0) << "names are unique";
}

TEST_F(ManifestObjectKube, ASecretWithConfigurationIsReadByItsNameAlone) {
  const auto secret = [&](const std::string& greeting) {
    Apply(
        "apiVersion: v1\nkind: Secret\nmetadata: {name: greetings}\nstringData:\n  c.yaml: |\n"
        "    greeting: " +
        greeting + "\n");
  };
  const std::string manifest =
      Plugins({"name: hello, library: " OARLOCK_TEST_PLUGIN_DIR "/hello.so, namespaces: [" + ns() +
               "], configFrom: [{secretRef: {name: greetings, key: c.yaml}}]"});
  GrantWhatIsNeeded(manifest);
  Value(0);
  HostProcess host(Kubeconfig(), manifest, {"--namespace", ns()});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30),
                         [&] {
                           return host.Get("/readyz").body.find("/greetings does not exist") !=
                                  std::string::npos;
                         }))
      << host.Get("/readyz").body << host.log();
  secret("salve");
  ASSERT_TRUE(Eventually(seconds(20), [&] {
    return host.log().find("salve") != std::string::npos;
  })) << host.log();
  secret("vale");
  ASSERT_TRUE(Eventually(seconds(20), [&] { return host.log().find("vale") != std::string::npos; }))
      << host.log();
  EXPECT_EQ(Refused(), 0u);
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

}  // namespace
}  // namespace oarlock::kubetest
