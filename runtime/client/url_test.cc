#include "client/url.h"

#include <gtest/gtest.h>

namespace oarlock::client {
namespace {

using base::StatusCode;

const kube::ResourceInfo kConfigMaps{.gvr = {"", "v1", "configmaps"}, .kind = "ConfigMap"};
const kube::ResourceInfo kDeployments{.gvr = {"apps", "v1", "deployments"}, .kind = "Deployment"};
const kube::ResourceInfo kNodes{.gvr = {"", "v1", "nodes"}, .kind = "Node", .namespaced = false};

TEST(ServerUrl, RC_18_ReadsSchemeHostPortAndPrefix) {
  const auto url = ServerUrl::Parse("https://api.example:6443/k8s/clusters/c-1/");
  ASSERT_TRUE(url.ok());
  EXPECT_EQ(url->origin(), "https://api.example:6443");
  EXPECT_EQ(url->prefix, "/k8s/clusters/c-1");
  EXPECT_EQ(ServerUrl::Parse("https://10.0.0.1")->authority(), "10.0.0.1:443");
  EXPECT_EQ(ServerUrl::Parse("localhost:8080")->origin(), "http://localhost:8080");
}

TEST(ServerUrl, KeepsIpv6InBrackets) {
  const auto url = ServerUrl::Parse("https://[fd00::1]:6443");
  ASSERT_TRUE(url.ok());
  EXPECT_EQ(url->host, "fd00::1");
  EXPECT_EQ(url->authority(), "[fd00::1]:6443");
  EXPECT_TRUE(url->host_is_ip());
  EXPECT_TRUE(ServerUrl::Parse("http://[::1]:1")->host_is_loopback());
}

TEST(ServerUrl, RC_18_SaysWhatIsWrong) {
  for (const char* bad :
       {"ftp://a", "https://", "https://a:0", "https://a:70000", "https://a:x", "https://[::1",
        "https://u:p@a", "https://a?b=c", "https://a b", "https://[nope]:1"}) {
    const auto url = ServerUrl::Parse(bad);
    EXPECT_EQ(url.status().code(), StatusCode::kInvalidArgument) << bad;
    EXPECT_NE(url.status().message().find(bad), std::string::npos) << bad;
  }
}

TEST(ResourcePath, RC_12_BuildsCollectionsObjectsAndSubresources) {
  EXPECT_EQ(*CollectionPath(kDeployments.gvr, ""), "/apis/apps/v1/deployments");
  EXPECT_EQ(*CollectionPath(kConfigMaps.gvr, "t"), "/api/v1/namespaces/t/configmaps");
  EXPECT_EQ(*ObjectPath({kNodes, "", "n1", "status"}), "/api/v1/nodes/n1/status");
  EXPECT_EQ(*ObjectPath({kDeployments, "t", "a", "scale"}),
            "/apis/apps/v1/namespaces/t/deployments/a/scale");
  EXPECT_EQ(*CreatePath({kConfigMaps, "t", "", ""}), "/api/v1/namespaces/t/configmaps");
  EXPECT_EQ(*ObjectPath({kNodes, "", "system:node:x", ""}), "/api/v1/nodes/system%3Anode%3Ax");
}

TEST(ResourcePath, C_RC_01_RefusesNamesThatChangeTheUrl) {
  for (const char* name : {"", "/", "a/b", "..", ".", "a?b", "a%2fb", "a#b"}) {
    EXPECT_EQ(ObjectPath({kConfigMaps, "t", name, ""}).status().code(),
              StatusCode::kInvalidArgument)
        << name;
  }
  EXPECT_FALSE(ObjectPath({kConfigMaps, "a/b", "x", ""}).ok());
  EXPECT_FALSE(ObjectPath({kConfigMaps, "..", "x", ""}).ok());
  EXPECT_FALSE(ObjectPath({kConfigMaps, "t", "x", ".."}).ok());
  EXPECT_FALSE(ObjectPath({kConfigMaps, "t", "x", "a/b"}).ok());
}

TEST(ResourcePath, RC_13_ScopeAndNamespaceMustFit) {
  EXPECT_FALSE(ObjectPath({kConfigMaps, "", "x", ""}).ok());
  EXPECT_FALSE(ObjectPath({kNodes, "t", "x", ""}).ok());
  EXPECT_FALSE(CreatePath({kConfigMaps, "", "", ""}).ok());
}

TEST(QueryBuilder, RC_12_EscapesValuesAndLeavesOutEmptyOnes) {
  EXPECT_EQ(QueryBuilder("/p").Add("a", "x=y, z").AddIf("b", "").Add("c", "ü").Take(),
            "/p?a=x%3Dy%2C%20z&c=%C3%BC");
}

}  // namespace
}  // namespace oarlock::client
