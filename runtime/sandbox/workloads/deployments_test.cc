#include "sandbox/workloads/workloads_fixture.h"

namespace oarlock::sandbox {
namespace {

class DeploymentsTest : public WorkloadsFixture {
 protected:
  static std::string Web() { return Apps("deployments/web"); }
  void MakeWeb(Json spec = {{"replicas", 3}}) {
    Make(Apps("deployments"), SetOf("web", std::move(spec)));
  }
  std::string Annotation(const std::string& target, const std::string& name) {
    return std::string(TextAt(Get(target), {"metadata", "annotations", name}));
  }
  std::string Revision(const std::string& target) {
    return Annotation(target, "deployment.kubernetes.io/revision");
  }
  // Spec and name of the ReplicaSet with that image.
  Json SetWith(const std::string& image) {
    for (const Json& set : List(Apps("replicasets"))) {
      if (set["spec"]["template"]["spec"]["containers"][0]["image"] == image) return set;
    }
    return {};
  }
};

TEST_F(DeploymentsTest, PodsAppearAndBecomeReady) {
  MakeWeb();
  Settle();
  EXPECT_EQ(Names(Apps("replicasets")).size(), 1u);
  EXPECT_EQ(Names(Pods()).size(), 3u);
  for (const char* name : {"replicas", "updatedReplicas", "readyReplicas", "availableReplicas"}) {
    EXPECT_EQ(Count(Web(), name), 3) << name;
  }
  EXPECT_EQ(Count(Web(), "observedGeneration"), 1);
  EXPECT_EQ(ConditionOf(Web(), "Available"), "True MinimumReplicasAvailable");
  EXPECT_EQ(ConditionOf(Web(), "Progressing"), "True NewReplicaSetAvailable");
  EXPECT_EQ(Revision(Web()), "1");
  ExpectSettled();
}

TEST_F(DeploymentsTest, ScalesUpAndDownAndToNothing) {
  MakeWeb();
  Settle();
  for (const int replicas : {5, 1, 0, 2}) {
    Patch(Web() + "/scale", {{"spec", {{"replicas", replicas}}}});
    Settle();
    EXPECT_EQ(Names(Pods()).size(), static_cast<size_t>(replicas));
    EXPECT_EQ(Count(Web(), "availableReplicas"), replicas);
    EXPECT_EQ(Names(Apps("replicasets")).size(), 1u);
    EXPECT_EQ(ConditionOf(Web(), "Progressing"), "True NewReplicaSetAvailable");
  }
  ExpectSettled();
}

TEST_F(DeploymentsTest, ANewTemplateIsRolledOutWithoutGoingBelowWhatIsAllowed) {
  MakeWeb({{"replicas", 4},
           {"strategy", {{"rollingUpdate", {{"maxSurge", 1}, {"maxUnavailable", 1}}}}}});
  Settle();
  SetImage(Web(), "v2");
  while (executor_.RunOne()) {
    const Json status = Status(Web());
    size_t active = 0;
    size_t ready = 0;
    for (const Json& pod : List(Pods())) {
      if (!At(pod, {"metadata", "deletionTimestamp"}).is_null()) continue;
      ++active;
      ready += IsConditionTrue(Member(pod, "status"), "Ready") ? 1u : 0u;
    }
    EXPECT_LE(active, 5u);
    EXPECT_GE(ready, 3u);
  }
  EXPECT_EQ(Images(), std::vector<std::string>(4, "v2"));
  EXPECT_EQ(Count(Web(), "updatedReplicas"), 4);
  EXPECT_EQ(Count(Web(), "observedGeneration"), 2);
  EXPECT_EQ(Revision(Web()), "2");
  EXPECT_EQ(SetWith("v1")["spec"]["replicas"], 0);
  ExpectSettled();
}

TEST_F(DeploymentsTest, GoingBackMakesAnOldReplicaSetTheNewest) {
  MakeWeb();
  Settle();
  SetImage(Web(), "v2");
  Settle();
  SetImage(Web(), "v1");
  Settle();
  EXPECT_EQ(Names(Apps("replicasets")).size(), 2u);
  EXPECT_EQ(Images(), std::vector<std::string>(3, "v1"));
  EXPECT_EQ(Revision(Web()), "3");
  const std::string name(TextAt(SetWith("v1"), {"metadata", "name"}));
  EXPECT_EQ(Revision(Apps("replicasets/" + name)), "3");
  EXPECT_EQ(Annotation(Apps("replicasets/" + name), "deployment.kubernetes.io/revision-history"),
            "1");
  ExpectSettled();
}

TEST_F(DeploymentsTest, OldReplicaSetsPastTheLimitGo) {
  MakeWeb({{"replicas", 1}, {"revisionHistoryLimit", 1}});
  for (const char* image : {"v2", "v3", "v4"}) {
    Settle();
    SetImage(Web(), image);
  }
  Settle();
  EXPECT_EQ(Names(Apps("replicasets")).size(), 2u);
  EXPECT_FALSE(SetWith("v3").is_null());
  EXPECT_FALSE(SetWith("v4").is_null());
}

TEST_F(DeploymentsTest, PausedItScalesButDoesNotRollOut) {
  MakeWeb();
  Settle();
  Patch(Web(), {{"spec", {{"paused", true}}}});
  Settle();
  EXPECT_EQ(ConditionOf(Web(), "Progressing"), "Unknown DeploymentPaused");
  SetImage(Web(), "v2");
  Patch(Web() + "/scale", {{"spec", {{"replicas", 2}}}});
  Settle();
  EXPECT_EQ(Images(), std::vector<std::string>(2, "v1"));
  Patch(Web(), {{"spec", {{"paused", false}}}});
  Settle();
  EXPECT_EQ(Images(), std::vector<std::string>(2, "v2"));
  EXPECT_EQ(ConditionOf(Web(), "Progressing"), "True NewReplicaSetAvailable");
}

TEST_F(DeploymentsTest, RecreateLeavesNoTimeInWhichBothRun) {
  MakeWeb({{"replicas", 2}, {"strategy", {{"type", "Recreate"}}}});
  Settle();
  SetImage(Web(), "v2");
  while (executor_.RunOne()) {
    const auto images = Images();
    if (images.empty()) continue;
    EXPECT_EQ(images, std::vector<std::string>(images.size(), images[0]));
  }
  EXPECT_EQ(Images(), std::vector<std::string>(2, "v2"));
}

TEST_F(DeploymentsTest, WithoutProgressTheDeadlineIsSaidAtItsMoment) {
  Json pod_template = TemplateOf("web");
  pod_template["metadata"]["annotations"]["sandbox.oarlock.dev/pod"] = "unready";
  MakeWeb({{"replicas", 2}, {"progressDeadlineSeconds", 60}, {"template", pod_template}});
  Settle();
  EXPECT_EQ(ConditionOf(Web(), "Available"), "False MinimumReplicasUnavailable");
  EXPECT_EQ(Count(Web(), "unavailableReplicas"), 2);
  Pass(std::chrono::seconds(59));
  EXPECT_EQ(ConditionOf(Web(), "Progressing").substr(0, 5), "True ");
  Pass(std::chrono::seconds(2));
  EXPECT_EQ(ConditionOf(Web(), "Progressing"), "False ProgressDeadlineExceeded");
}

TEST_F(DeploymentsTest, PodsCountWhenTheyHaveBeenReadyForLongEnough) {
  MakeWeb({{"replicas", 2}, {"minReadySeconds", 30}});
  Settle();
  EXPECT_EQ(Count(Web(), "readyReplicas"), 2);
  EXPECT_EQ(Count(Web(), "availableReplicas"), 0);
  Pass(std::chrono::seconds(29));
  EXPECT_EQ(Count(Web(), "availableReplicas"), 0);
  Pass(std::chrono::seconds(1));
  EXPECT_EQ(Count(Web(), "availableReplicas"), 2);
}

TEST_F(DeploymentsTest, ADeletedOneTakesEverythingWithIt) {
  MakeWeb();
  Settle();
  Delete(Web(), "Foreground");
  Settle();
  EXPECT_FALSE(Exists(Web()));
  EXPECT_TRUE(Names(Apps("replicasets")).empty());
  EXPECT_TRUE(Names(Pods()).empty());
}

TEST_F(DeploymentsTest, OrphanedReplicaSetsAreTakenAgain) {
  MakeWeb();
  Settle();
  const auto pods = Names(Pods());
  Delete(Web(), "Orphan");
  Settle();
  EXPECT_EQ(Names(Pods()), pods);
  MakeWeb();
  Settle();
  EXPECT_EQ(Names(Pods()), pods);
  EXPECT_EQ(Names(Apps("replicasets")).size(), 1u);
}

}  // namespace
}  // namespace oarlock::sandbox
