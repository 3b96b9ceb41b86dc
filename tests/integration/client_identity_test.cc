// A client that acts as a ServiceAccount: whose calls they are is what the server says.
#include "integration/host_world.h"
#include "kube/api_status.h"

namespace oarlock::integration {
namespace {

using namespace std::chrono_literals;
using base::StatusCode;

// Counts requests for tokens, and does them no harm.
constexpr char kCountTokens[] =
    "- {name: tokens, match: {verbs: [create], resources: [serviceaccounts/token]}, "
    "chunks: [1000]}\n";

class ClientIdentity : public testing::Test {
 protected:
  void SetUp() override {
    world.UseFaults(kCountTokens);
    const base::Status made = world.server().Create(
        R"({"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"robot"}})");
    ASSERT_TRUE(made.ok()) << made.message();
  }
  std::shared_ptr<kube::Client> As(const std::string& name) {
    return world.client_as({"", {}, kube::ServiceAccount{"default", name}});
  }
  static std::string WhoAmI(kube::Client& client) {
    const kube::ResourceInfo reviews{
        {"authentication.k8s.io", "v1", "selfsubjectreviews"}, "SelfSubjectReview", false, {}, {}};
    const auto review = client.Create(
        {reviews, "", "", ""},
        R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"})", {}, {});
    if (!review.ok()) return review.status().ToString();
    return std::string(review->root()["status"]["userInfo"]["username"].AsString());
  }

  HostWorld world;
};

TEST_F(ClientIdentity, CallsCarryTokensOfTheAccount) {
  const auto robot = As("robot");
  EXPECT_EQ(WhoAmI(*robot), "system:serviceaccount:default:robot");
  EXPECT_EQ(WhoAmI(*As("robot")), "system:serviceaccount:default:robot");
  EXPECT_EQ(world.Applied("tokens"), 1u) << "clients of one account share its token";
  EXPECT_NE(WhoAmI(*world.client()), "system:serviceaccount:default:robot");
}

TEST_F(ClientIdentity, ATokenIsRenewedBeforeItsEnd) {
  const auto robot = As("robot");
  (void)WhoAmI(*robot);
  world.Advance(47min);
  (void)WhoAmI(*robot);
  EXPECT_EQ(world.Applied("tokens"), 1u);
  world.Advance(2min);
  EXPECT_EQ(WhoAmI(*robot), "system:serviceaccount:default:robot") << "with the old one meanwhile";
  world.Quiesce();
  EXPECT_EQ(world.Applied("tokens"), 2u);
  world.Advance(20min);
  EXPECT_EQ(WhoAmI(*robot), "system:serviceaccount:default:robot") << "the first one has ended";
}

TEST_F(ClientIdentity, ARefusedTokenIsReplacedAtOnce) {
  const auto robot = As("robot");
  (void)WhoAmI(*robot);
  world.UseFaults(std::string(kCountTokens) +
                  "- {name: refused, match: {resources: [selfsubjectreviews]}, times: 1, "
                  "answer: {status: 401}}\n");
  EXPECT_EQ(WhoAmI(*robot), "system:serviceaccount:default:robot");
  EXPECT_EQ(world.Applied("refused"), 1u);
  EXPECT_EQ(world.Applied("tokens"), 1u);
}

TEST_F(ClientIdentity, WithoutATokenTheCallSaysWhy) {
  const auto ghost = As("ghost");
  const auto got = ghost->Get({kMaps, "default", "a", ""}, {});
  EXPECT_EQ(got.status().code(), StatusCode::kUnauthenticated);
  EXPECT_NE(got.status().message().find("no token for ServiceAccount default/ghost"),
            std::string::npos)
      << got.status().message();
  EXPECT_FALSE(ghost->Get({kMaps, "default", "a", ""}, {}).ok());
  EXPECT_EQ(world.Applied("tokens"), 1u) << "not again at once";
  ASSERT_TRUE(world.server()
                  .Create(R"({"apiVersion":"v1","kind":"ServiceAccount","metadata":)"
                          R"({"name":"ghost"}})")
                  .ok());
  world.Advance(2s);
  EXPECT_EQ(WhoAmI(*ghost), "system:serviceaccount:default:ghost");
}

TEST_F(ClientIdentity, WhatTheHostLacksIsNamed) {
  world.UseFaults(
      "- {name: no, match: {resources: [serviceaccounts/token]}, answer: {status: 403}}\n");
  const auto got = As("robot")->Get({kMaps, "default", "a", ""}, {});
  EXPECT_EQ(got.status().code(), StatusCode::kUnauthenticated);
  EXPECT_NE(got.status().message().find("oarlock rbac"), std::string::npos)
      << got.status().message();
}

}  // namespace
}  // namespace oarlock::integration
