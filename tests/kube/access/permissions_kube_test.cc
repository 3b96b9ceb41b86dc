// What a plugin may do, against a real API server: Roles by `oarlock rbac`, calls as the plugin's
// own ServiceAccount, and the manifest's permissions.
#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {
namespace {

using std::chrono::seconds;

std::string Objects(const std::string& value) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {k: \"" + value +
         "\"}\n---\n"
         "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n"
         "  annotations: {reloader.stakater.com/auto: \"true\"}\n"
         "spec:\n  selector: {matchLabels: {app: web}}\n"
         "  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n"
         "        - {name: main, image: example/app:1, envFrom: [{configMapRef: {name: cfg}}]}\n";
}

class PermissionsKube : public KubeTest {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    options.audit_level = "Metadata";
    SetServerOptions(std::move(options));
  }
  void SetUp() override { ASSERT_TRUE(scratch_.Create().ok()); }

  std::string Account() { return "serviceAccount: {namespace: " + ns() + ", name: robot}"; }
  // Exit code of `oarlock rbac`; what it said is in said_.
  int Rbac(const std::string& manifest, const std::vector<std::string>& flags) {
    EXPECT_TRUE(WriteFile(scratch_.File("m.yaml"), manifest).ok());
    std::vector<std::string> argv = {
        OARLOCK_BINARY, "rbac", scratch_.File("m.yaml"), "--plugin-dir", OARLOCK_PLUGIN_DIR,
        "--namespace",  ns(),   "--service-account",     "host"};
    argv.insert(argv.end(), flags.begin(), flags.end());
    const auto result = RunCommand(argv);
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    said_ = result->out + result->err;
    return result->exit_code;
  }
  void Apply(const std::string& yaml, bool in_namespace = true) {
    std::vector<std::string> argv;
    if (in_namespace) argv = {"-n", ns()};
    argv.insert(argv.end(), {"apply", "-f", "-"});
    const auto result = server().Kubectl(argv, yaml);
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    ASSERT_EQ(result->exit_code, 0) << result->err;
  }
  bool Rolled() {
    const auto result = server().Kubectl(
        {"-n", ns(), "get", "deployment/web", "-o", "jsonpath={.metadata.generation}"});
    return result.ok() && result->out == "2";
  }
  // Somebody's request with that verb was answered so, says the audit log.
  bool Audited(const std::string& user, const std::string& verb, int code) {
    const auto log = ReadFile(server().AuditLogPath());
    if (!log.ok()) return false;
    for (size_t at = 0; at < log->size();) {
      const size_t end = std::min(log->find('\n', at), log->size());
      const std::string line = log->substr(at, end - at);
      at = end + 1;
      if (line.find("\"username\":\"" + user + "\"") != std::string::npos &&
          line.find("\"verb\":\"" + verb + "\"") != std::string::npos &&
          line.find("\"code\":" + std::to_string(code)) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

  ScratchDir scratch_;
  std::string said_;
};

TEST_F(PermissionsKube, APluginActsAsItsAccountWithTheRolesThatRbacPrints) {
  const std::string manifest =
      Plugins({"name: reloader, library: reloader.so, namespaces: [" + ns() + "], " + Account()});
  const std::vector<std::string> check = {"--check", "--kubeconfig",
                                          server().Kubeconfig(Identity::kAdmin)};
  EXPECT_EQ(Rbac(manifest, check), 8) << said_;
  EXPECT_NE(said_.find("ServiceAccount " + ns() + "/robot lacks: "), std::string::npos) << said_;
  ASSERT_EQ(Rbac(manifest, {}), 0) << said_;
  for (size_t at = 0; (at = said_.find("\nkind: ClusterRole\n", at)) != std::string::npos; ++at) {
    const std::string role = said_.substr(at, said_.find("\n---", at) - at);
    EXPECT_EQ(role.find("deployments"), std::string::npos) << role << ": of one namespace";
  }
  Apply(said_, /*in_namespace=*/false);
  EXPECT_EQ(Rbac(manifest, check), 0) << said_;

  Apply(Objects("one"));
  HostProcess host(server().Kubeconfig(Identity::kAdmin), manifest);
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
  Apply(Objects("two"));
  EXPECT_TRUE(Eventually(seconds(20), [&] { return Rolled(); })) << host.log();
  const std::string robot = "system:serviceaccount:" + ns() + ":robot";
  EXPECT_TRUE(Audited(robot, "patch", 200) || Audited(robot, "update", 200)) << host.log();
  EXPECT_FALSE(Audited(robot, "watch", 200)) << "caches are the host's";
  EXPECT_GT(host.Metric("oarlock_plugin_api_calls_total{plugin=\"reloader\""), 0);
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

TEST_F(PermissionsKube, TheServerRefusesWhatTheAccountLacks) {
  Apply(Objects("one") + "---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: robot}\n");
  HostProcess host(
      server().Kubeconfig(Identity::kAdmin),
      Plugins({"name: reloader, library: reloader.so, namespaces: [" + ns() + "], " + Account()}));
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
  Apply(Objects("two"));
  const std::string robot = "system:serviceaccount:" + ns() + ":robot";
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return Audited(robot, "patch", 403) || Audited(robot, "update", 403) ||
           Audited(robot, "get", 403);
  })) << host.log();
  EXPECT_FALSE(Rolled());
  EXPECT_NE(host.log().find("forbidden"), std::string::npos) << host.log();
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

TEST_F(PermissionsKube, ThePermissionsOfTheManifestAreAskedBeforeTheServer) {
  Apply(Objects("one"));
  HostProcess host(server().Kubeconfig(Identity::kAdmin),
                   Plugins({"name: reloader, library: reloader.so, namespaces: [" + ns() +
                            "], permissions: [{apiGroups: [\"*\"], resources: [\"*\"], "
                            "verbs: [get, list, watch]}]"}));
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
  Apply(Objects("two"));
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return host.Metric("oarlock_plugin_permission_denied_total{plugin=\"reloader\"") > 0;
  })) << host.log();
  EXPECT_FALSE(Rolled());
  EXPECT_NE(host.log().find("the manifest's permissions do not allow to"), std::string::npos)
      << host.log();
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

}  // namespace
}  // namespace oarlock::kubetest
