// What the manifest's rules allow, and what they leave of a declared type: reads of the cache, its
// indexes and its changes.
#include "pluginhost/declare/permissions.h"

#include "pluginhost/testing/client_fixture.h"
#include "pluginhost/testing/generation_fixture.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using testing::kByValue;
using testing::kMaps;
using testing::Text;
using testing::View;

const kube::ResourceInfo kScaled{
    {"apps", "v1", "deployments"}, "Deployment", true, {"get", "list"}, {"scale"}};
const kube::ResourceInfo kNode{{"", "v1", "nodes"}, "Node", false, {"get", "list"}, {}};

AccessDecl Rule(std::vector<std::string> verbs, std::vector<std::string> namespaces = {},
                std::vector<std::string> names = {}) {
  return {"apps", "deployments", "", std::move(verbs), std::move(namespaces), std::move(names)};
}

TEST(Permissions, ARuleAllowsWhatAllOfItsPartsName) {
  const Permissions some({Rule({"get"}, {"a"}, {"x"})});
  EXPECT_TRUE(some.Allow({"get", kScaled, "", "a", "x"}));
  EXPECT_FALSE(some.Allow({"get", kScaled, "", "a", "y"}));
  EXPECT_FALSE(some.Allow({"get", kScaled, "", "b", "x"}));
  EXPECT_FALSE(some.Allow({"patch", kScaled, "", "a", "x"}));
  EXPECT_FALSE(some.Allow({"get", kScaled, "scale", "a", "x"}));
  EXPECT_FALSE(some.Allow({"get", kNode, "", "", "x"}));
  EXPECT_FALSE(Permissions({}).Allow({"get", kNode, "", "", "x"}));
}

TEST(Permissions, StarsStandForAnything) {
  const Permissions all({{"*", "*", "*", {"*"}, {}, {}}});
  EXPECT_TRUE(all.Allow({"patch", kScaled, "scale", "a", "x"}));
  EXPECT_TRUE(all.Allow({"list", kNode, "", "", ""}));
  EXPECT_TRUE(all.Cached(kNode).everything());
}

TEST(Permissions, TheCacheNeedsListAndWatchOfOneRule) {
  EXPECT_TRUE(Permissions({Rule({"get", "list"})}).Cached(kScaled).nothing());
  EXPECT_TRUE(Permissions({Rule({"list"}), Rule({"watch"})}).Cached(kScaled).nothing());
  EXPECT_TRUE(Permissions({Rule({"list", "watch"})}).Cached(kNode).nothing());
  EXPECT_TRUE(Permissions({Rule({"list", "watch"})}).Cached(kScaled).everything());
}

TEST(Permissions, NamespacesAndNamesLeaveAPartOfTheCache) {
  const ObjectFilter seen =
      Permissions({Rule({"list", "watch"}, {"b", "a"}), Rule({"list", "watch"}, {"c"}, {"x"})})
          .Cached(kScaled);
  EXPECT_TRUE(seen.Has("a", "y"));
  EXPECT_TRUE(seen.Has("c", "x"));
  EXPECT_FALSE(seen.Has("c", "y"));
  EXPECT_FALSE(seen.Has("d", "x"));
  EXPECT_EQ(seen.Namespaces(), (std::vector<std::string>{"a", "b", "c"}));
  const ObjectFilter named = Permissions({Rule({"list", "watch"}, {}, {"x"})}).Cached(kScaled);
  EXPECT_TRUE(named.Namespaces().empty()) << "any";
  EXPECT_FALSE(named.everything());
}

TEST(Permissions, OfClusterScopedTypesNoNamespaceHasAPart) {
  AccessDecl rule{"", "nodes", "", {"list", "watch"}, {"a"}, {}};
  EXPECT_TRUE(Permissions({rule}).Cached(kNode).nothing());
  rule.namespaces.clear();
  EXPECT_TRUE(Permissions({rule}).Cached(kNode).everything());
}

// An instance whose manifest permits less than it declares.
class PermittedCalls : public testing::ClientFixture {
 protected:
  void SetUp() override {}
  void Permit(std::vector<AccessDecl> rules) {
    rules.push_back({"", "nodes", "", {"list", "watch"}, {}, {}});
    instance.set_permissions(std::make_shared<Permissions>(std::move(rules)));
    testing::ClientFixture::SetUp();
  }
  double Denied(const std::string& verb) {
    for (const base::MetricFamily& family : host.metrics.Collect()) {
      if (family.name != "oarlock_plugin_permission_denied_total") continue;
      for (const base::MetricSample& sample : family.samples) {
        if (sample.labels.back().second == verb) return sample.value;
      }
    }
    return 0;
  }
};

TEST_F(PermittedCalls, ReadsOfTheCacheSeeNamedObjectsOnly) {
  Permit({{"", "configmaps", "", {"get", "list", "watch"}, {}, {"a", "c"}}});
  const auto call = Call();
  EXPECT_EQ(List(*call, {}), "a c");
  oar_cache_list by_index{};
  by_index.index = kByValue;
  by_index.index_value = View("x");
  EXPECT_EQ(List(*call, by_index), "a c");
  EXPECT_EQ(VersionOf(*call, "a"), "5");
  EXPECT_EQ(VersionOf(*call, "b"), "FORBIDDEN");
  EXPECT_EQ(Denied("get"), 1);
  EXPECT_TRUE(host.log_lines->Has("the manifest's permissions do not allow to get configmaps"));
}

TEST_F(PermittedCalls, NamespacesThatAreNotPermittedAreNotWatched) {
  host.SetList("configmaps/other", {Json({"c", "7", "other", {}, "x"})}, "10");
  Permit({{"", "configmaps", "", {"get", "list", "watch"}, {"other"}, {}}});
  const auto call = Call();
  EXPECT_EQ(List(*call, {}), "c");
  EXPECT_EQ(VersionOf(*call, "a"), "FORBIDDEN");
  EXPECT_EQ(host.informers().size(), 2u) << "maps of one namespace, and nodes";
}

TEST_F(PermittedCalls, WritesAndLiveReadsAreRefusedBeforeTheServerIsAsked) {
  Permit({{"", "configmaps", "", {"get", "list", "watch", "update"}, {}, {}}});
  const auto call = Call();
  const oar_key key = Key(kMaps, "default", "a");
  oar_obj out{};
  EXPECT_EQ(client().delete_object(call->handle(), &key, nullptr, nullptr), OAR_E_FORBIDDEN);
  const oar_key node = Key(testing::kNodes, "", "n");
  EXPECT_EQ(client().get_live(call->handle(), &node, nullptr, &out, nullptr), OAR_E_FORBIDDEN);
  EXPECT_TRUE(host.client->calls().empty());
  EXPECT_EQ(Denied("delete"), 1);
}

TEST(AccessView, TheNamespacesOfTheManifestBoundWhatHasANamespace) {
  const AccessView view({{"*", "*", "*", {"*"}, {}, {}}}, {"a"}, nullptr);
  EXPECT_TRUE(view.Check({"patch", kScaled, "", "a", "x"}).ok());
  const base::Status outside = view.Check({"patch", kScaled, "", "b", "x"});
  EXPECT_EQ(outside.code(), base::StatusCode::kPermissionDenied);
  EXPECT_EQ(outside.message(),
            "the namespaces of the manifest do not allow to patch deployments.apps in namespace b");
  EXPECT_FALSE(view.Check({"list", kScaled, "", "", ""}).ok()) << "of all namespaces";
  EXPECT_TRUE(view.Check({"patch", kNode, "", "", "x"}).ok());
}

TEST_F(PermittedCalls, ChangesStayWithinTheNamespacesOfTheManifest) {
  host.SetList("configmaps/other", {Json({"c", "7", "other", {}, "x"})}, "10");
  Declare(DeclareAll);
  Declaration narrowed = instance.declaration();
  ASSERT_TRUE(narrowed.NarrowTo({"other"}).ok());
  instance.set_declaration(std::move(narrowed));
  Bind();
  const auto call = Call();
  const oar_key key = Key(kMaps, "default", "a");
  EXPECT_EQ(client().delete_object(call->handle(), &key, nullptr, nullptr), OAR_E_FORBIDDEN);
  EXPECT_TRUE(host.client->calls().empty());
  EXPECT_EQ(Denied("delete"), 1);
  EXPECT_TRUE(host.log_lines->Has("the namespaces of the manifest do not allow to"));
}

TEST_F(PermittedCalls, ADeclaredTypeWithoutPermissionIsAFaultOfTheManifest) {
  Declare(DeclareAll);
  instance.set_permissions(std::make_shared<Permissions>(
      std::vector<AccessDecl>{{"", "configmaps", "", {"get"}, {}, {}}}));
  const base::Status bound = BindTypes(instance, {});
  EXPECT_EQ(bound.code(), base::StatusCode::kPermissionDenied);
  EXPECT_NE(bound.message().find("do not allow to list and watch"), std::string::npos)
      << bound.message();
}

class PermittedSources : public testing::GenerationFixture {
 protected:
  void SetUp() override { host.SetList("configmaps", {Json({"a", "5"}), Json({"b", "6"})}, "10"); }
  std::shared_ptr<const Permissions> Permitted() override {
    return std::make_shared<Permissions>(
        std::vector<AccessDecl>{{"", "configmaps", "", {"get", "list", "watch"}, {}, {"b"}}});
  }
};

TEST_F(PermittedSources, ChangesOfOtherObjectsAreNoKeys) {
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile default/b", 1));
  Stream("configmaps")->Send(kube::WatchEventType::kModified, Json({"a", "11"}));
  Stream("configmaps")->Send(kube::WatchEventType::kModified, Json({"b", "12"}));
  ASSERT_TRUE(WaitForCalls("reconcile default/b", 2));
  EXPECT_EQ(plugin.Count("reconcile default/a"), 0u);
}

}  // namespace
}  // namespace oarlock::pluginhost
