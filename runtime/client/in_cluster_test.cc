#include "client/in_cluster.h"

#include <gtest/gtest.h>

#include "client/test_files.h"

namespace oarlock::client {
namespace {

using base::StatusCode;

class InCluster : public testing::Test {
 protected:
  InCluster() {
    dir.Write("token", "tok\n");
    dir.Write("ca.crt", "-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n");
    dir.Write("namespace", "from-file\n");
  }
  base::Result<ClientConfig> Default(const KubeconfigOptions& options = {},
                                     const KubeconfigOverrides& overrides = {}) {
    return LoadDefaultConfig(options, overrides, environment, paths);
  }

  TempDir dir;
  InClusterPaths paths{dir.path()};
  Environment environment{
      .variables = {{"KUBERNETES_SERVICE_HOST", "10.0.0.1"}, {"KUBERNETES_SERVICE_PORT", "443"}}};
};

constexpr const char* kKubeconfig =
    "current-context: x\nclusters: [{name: c, cluster: {server: 'https://kube'}}]\n"
    "contexts: [{name: x, context: {cluster: c, namespace: kns}}]\n";

TEST_F(InCluster, IC_1_ServerTokenAndAuthority) {
  const auto config = LoadInClusterConfig(environment, paths);
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->server, "https://10.0.0.1:443");
  EXPECT_EQ(config->auth.token_file, dir / "token");
  EXPECT_EQ(config->tls.ca_file, dir / "ca.crt");
  EXPECT_EQ(config->source, "in-cluster");
  environment.variables["KUBERNETES_SERVICE_HOST"] = "fd00::1";
  EXPECT_EQ(LoadInClusterConfig(environment, paths)->server, "https://[fd00::1]:443");
}

TEST_F(InCluster, IC_1_MissingVariablesAndTokenAreErrors) {
  dir.Write("token", " \n");
  EXPECT_EQ(LoadInClusterConfig(environment, paths).status().code(), StatusCode::kInvalidArgument);
  std::filesystem::remove(dir / "token");
  EXPECT_NE(LoadInClusterConfig(environment, paths).status().message().find(dir / "token"),
            std::string::npos);
  environment.variables.erase("KUBERNETES_SERVICE_PORT");
  EXPECT_EQ(LoadInClusterConfig(environment, paths).status().code(),
            StatusCode::kFailedPrecondition);
}

TEST_F(InCluster, IC_1_ABadAuthorityIsOnlyAWarning) {
  for (const bool there : {true, false}) {
    dir.Write("ca.crt", "no pem");
    if (!there) std::filesystem::remove(dir / "ca.crt");
    const auto config = LoadInClusterConfig(environment, paths);
    ASSERT_TRUE(config.ok()) << config.status().ToString();
    EXPECT_EQ(config->tls.ca_file, "");
    ASSERT_EQ(config->warnings.size(), 1u);
    EXPECT_NE(config->warnings[0].find(dir / "ca.crt"), std::string::npos);
  }
}

TEST_F(InCluster, IC_2_NamespaceFromVariableFileOrDefault) {
  EXPECT_EQ(LoadInClusterConfig(environment, paths)->default_namespace, "from-file");
  environment.variables["POD_NAMESPACE"] = "from-variable";
  EXPECT_EQ(LoadInClusterConfig(environment, paths)->default_namespace, "from-variable");
  environment.variables.erase("POD_NAMESPACE");
  std::filesystem::remove(dir / "namespace");
  EXPECT_EQ(LoadInClusterConfig(environment, paths)->default_namespace, "default");
}

TEST_F(InCluster, IC_3_AKubeconfigThatChoosesWins) {
  environment.variables["KUBECONFIG"] = dir.Write("config", kKubeconfig);
  EXPECT_EQ(Default()->server, "https://kube");
  EXPECT_EQ(Default()->default_namespace, "kns");
  EXPECT_EQ(Default({}, {.ns = "mine"})->default_namespace, "mine");
}

TEST_F(InCluster, IC_3_WithoutOneThePodIsUsed) {
  EXPECT_EQ(Default()->source, "in-cluster");
  environment.variables["KUBECONFIG"] = "/nowhere/config";
  const auto config = Default({}, {.ns = "mine", .token = "t"});
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->source, "in-cluster");
  EXPECT_EQ(config->default_namespace, "mine");
  EXPECT_EQ(config->auth.token, "t");
  EXPECT_EQ(config->auth.token_file, "");
  EXPECT_EQ(config->warnings.size(), 1u);
}

TEST_F(InCluster, IC_3_ErrorsOfAKubeconfigAreNotCoveredUp) {
  EXPECT_EQ(Default({.path = "/nowhere/config"}).status().code(), StatusCode::kNotFound);
  EXPECT_FALSE(Default({.path = dir.Write("empty", "")}).ok());
  EXPECT_FALSE(Default({}, {.context = "nope"}).ok());
  environment.variables["KUBECONFIG"] = dir.Write("bad", "clusters: 1");
  EXPECT_FALSE(Default().ok());
}

TEST_F(InCluster, IC_3_NeitherOneNorTheOtherSaysWhereItLooked) {
  environment.variables = {{"HOME", "/nowhere"}};
  const auto config = Default();
  EXPECT_NE(config.status().message().find("/nowhere/.kube/config (missing)"), std::string::npos);
  EXPECT_NE(config.status().message().find("not in a cluster"), std::string::npos);
}

}  // namespace
}  // namespace oarlock::client
