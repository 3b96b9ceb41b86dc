// The whole plugin through its entry, against a cluster of objects in memory.
#include <gtest/gtest.h>

#include "hash.h"
#include "testing/fake_cluster.h"

namespace oarlock::reloader {
namespace {

using Patches = std::vector<std::string>;

const Json kAutoTrue = {{"reloader.stakater.com/auto", "true"}};
constexpr const char* kVariable = "STAKATER_CFG_CONFIGMAP";

// `web` uses `cfg`; the plugin runs and has looked at it.
class ReloaderTest : public ::testing::Test {
 protected:
  explicit ReloaderTest(const std::string& config = "{}") : cluster_(config) {
    cluster_.PutMap("cfg", {{"k", "1"}});
    cluster_.PutDeployment("web", kAutoTrue);
    EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
    EXPECT_EQ(cluster_.TakePatches(), Patches{});
  }
  FakeCluster cluster_;
};

class CreateTest : public ReloaderTest {
 protected:
  CreateTest() : ReloaderTest(R"({"reloadOnCreate": true, "ignoreNamespaces": ["x"]})") {}
};

TEST_F(ReloaderTest, R01_R18_RollsOnceForEachChangeAndKeepsOneVariable) {
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", "1"}}), Patches{"3/web"});
  EXPECT_EQ(cluster_.Variable(3, "web", kVariable), Sha1Hex("a=1"));
  EXPECT_EQ(cluster_.TakeEvents(), Patches{"web Reloaded rolled because ConfigMap t/cfg changed"});
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", "2"}}), Patches{"3/web"});
  EXPECT_EQ(cluster_.Variable(3, "web", kVariable), Sha1Hex("a=2"));
  EXPECT_EQ(cluster_.last_patch.find("annotations"), std::string::npos);
}

TEST_F(ReloaderTest, C_RLD_04_EqualContentCostsNothing) {
  for (int i = 0; i < 10; ++i) {
    const Json annotations = {{"reconcile.example/last", std::to_string(i)}};
    EXPECT_EQ(cluster_.ChangeMap("cfg", {{"k", "1"}}, annotations), Patches{});
  }
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches(), Patches{});
  EXPECT_EQ(cluster_.TakeEvents(), Patches{});
}

TEST_F(ReloaderTest, RollsForSecretsAndAllTypesOfWorkloads) {
  const Json spec = {
      {"template",
       {{"spec",
         {{"volumes", {{{"name", "v"}, {"secret", {{"secretName", "sec"}}}}}},
          {"containers",
           {{{"name", "a"}}, {{"name", "b"}, {"volumeMounts", {{{"name", "v"}}}}}}}}}}}};
  cluster_.PutSecret("sec", {{"k", "MQ=="}});
  for (const uint32_t type : {3u, 4u, 5u}) {
    cluster_.Put(type, "w", {{"metadata", {{"annotations", kAutoTrue}}}, {"spec", spec}});
  }
  cluster_.Restart();
  cluster_.Reconcile(2, "sec");
  cluster_.PutSecret("sec", {{"k", "Mg=="}});
  EXPECT_EQ(cluster_.Reconcile(2, "sec"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches(), (Patches{"3/w", "4/w", "5/w"}));
  EXPECT_EQ(cluster_.Variable(5, "w", "STAKATER_SEC_SECRET", 1), Sha1Hex("k=2"));
}

TEST_F(ReloaderTest, C_RLD_01_WorkloadWithoutContainersIsSkippedWithOneEvent) {
  for (const Json& none : {Json::array(), Json(nullptr)}) {
    cluster_.PutDeployment("odd", kAutoTrue);
    cluster_.At(3, "odd")["metadata"]["uid"] = none.dump();
    cluster_.At(3, "odd")["spec"]["template"]["spec"]["containers"] = none;
    EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", none.dump()}}), Patches{"3/web"});
    EXPECT_EQ(cluster_.TakeEvents().front(),
              "odd ReloadSkipped the pod template has no container: it cannot be rolled");
    EXPECT_EQ(cluster_.ChangeMap("cfg", {{"b", none.dump()}}), Patches{"3/web"});
    EXPECT_EQ(cluster_.TakeEvents().size(), 1u) << "only the other's roll";
  }
}

TEST_F(ReloaderTest, C_RLD_09_InvalidPatternIsNamedOnceAndSkipped) {
  cluster_.PutDeployment("evil", {{"configmap.reloader.stakater.com/reload", "(*bad,cfg"}}, {});
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", "1"}}), (Patches{"3/evil", "3/web"}));
  const auto events = cluster_.TakeEvents();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_TRUE(events[0].starts_with("evil InvalidPattern \"(*bad\"")) << events[0];
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", "2"}}), (Patches{"3/evil", "3/web"}));
  EXPECT_EQ(cluster_.TakeEvents().size(), 2u);
}

TEST_F(CreateTest, C_RLD_02_RestartsRollNothingThoughCreationsRoll) {
  for (int i = 0; i < 20; ++i) {
    cluster_.PutMap("m" + std::to_string(i), {{"k", "1"}});
    cluster_.PutDeployment("d" + std::to_string(i), kAutoTrue,
                           FakeCluster::UsesMap("m" + std::to_string(i)));
  }
  for (int restart = 0; restart < 3; ++restart) {
    cluster_.Restart();
    for (int i = 0; i < 20; ++i) cluster_.Reconcile(1, "m" + std::to_string(i));
    EXPECT_EQ(cluster_.TakePatches(), Patches{});
  }
  cluster_.PutDeployment("late", kAutoTrue, FakeCluster::UsesMap("new"));
  EXPECT_EQ(cluster_.ChangeMap("new", {{"k", "1"}}), Patches{"3/late"});
}

TEST_F(ReloaderTest, NewObjectIsTheBaseline) {
  cluster_.PutDeployment("late", kAutoTrue, FakeCluster::UsesMap("new"));
  EXPECT_EQ(cluster_.ChangeMap("new", {{"k", "1"}}), Patches{});
  EXPECT_EQ(cluster_.ChangeMap("new", {{"k", "2"}}), Patches{"3/late"});
}

TEST_F(ReloaderTest, R23_ChangeWhileTheHostWasDownIsCaughtUpOnce) {
  cluster_.ChangeMap("cfg", {{"a", "1"}});
  cluster_.PutDeployment("never-rolled", kAutoTrue);
  cluster_.PutMap("cfg", {{"a", "2"}});
  cluster_.Restart();
  cluster_.Reconcile(1, "cfg");
  EXPECT_EQ(cluster_.TakePatches(), Patches{"3/web"}) << "the other has no mark: baseline";
  EXPECT_EQ(cluster_.Variable(3, "web", kVariable), Sha1Hex("a=2"));
  for (int i = 0; i < 2; ++i) {
    cluster_.Restart();
    cluster_.Reconcile(1, "cfg");
    EXPECT_EQ(cluster_.TakePatches(), Patches{});
  }
}

TEST_F(ReloaderTest, ChangeBetweenTwoActivationsIsCaughtUpOnce) {
  cluster_.PutMap("cfg", {{"a", "2"}});
  cluster_.Reactivate();
  cluster_.Reconcile(1, "cfg");
  EXPECT_EQ(cluster_.TakePatches(), Patches{"3/web"});
  // Another leader rolled it meanwhile: the same variable is there.
  cluster_.PutMap("cfg", {{"a", "3"}});
  cluster_.At(3, "web")["spec"]["template"]["spec"]["containers"][0]["env"][0]["value"] =
      Sha1Hex("a=3");
  cluster_.Reactivate();
  cluster_.Reconcile(1, "cfg");
  EXPECT_EQ(cluster_.TakePatches(), Patches{});
}

TEST_F(ReloaderTest, R26_DeletedAndCreatedAgain) {
  const auto remove = [&] {
    cluster_.Remove(1, "cfg");
    EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  };
  remove();
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"k", "1"}}), Patches{});
  remove();
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"k", "2"}}), Patches{"3/web"});
}

TEST_F(ReloaderTest, R28_ConflictsAreTriedAgain) {
  cluster_.PutMap("cfg", {{"a", "1"}});
  cluster_.patch_answers = {OAR_E_CONFLICT, OAR_E_CONFLICT};
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_SKIPPED_CONFLICT);
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_SKIPPED_CONFLICT);
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches().size(), 3u);
  EXPECT_EQ(cluster_.TakeEvents().size(), 1u);
}

TEST_F(ReloaderTest, R29_CacheThatCannotBeReadLosesNoChange) {
  cluster_.list_answer = OAR_E_UNAVAILABLE;
  cluster_.PutMap("cfg", {{"a", "1"}});
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_ERROR_TRANSIENT);
  cluster_.list_answer = OAR_OK;
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches(), Patches{"3/web"});
}

TEST_F(ReloaderTest, RetryPatchesOnlyWhatIsLeft) {
  cluster_.PutDeployment("a", kAutoTrue);
  cluster_.PutDeployment("b", kAutoTrue);
  cluster_.PutMap("cfg", {{"a", "1"}});
  cluster_.patch_answers = {OAR_OK, OAR_E_UNAVAILABLE, OAR_OK};
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_ERROR_TRANSIENT);
  EXPECT_EQ(cluster_.TakePatches(), (Patches{"3/a", "3/b", "3/web"}));
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches(), Patches{"3/b"});
}

TEST_F(ReloaderTest, RevertAfterAFailedAttemptRollsBackWhatWasRolled) {
  cluster_.PutDeployment("a", kAutoTrue);
  cluster_.PutMap("cfg", {{"k", "2"}});
  cluster_.patch_answers = {OAR_OK, OAR_E_UNAVAILABLE};
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_ERROR_TRANSIENT);
  cluster_.TakePatches();
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"k", "1"}}), Patches{"3/a"});
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"k", "1"}}), Patches{});
}

TEST_F(ReloaderTest, RefusedRollIsReportedAndNotRepeated) {
  cluster_.PutMap("cfg", {{"a", "1"}});
  cluster_.patch_answers = {OAR_E_INVALID};
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  const auto events = cluster_.TakeEvents();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0].starts_with("web ReloadFail ")) << events[0];
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches().size(), 1u);
}

TEST_F(ReloaderTest, ForbiddenIsReportedAndTriedAgain) {
  cluster_.PutMap("cfg", {{"a", "1"}});
  cluster_.patch_answers = {OAR_E_FORBIDDEN, OAR_E_NOT_FOUND};
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_ERROR_TRANSIENT);
  EXPECT_EQ(cluster_.TakeEvents().size(), 1u);
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE) << "a workload that is gone is no failure";
}

TEST_F(ReloaderTest, R44_ChangeThatTheHashHidesRollsWithAMark) {
  cluster_.ChangeMap("cfg", {{"a", "1;b=2"}});
  cluster_.PutMap("cfg", {{"a", "1"}, {"b", "2"}});
  cluster_.patch_answers = {OAR_E_UNAVAILABLE};
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_ERROR_TRANSIENT);
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches().size(), 2u);
  EXPECT_NE(cluster_.last_patch.find("reloader.oarlock.dev/content"), std::string::npos);
  EXPECT_EQ(cluster_.Variable(3, "web", kVariable), Sha1Hex("a=1;b=2"));
  EXPECT_EQ(cluster_.Reconcile(1, "cfg"), OAR_DONE);
  EXPECT_EQ(cluster_.TakePatches(), Patches{});
}

TEST_F(ReloaderTest, R20_TwoNamesOfOneVariableNeverRollInTurns) {
  Json container = {
      {"envFrom", {{{"configMapRef", {{"name", "a-b"}}}}, {{"configMapRef", {{"name", "a.b"}}}}}}};
  cluster_.PutDeployment("both", kAutoTrue, container);
  cluster_.PutMap("a-b", {{"k", "1"}});
  cluster_.PutMap("a.b", {{"k", "2"}});
  cluster_.Restart();
  EXPECT_EQ(cluster_.ChangeMap("a-b", {{"k", "1"}}), Patches{});
  EXPECT_EQ(cluster_.ChangeMap("a.b", {{"k", "2"}}), Patches{});
  EXPECT_EQ(cluster_.ChangeMap("a-b", {{"k", "3"}}), Patches{"3/both"});
  EXPECT_EQ(cluster_.ChangeMap("a.b", {{"k", "4"}}), Patches{"3/both"});
  cluster_.Restart();
  for (const char* name : {"a-b", "a.b", "a-b", "a.b"}) cluster_.Reconcile(1, name);
  EXPECT_EQ(cluster_.TakePatches(), Patches{});
}

TEST_F(ReloaderTest, R39_LeavesDeletedWorkloadsAlone) {
  cluster_.At(3, "web")["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", "1"}}), Patches{});
}

TEST_F(ReloaderTest, R13_IgnoredObjectRollsNothing) {
  const Json ignore = {{"reloader.stakater.com/ignore", "true"}};
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", "1"}}, ignore), Patches{});
  EXPECT_EQ(cluster_.ChangeMap("cfg", {{"a", "1"}}), Patches{}) << "its content was seen";
}

TEST_F(ReloaderTest, R40_IgnoresHelmReleases) {
  cluster_.PutDeployment("helm", {{"secret.reloader.stakater.com/reload", "rel"}});
  for (const char* data : {"MQ==", "Mg=="}) {
    cluster_.Put(2, "rel", {{"type", "helm.sh/release.v1"}, {"data", {{"release", data}}}});
    EXPECT_EQ(cluster_.Reconcile(2, "rel"), OAR_DONE);
  }
  EXPECT_EQ(cluster_.TakePatches(), Patches{});
}

TEST(Reloader, R36_RollsNothingInIgnoredNamespaces) {
  FakeCluster cluster(R"({"ignoreNamespaces": ["x", "t"]})");
  cluster.PutMap("cfg", {{"k", "1"}});
  cluster.PutDeployment("web", kAutoTrue);
  cluster.Reconcile(1, "cfg");
  EXPECT_EQ(cluster.ChangeMap("cfg", {{"k", "2"}}), Patches{});
}

TEST(Reloader, R10_AutoReloadAllTakesThoseWithoutAnAnswer) {
  FakeCluster cluster(R"({"autoReloadAll": true})");
  cluster.PutMap("cfg", {{"k", "1"}});
  cluster.PutDeployment("silent", Json::object());
  cluster.PutDeployment("refuses", {{"reloader.stakater.com/auto", "false"}});
  cluster.Reconcile(1, "cfg");
  EXPECT_EQ(cluster.ChangeMap("cfg", {{"k", "2"}}), Patches{"3/silent"});
}

}  // namespace
}  // namespace oarlock::reloader
