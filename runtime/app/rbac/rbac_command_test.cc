// `oarlock rbac` as a user runs it, on a sandbox that asks RBAC.
#include "app/rbac/rbac_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/cluster_client.h"
#include "app/exit_code.h"
#include "app/rbac/accounts.h"
#include "app/rbac/rules_check.h"
#include "base/real_clock.h"
#include "kube/yaml.h"
#include "sandbox/sandbox.h"
#include "supervisor/manifest_reader.h"

namespace oarlock::app {
namespace {

class RbacCommand : public ::testing::Test {
 protected:
  RbacCommand()
      : folder_(std::filesystem::temp_directory_path() /
                ("oarlock-rbac-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    options_.plugin_dir = OARLOCK_TEST_PLUGIN_DIR;
  }
  ~RbacCommand() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  // Exit code; what was printed is in said_.
  int Run(const std::string& plugins) {
    options_.manifest = Write("m.yaml",
                              "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\n"
                              "metadata: {name: m}\nspec:\n  plugins:\n" +
                                  plugins);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = RunRbac(options_);
    said_ = testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
    return code;
  }
  bool Said(const std::string& text) const { return said_.find(text) != std::string::npos; }

  RbacOptions options_;
  std::string said_;

 private:
  std::filesystem::path folder_;
};

constexpr char kHello[] = "  - {name: hello, library: hello.so}\n";

TEST_F(RbacCommand, PrintsWhatTheHostAndItsPluginsNeed) {
  options_.leader_elect = true;
  ASSERT_EQ(Run(kHello), kExitOk) << said_;
  EXPECT_TRUE(Said("kind: ClusterRole\nmetadata:\n  name: oarlock\n")) << said_;
  EXPECT_TRUE(
      Said("- apiGroups: [\"\"]\n  resources: [\"configmaps\"]\n"
           "  verbs: [\"get\", \"list\", \"watch\"]\n"))
      << said_;
  EXPECT_TRUE(Said("  resources: [\"leases\"]\n  resourceNames: [\"oarlock\"]\n")) << said_;
  EXPECT_TRUE(kube::ReadYaml(said_, "rbac").ok()) << said_;
}

TEST_F(RbacCommand, TheAdminApiOverTlsNeedsReviews) {
  ASSERT_EQ(Run(kHello), kExitOk) << said_;
  EXPECT_FALSE(Said("reviews")) << said_;
  options_.admin_listen = true;
  ASSERT_EQ(Run(kHello), kExitOk) << said_;
  EXPECT_TRUE(Said("resources: [\"tokenreviews\"]\n  verbs: [\"create\"]\n")) << said_;
  EXPECT_TRUE(Said("resources: [\"subjectaccessreviews\"]\n  verbs: [\"create\"]\n")) << said_;
}

TEST_F(RbacCommand, NamespacesMakeRolesInsteadOfAClusterRole) {
  ASSERT_EQ(Run("  - {name: hello, library: hello.so, namespaces: [a, b]}\n"), kExitOk) << said_;
  EXPECT_TRUE(Said("kind: Role\nmetadata:\n  name: oarlock\n  namespace: a\n")) << said_;
  EXPECT_TRUE(Said("kind: RoleBinding\nmetadata:\n  name: oarlock\n  namespace: b\n")) << said_;
  EXPECT_FALSE(
      Said("resources: [\"configmaps\"]\n  verbs: [\"get\", \"list\", \"watch\"]\n---\n"
           "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding"))
      << said_;
}

TEST_F(RbacCommand, SecretsOfAConfigurationAreNamedOneByOne) {
  ASSERT_EQ(
      Run("  - {name: hello, library: hello.so, configFrom: [{secretRef: {name: db, key: a}}, "
          "{secretRef: {name: db, key: b}}]}\n"),
      kExitOk)
      << said_;
  EXPECT_TRUE(
      Said("- apiGroups: [\"\"]\n  resources: [\"secrets\"]\n  resourceNames: [\"db\"]\n"
           "  verbs: [\"list\", \"watch\"]\n"))
      << said_;
}

TEST_F(RbacCommand, AManifestThatIsAnObjectIsReadAndItsStatusWritten) {
  options_.given_as = "cluster:ops/m";
  ASSERT_EQ(Run(kHello), kExitOk) << said_;
  EXPECT_TRUE(Said("kind: Role\nmetadata:\n  name: oarlock\n  namespace: ops\n")) << said_;
  EXPECT_TRUE(
      Said("- apiGroups: [\"oarlock.dev\"]\n  resources: [\"pluginmanifests\"]\n"
           "  resourceNames: [\"m\"]\n  verbs: [\"get\", \"list\", \"watch\"]\n"))
      << said_;
  EXPECT_TRUE(
      Said("  resources: [\"pluginmanifests/status\"]\n  resourceNames: [\"m\"]\n"
           "  verbs: [\"patch\"]\n"))
      << said_;
  EXPECT_FALSE(Said("oarlock-m")) << "no ConfigMap of rollbacks: " << said_;
  options_.given_as = "cluster:m";
  EXPECT_EQ(Run(kHello), kExitUsage);
  EXPECT_TRUE(Said("cluster:NAMESPACE/NAME")) << said_;
}

TEST_F(RbacCommand, ADisabledPluginNeedsNothing) {
  ASSERT_EQ(Run("  - {name: hello, library: hello.so, enabled: false}\n"), kExitOk) << said_;
  EXPECT_FALSE(Said("\"watch\"")) << said_;
}

TEST_F(RbacCommand, FaultsNameTheirPlace) {
  EXPECT_EQ(Run("  - {name: hello, library: none.so}\n"), kExitCheckFailed);
  EXPECT_TRUE(Said("m.yaml:6:5: plugin hello: ")) << said_;
  EXPECT_EQ(Run("  - {name: hello}\n"), kExitManifest);
  EXPECT_EQ(Run("  - {name: bad, library: declare_error.so}\n"), kExitCheckFailed);
  EXPECT_TRUE(Said("declare")) << said_;
}

TEST_F(RbacCommand, CheckNeedsACluster) {
  options_.check = true;
  options_.kubeconfig = Write("empty", "{}");
  EXPECT_EQ(Run(kHello), kExitKubeconfig) << said_;
}

// What is printed is applied to a server that asks RBAC: then it grants what is needed, and not
// before. The accounts come first: a child that loads a plugin wants no thread beside it.
TEST_F(RbacCommand, WhatIsPrintedIsWhatTheServerHasToGrant) {
  const std::string manifest =
      Write("m.yaml",
            "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\nmetadata: {name: m}\n"
            "spec:\n  plugins:\n  - {name: hello, library: hello.so, namespaces: [default]}\n");
  const HostAccount host{{"default", "oarlock"}, "oarlock", "", OARLOCK_TEST_PLUGIN_DIR};
  const auto read = supervisor::ReadManifest(manifest);
  ASSERT_TRUE(read.ok());
  const auto accounts = AccountsOf(*read, host);
  ASSERT_TRUE(accounts.ok()) << accounts.status().message();
  const RuleSet& needed = accounts->at(host.account);

  base::RealClock clock;
  sandbox::SandboxOptions options;
  options.authorization = sandbox::AuthorizationMode::kRbac;
  const auto server = sandbox::Sandbox::Start(std::move(options), clock, base::Log::Discard());
  ASSERT_TRUE(server.ok());
  const auto cluster = ClusterClient::Connect(Write("kubeconfig", (*server)->Kubeconfig()), "");
  ASSERT_TRUE(cluster.ok()) << cluster.status().message();
  const auto client =
      (*cluster)->ForIdentity({"system:serviceaccount:default:oarlock", {"system:authenticated"}});
  const auto before = MissingRules(needed, *client, (*cluster)->Call());
  ASSERT_TRUE(before.ok()) << before.status().message();
  EXPECT_EQ(*before,
            (std::vector<std::string>{
                "create, patch events.events.k8s.io in all namespaces",
                "create, get, list, watch configmaps in namespace default",
                "patch configmaps oarlock-m in namespace default",
                "create leases.coordination.k8s.io in namespace default",
                "get, update, watch leases.coordination.k8s.io oarlock in namespace default"}));

  const std::string text = AccountsText(*accounts, host);
  const auto documents = kube::ReadYaml(text, "rbac");
  ASSERT_TRUE(documents.ok()) << documents.status().message();
  for (const kube::YamlDocument& document : *documents) {
    const base::Status made = (*server)->Create(document.root().ToJson());
    ASSERT_TRUE(made.ok()) << made.message() << document.root().ToJson();
  }
  const auto after = MissingRules(needed, *client, (*cluster)->Call());
  ASSERT_TRUE(after.ok()) << after.status().message();
  EXPECT_EQ(*after, std::vector<std::string>());
}

}  // namespace
}  // namespace oarlock::app
