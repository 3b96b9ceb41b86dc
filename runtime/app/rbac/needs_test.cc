// What is needed of the API server within the namespaces of the manifest.
#include "app/rbac/needs.h"

#include <gtest/gtest.h>

namespace oarlock::app {
namespace {

using pluginhost::AccessDecl;

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
