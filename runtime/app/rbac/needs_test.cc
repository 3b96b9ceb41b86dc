#include "app/rbac/needs.h"

#include <gtest/gtest.h>

namespace oarlock::app {
namespace {

using pluginhost::AccessDecl;

pluginhost::Declaration Declared() {
  pluginhost::Declaration declaration;
  pluginhost::TypeDecl type;
  type.kind = "NetworkPolicy";
  type.group = "networking.k8s.io";
  type.namespaces = {"a"};
  declaration.types[1] = type;
  type.kind = "Node";
  type.group = "";
  type.uncached = true;
  declaration.types[2] = type;
  declaration.access.push_back({"", "configmaps", "", {"patch"}, {}, {}});
  return declaration;
}

TEST(Needs, TheHostFillsCachesAndThePluginCalls) {
  const PluginNeeds needs = NeedsOf(Declared(), nullptr);
  EXPECT_EQ(needs.host,
            (std::vector<AccessDecl>{
                {"networking.k8s.io", "networkpolicies", "", {"list", "watch"}, {"a"}, {}}}))
      << "an uncached type has no cache";
  EXPECT_EQ(needs.calls,
            (std::vector<AccessDecl>{
                {"networking.k8s.io", "networkpolicies", "", {"get", "list"}, {"a"}, {}},
                {"", "nodes", "", {"get", "list"}, {}, {}},
                {"", "configmaps", "", {"patch"}, {}, {}}}));
}

TEST(Needs, NothingBeyondTheManifestsPermissions) {
  const pluginhost::Permissions permitted(
      {{"", "configmaps", "", {"*"}, {"shop"}, {"x"}},
       {"networking.k8s.io", "*", "*", {"list", "watch"}, {}, {"x"}}});
  const PluginNeeds needs = NeedsOf(Declared(), &permitted);
  EXPECT_EQ(needs.host,
            (std::vector<AccessDecl>{
                {"networking.k8s.io", "networkpolicies", "", {"list", "watch"}, {"a"}, {}}}))
      << "a shared cache has objects of all names";
  EXPECT_EQ(needs.calls, (std::vector<AccessDecl>{
                             {"networking.k8s.io", "networkpolicies", "", {"list"}, {"a"}, {"x"}},
                             {"", "configmaps", "", {"patch"}, {"shop"}, {"x"}}}));
}

AccessDecl Patch(std::string group, std::string resource, std::vector<std::string> namespaces) {
  return {std::move(group), std::move(resource), "", {"patch"}, std::move(namespaces), {}};
}

TEST(Needs, TheNamespacesOfTheManifestBoundWhatHasANamespace) {
  pluginhost::Declaration declaration;
  declaration.access = {Patch("apps", "deployments", {}), Patch("", "nodes", {}),
                        Patch("example.com", "things", {"shop", "elsewhere"}),
                        Patch("", "pods", {"elsewhere"})};
  ASSERT_TRUE(declaration.NarrowTo({"shop"}).ok());
  EXPECT_EQ(NeedsOf(declaration, nullptr).calls,
            (std::vector<AccessDecl>{Patch("apps", "deployments", {"shop"}), Patch("", "nodes", {}),
                                     Patch("example.com", "things", {"shop"})}));
  ASSERT_TRUE(declaration.NarrowTo({}).ok());
  EXPECT_EQ(NeedsOf(declaration, nullptr).calls, declaration.access);
}

}  // namespace
}  // namespace oarlock::app
