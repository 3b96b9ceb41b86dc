#include "client/rest_mapper.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "base/fake_clock.h"

namespace oarlock::client {
namespace {

using base::StatusCode;

std::string Version(const std::string& version, const std::string& kind) {
  return R"({"version":")" + version +
         R"(","freshness":"Current","resources":[{"resource":"things",)"
         R"("responseKind":{"group":"x.dev","version":")" +
         version + R"(","kind":")" + kind +
         R"("},"scope":"Namespaced","verbs":["get","list","watch"],)"
         R"("subresources":[{"subresource":"status","verbs":["get"]}]}]})";
}

std::string Aggregated(const std::string& group, const std::vector<std::string>& versions) {
  std::string out = R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2",)"
                    R"("metadata":{},"items":[{"metadata":{"name":")" +
                    group + R"("},"versions":[)";
  for (size_t i = 0; i < versions.size(); ++i) out += (i > 0 ? "," : "") + versions[i];
  return out + "]}]}";
}

struct RestMapperTest : testing::Test {
  base::Result<std::string> Fetch(const std::string& path) {
    const base::MutexLock lock(mutex);
    ++fetches[path];
    const auto found = documents.find(path);
    if (found == documents.end()) return base::NotFound(path);
    return found->second;
  }
  void Serve(const std::vector<std::string>& versions) {
    const base::MutexLock lock(mutex);
    documents["/apis"] = Aggregated("x.dev", versions);
  }

  base::Mutex mutex;
  std::map<std::string, std::string> documents{{"/api", Aggregated("", {})},
                                               {"/apis", Aggregated("x.dev", {})}};
  std::map<std::string, int> fetches;
  base::FakeClock clock;
  DiscoveryRestMapper mapper{[this](const std::string& path, const std::string&,
                                    const kube::CallContext&) { return Fetch(path); },
                             clock};
  const kube::GroupKind thing{"x.dev", "Thing"};
};

TEST_F(RestMapperTest, C_RC_10_PreferredVersionFollowsTheServer) {
  Serve({Version("v1alpha1", "Thing")});
  EXPECT_EQ(mapper.Map(thing, {}, {})->gvr.version, "v1alpha1");
  EXPECT_EQ(fetches["/apis"], 1);

  Serve({Version("v1", "Thing"), Version("v1alpha1", "Thing")});
  EXPECT_EQ(mapper.Map(thing, {}, {})->gvr.version, "v1alpha1");  // cached
  EXPECT_EQ(mapper.Map(thing, {"v1"}, {})->gvr.version, "v1");    // a miss asks again
  EXPECT_EQ(fetches["/apis"], 2);
  EXPECT_EQ(mapper.Map(thing, {}, {})->gvr.version, "v1");

  Serve({Version("v1", "Thing")});
  EXPECT_EQ(mapper.Map(thing, {"v1alpha1"}, {})->gvr.version, "v1alpha1");
  mapper.Invalidate();  // what a 404 does
  EXPECT_EQ(mapper.Map(thing, {"v1alpha1"}, {}).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(mapper.Map(thing, {"v1alpha1", "v1"}, {})->gvr.version, "v1");
}

TEST_F(RestMapperTest, C_RC_10_FiftyCallersShareOneFetchAndAgree) {
  Serve({Version("v1", "Thing"), Version("v1beta1", "Thing")});
  std::atomic<int> right{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 50; ++i) {
    callers.emplace_back([&] {
      const auto info = mapper.Map(thing, {}, {});
      if (info.ok() && info->gvr.version == "v1") ++right;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(right, 50);
  EXPECT_EQ(fetches["/apis"], 1);
}

TEST_F(RestMapperTest, ReadsScopeVerbsAndSubresources) {
  Serve({Version("v1", "Thing")});
  const auto info = mapper.Map(thing, {}, {});
  ASSERT_TRUE(info.ok()) << info.status().ToString();
  EXPECT_EQ(info->gvr.ToString(), "things.v1.x.dev");
  EXPECT_TRUE(info->namespaced);
  EXPECT_EQ(info->verbs, (std::vector<std::string>{"get", "list", "watch"}));
  EXPECT_EQ(info->subresources, std::vector<std::string>{"status"});
}

TEST_F(RestMapperTest, AMissAsksOnceMoreAndSaysWhatIsMissing) {
  const auto info = mapper.Map(thing, {"v2"}, {});
  EXPECT_EQ(info.status().code(), StatusCode::kNotFound);
  EXPECT_NE(info.status().message().find("Thing.x.dev"), std::string::npos);
  EXPECT_EQ(fetches["/apis"], 1);  // the first fetch was made for this very call
  (void)mapper.Map(thing, {"v2"}, {});
  EXPECT_EQ(fetches["/apis"], 2);
}

TEST_F(RestMapperTest, PlainDiscoveryIsReadWhereTheServerIsOld) {
  documents["/api"] = R"({"kind":"APIVersions","versions":["v1"]})";
  documents["/api/v1"] =
      R"({"kind":"APIResourceList","groupVersion":"v1","resources":[)"
      R"({"name":"nodes/status","kind":"Node","namespaced":false,"verbs":["get"]},)"
      R"({"name":"nodes","kind":"Node","namespaced":false,"verbs":["get","list"]}]})";
  documents["/apis"] =
      R"({"kind":"APIGroupList","apiVersion":"v1","groups":[{"name":"m.dev","versions":[)"
      R"({"groupVersion":"m.dev/v1beta1","version":"v1beta1"},)"
      R"({"groupVersion":"m.dev/v1","version":"v1"}],)"
      R"("preferredVersion":{"groupVersion":"m.dev/v1","version":"v1"}}]})";
  documents["/apis/m.dev/v1beta1"] =
      R"({"kind":"APIResourceList","groupVersion":"m.dev/v1beta1","resources":[)"
      R"({"name":"ms","kind":"M","namespaced":true,"verbs":["get"]}]})";
  const auto node = mapper.Map({"", "Node"}, {}, {});
  ASSERT_TRUE(node.ok()) << node.status().ToString();
  EXPECT_FALSE(node->namespaced);
  EXPECT_EQ(node->subresources, std::vector<std::string>{"status"});
  // m.dev/v1 is preferred but its server is down: the other version still serves the kind.
  EXPECT_EQ(mapper.Map({"m.dev", "M"}, {}, {})->gvr.version, "v1beta1");
  // With the broken version alone the answer is "not now", not "does not exist".
  EXPECT_EQ(mapper.Map({"m.dev", "M"}, {"v1"}, {}).status().code(), StatusCode::kUnavailable);
}

TEST_F(RestMapperTest, AFailedFetchIsReportedAndTriedAgain) {
  documents.erase("/apis");
  EXPECT_FALSE(mapper.Map(thing, {}, {}).ok());
  Serve({Version("v1", "Thing")});
  EXPECT_TRUE(mapper.Map(thing, {}, {}).ok());
  documents["/apis"] = "<html>";
  mapper.Invalidate();
  EXPECT_EQ(mapper.Map(thing, {}, {}).status().code(), StatusCode::kDataLoss);
}

TEST_F(RestMapperTest, AllAsksAnewAndGivesEachKindOnceInTheBestVersionThatHasIt) {
  Serve({Version("v1", "Thing"), Version("v1beta1", "Thing"), Version("v1alpha1", "Old")});
  ASSERT_TRUE(mapper.Map(thing, {}, {}).ok());
  auto all = mapper.All({});
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->resources.size(), 2u);
  EXPECT_EQ(all->resources[0].gvk().ToString(), "x.dev/v1 Thing");
  EXPECT_EQ(all->resources[1].gvk().ToString(), "x.dev/v1alpha1 Old");
  EXPECT_TRUE(all->unknown_groups.empty());
  EXPECT_EQ(fetches["/apis"], 2);
  Serve({});
  EXPECT_TRUE(mapper.All({})->resources.empty());
}

TEST_F(RestMapperTest, AllNamesTheGroupsThatCouldNotBeRead) {
  documents["/apis"] = R"({"kind":"APIGroupList","groups":[{"name":"x.dev","versions":)"
                       R"([{"groupVersion":"x.dev/v1","version":"v1"}]}]})";
  const auto all = mapper.All({});
  ASSERT_TRUE(all.ok()) << all.status().ToString();
  EXPECT_EQ(all->unknown_groups, std::vector<std::string>{"x.dev"});
}

}  // namespace
}  // namespace oarlock::client
