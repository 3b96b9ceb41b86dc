#include "sandbox/controllers/controllers_fixture.h"

namespace oarlock::sandbox {
namespace {

TEST(ControllerSetTest, IsReadFromWords) {
  EXPECT_TRUE(ControllerSet::Parse("all")->service_accounts);
  EXPECT_FALSE(ControllerSet::Parse("none")->any());
  const auto some = ControllerSet::Parse("gc,workloads");
  ASSERT_TRUE(some.ok());
  EXPECT_TRUE(some->gc && some->workloads);
  EXPECT_FALSE(some->namespaces || some->service_accounts);
  EXPECT_NE(ControllerSet::Parse("gc,jobs").status().message().find("\"jobs\""), std::string::npos);
  EXPECT_FALSE(ControllerSet::Parse("").ok());
}

class ServiceAccountsTest : public ControllersFixture {
 protected:
  ServiceAccountsTest() : ControllersFixture({.service_accounts = true}) {}
};

TEST_F(ServiceAccountsTest, EveryNamespaceHasOneAndTheAuthority) {
  EXPECT_TRUE(Exists("/api/v1/namespaces/t/serviceaccounts/default"));
  const Json map = Get("/api/v1/namespaces/t/configmaps/kube-root-ca.crt");
  EXPECT_EQ(TextAt(map, {"data", "ca.crt"}), "PEM");
  EXPECT_EQ(At(map, {"metadata", "managedFields"})[0]["manager"], "kube-controller-manager");
}

TEST_F(ServiceAccountsTest, TheyComeBack) {
  Delete("/api/v1/namespaces/t/serviceaccounts/default");
  Patch("/api/v1/namespaces/t/configmaps/kube-root-ca.crt", {{"data", {{"ca.crt", "x"}}}});
  Settle();
  EXPECT_TRUE(Exists("/api/v1/namespaces/t/serviceaccounts/default"));
  EXPECT_EQ(TextAt(Get("/api/v1/namespaces/t/configmaps/kube-root-ca.crt"), {"data", "ca.crt"}),
            "PEM");
}

class AllControllersTest : public ControllersFixture {
 protected:
  AllControllersTest() : ControllersFixture(ControllerSet::All()) {}
};

TEST_F(AllControllersTest, WorkIsSeenFromTheCommitOnAndUntilItIsDone) {
  EXPECT_EQ(controllers_->work(), 0u);
  MakeMap("child", {{"ownerReferences", {OwnerOf("ConfigMap", "none", "1")}}});
  EXPECT_GT(controllers_->work(), 0u);
  executor_.RunUntilIdle();
  EXPECT_EQ(controllers_->work(), 0u);
}

TEST_F(AllControllersTest, AWholeNamespaceGoes) {
  MakeMap("a");
  Delete("/api/v1/namespaces/t");
  Settle();
  EXPECT_FALSE(Exists("/api/v1/namespaces/t"));
}

TEST_F(AllControllersTest, NothingRunsAfterStop) {
  controllers_->Stop();
  MakeMap("child", {{"ownerReferences", {OwnerOf("ConfigMap", "none", "1")}}});
  EXPECT_EQ(executor_.RunUntilIdle(), 0u);
  EXPECT_EQ(controllers_->work(), 0u);
}

}  // namespace
}  // namespace oarlock::sandbox
