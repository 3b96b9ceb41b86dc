#include "sandbox/workloads/workloads_fixture.h"

namespace oarlock::sandbox {
namespace {

using Strings = std::vector<std::string>;

class ReplicaSetsTest : public WorkloadsFixture {
 protected:
  void MakeSet(int replicas) {
    Make(Apps("replicasets"), SetOf("rs", {{"replicas", replicas}}));
    Settle();
  }
  Json BarePod(const std::string& name) {
    Json pod = TemplateOf("rs");
    pod["metadata"]["name"] = name;
    return pod;
  }
};

TEST_F(ReplicaSetsTest, AMissingPodIsReplaced) {
  MakeSet(2);
  const Strings before = Names(Pods());
  Delete(Pods(before[0]));
  Settle();
  const Strings after = Names(Pods());
  EXPECT_EQ(after.size(), 2u);
  EXPECT_NE(after, before);
}

TEST_F(ReplicaSetsTest, APodThatNobodyControlsIsTaken) {
  Make(Pods(), BarePod("bare"));
  Settle();
  MakeSet(2);
  EXPECT_EQ(Names(Pods()).size(), 2u);
  const Json pod = Get(Pods("bare"));
  EXPECT_EQ(At(pod, {"metadata", "ownerReferences"})[0]["name"], "rs");
}

TEST_F(ReplicaSetsTest, APodThatTheSelectorDoesNotMeanIsLetGo) {
  MakeSet(1);
  const std::string name = Names(Pods())[0];
  Patch(Pods(name), {{"metadata", {{"labels", {{"app", "debug"}}}}}});
  Settle();
  EXPECT_EQ(Names(Pods()).size(), 2u);
  EXPECT_FALSE(At(Get(Pods(name)), {"metadata"}).contains("ownerReferences"));
}

TEST_F(ReplicaSetsTest, OfTooManyThoseThatAreNotReadyGo) {
  MakeSet(3);
  const std::string unready = Names(Pods())[1];
  Patch(Pods(unready), {{"metadata", {{"annotations", {{"sandbox.oarlock.dev/pod", "unready"}}}}}});
  Settle();
  EXPECT_EQ(Count(Apps("replicasets/rs"), "readyReplicas"), 2);
  Patch(Apps("replicasets/rs"), {{"spec", {{"replicas", 2}}}});
  Settle();
  const Strings left = Names(Pods());
  EXPECT_EQ(left.size(), 2u);
  EXPECT_EQ(std::count(left.begin(), left.end(), unready), 0);
}

TEST_F(ReplicaSetsTest, AFailedPodIsReplacedAndStays) {
  MakeSet(1);
  const std::string name = Names(Pods())[0];
  Patch(Pods(name), {{"metadata", {{"annotations", {{"sandbox.oarlock.dev/pod", "failed"}}}}}});
  Settle();
  EXPECT_EQ(TextAt(Get(Pods(name)), {"status", "phase"}), "Failed");
  EXPECT_EQ(Names(Pods()).size(), 2u);
}

class StatefulSetsTest : public WorkloadsFixture {
 protected:
  static std::string Db() { return Apps("statefulsets/db"); }
  void MakeDb(Json spec) {
    spec["serviceName"] = "db";
    Make(Apps("statefulsets"), SetOf("db", std::move(spec)));
  }
};

TEST_F(StatefulSetsTest, PodsComeOneAfterTheOther) {
  MakeDb({{"replicas", 3}});
  while (executor_.RunOne()) {
    const auto pods = List(Pods());
    for (size_t i = 0; i + 1 < pods.size(); ++i) {
      EXPECT_TRUE(IsConditionTrue(Member(pods[i], "status"), "Ready")) << i;
    }
  }
  EXPECT_EQ(Names(Pods()), (Strings{"db-0", "db-1", "db-2"}));
  EXPECT_EQ(Count(Db(), "readyReplicas"), 3);
  EXPECT_EQ(Count(Db(), "updatedReplicas"), 3);
  const Json pod = Get(Pods("db-1"));
  EXPECT_EQ(TextAt(pod, {"metadata", "labels", "apps.kubernetes.io/pod-index"}), "1");
  EXPECT_EQ(TextAt(pod, {"spec", "hostname"}), "db-1");
  EXPECT_EQ(TextAt(pod, {"spec", "subdomain"}), "db");
  ExpectSettled();
}

TEST_F(StatefulSetsTest, AnUnreadyOneHoldsTheNextBack) {
  Json pod_template = TemplateOf("db");
  pod_template["metadata"]["annotations"]["sandbox.oarlock.dev/pod"] = "unready";
  MakeDb({{"replicas", 2}, {"template", pod_template}});
  Settle();
  EXPECT_EQ(Names(Pods()), Strings{"db-0"});
}

TEST_F(StatefulSetsTest, ParallelOnesDoNotWait) {
  Json pod_template = TemplateOf("db");
  pod_template["metadata"]["annotations"]["sandbox.oarlock.dev/pod"] = "unready";
  MakeDb({{"replicas", 2}, {"podManagementPolicy", "Parallel"}, {"template", pod_template}});
  Settle();
  EXPECT_EQ(Names(Pods()), (Strings{"db-0", "db-1"}));
}

TEST_F(StatefulSetsTest, ScalesDownFromTheEnd) {
  MakeDb({{"replicas", 3}});
  Settle();
  Patch(Db() + "/scale", {{"spec", {{"replicas", 1}}}});
  Settle();
  EXPECT_EQ(Names(Pods()), Strings{"db-0"});
  EXPECT_EQ(Count(Db(), "replicas"), 1);
}

TEST_F(StatefulSetsTest, AnUpdateStopsAtThePartition) {
  MakeDb({{"replicas", 3},
          {"updateStrategy", {{"type", "RollingUpdate"}, {"rollingUpdate", {{"partition", 1}}}}}});
  Settle();
  SetImage(Db(), "v2");
  Settle();
  EXPECT_EQ(Images(), (Strings{"v1", "v2", "v2"}));
  EXPECT_EQ(Count(Db(), "updatedReplicas"), 2);
  EXPECT_EQ(Count(Db(), "currentReplicas"), 1);
  Delete(Pods("db-0"));
  Settle();
  EXPECT_EQ(Images(), (Strings{"v1", "v2", "v2"})) << "below the partition it is the old one";
  Patch(Db(), {{"spec", {{"updateStrategy", {{"rollingUpdate", {{"partition", 0}}}}}}}});
  Settle();
  EXPECT_EQ(Images(), Strings(3, "v2"));
  const Json status = Status(Db());
  EXPECT_EQ(status["currentRevision"], status["updateRevision"]);
  EXPECT_EQ(Names(Apps("controllerrevisions")).size(), 2u);
  ExpectSettled();
}

TEST_F(StatefulSetsTest, OnDeleteOnlyReplacesWhatOthersDelete) {
  MakeDb({{"replicas", 2}, {"updateStrategy", {{"type", "OnDelete"}}}});
  Settle();
  SetImage(Db(), "v2");
  Settle();
  EXPECT_EQ(Images(), Strings(2, "v1"));
  Delete(Pods("db-1"));
  Settle();
  EXPECT_EQ(Images(), (Strings{"v1", "v2"}));
}

TEST_F(StatefulSetsTest, ClaimsAreMadeAndStay) {
  const Json claim = {
      {"metadata", {{"name", "data"}}},
      {"spec",
       {{"accessModes", {"ReadWriteOnce"}}, {"resources", {{"requests", {{"storage", "1Gi"}}}}}}}};
  MakeDb({{"replicas", 2}, {"volumeClaimTemplates", Json::array({claim})}});
  Settle();
  const std::string claims = "/api/v1/namespaces/t/persistentvolumeclaims";
  EXPECT_EQ(Names(claims), (Strings{"data-db-0", "data-db-1"}));
  const Json pod = Get(Pods("db-1"));
  EXPECT_EQ(TextAt(pod["spec"]["volumes"][0], {"persistentVolumeClaim", "claimName"}), "data-db-1");
  Delete(Db());
  Settle();
  EXPECT_TRUE(Names(Pods()).empty());
  EXPECT_EQ(Names(claims).size(), 2u);
}

class DaemonSetsTest : public WorkloadsFixture {
 protected:
  static std::string Agent() { return Apps("daemonsets/agent"); }
  void AddNode(const std::string& name, const Json& spec = Json::object(),
               const Json& labels = Json::object()) {
    Make("/api/v1/nodes", {{"metadata", {{"name", name}, {"labels", labels}}}, {"spec", spec}});
  }
  Strings Nodes() {
    Strings out;
    for (const Json& pod : List(Pods())) out.emplace_back(TextAt(pod, {"spec", "nodeName"}));
    std::sort(out.begin(), out.end());
    return out;
  }
};

TEST_F(DaemonSetsTest, EveryNodeHasOneAlsoThoseThatComeLater) {
  AddNode("n1");
  Make(Apps("daemonsets"), SetOf("agent", Json::object()));
  Settle();
  EXPECT_EQ(Nodes(), (Strings{"n1", "sandbox"}));
  EXPECT_EQ(Count(Agent(), "desiredNumberScheduled"), 2);
  EXPECT_EQ(Count(Agent(), "numberAvailable"), 2);
  AddNode("n2");
  Settle();
  EXPECT_EQ(Nodes(), (Strings{"n1", "n2", "sandbox"}));
  Delete("/api/v1/nodes/n1");
  Settle();
  EXPECT_EQ(Nodes(), (Strings{"n2", "sandbox"}));
  EXPECT_EQ(Count(Agent(), "desiredNumberScheduled"), 2);
  ExpectSettled();
}

TEST_F(DaemonSetsTest, TaintsKeepItAwayAndCordonsDoNot) {
  AddNode("tainted", {{"taints", Json::array({{{"key", "gpu"}, {"effect", "NoSchedule"}}})}});
  AddNode("cordoned", {{"unschedulable", true}});
  Make(Apps("daemonsets"), SetOf("agent", Json::object()));
  Settle();
  EXPECT_EQ(Nodes(), (Strings{"cordoned", "sandbox"}));
}

TEST_F(DaemonSetsTest, ANodeSelectorChoosesNodes) {
  AddNode("labelled", Json::object(), {{"disk", "ssd"}});
  Json pod_template = TemplateOf("agent");
  pod_template["spec"]["nodeSelector"] = {{"disk", "ssd"}};
  Make(Apps("daemonsets"), SetOf("agent", {{"template", pod_template}}));
  Settle();
  EXPECT_EQ(Nodes(), Strings{"labelled"});
  Patch("/api/v1/nodes/labelled", {{"metadata", {{"labels", {{"disk", nullptr}}}}}});
  Settle();
  EXPECT_TRUE(Nodes().empty());
}

TEST_F(DaemonSetsTest, AnUpdateTakesOneNodeAtATime) {
  AddNode("n1");
  AddNode("n2");
  Make(Apps("daemonsets"), SetOf("agent", Json::object()));
  Settle();
  SetImage(Agent(), "v2");
  while (executor_.RunOne()) {
    size_t ready = 0;
    for (const Json& pod : List(Pods())) {
      ready += IsConditionTrue(Member(pod, "status"), "Ready") ? 1u : 0u;
    }
    EXPECT_GE(ready, 2u);
  }
  EXPECT_EQ(Images(), Strings(3, "v2"));
  EXPECT_EQ(Count(Agent(), "updatedNumberScheduled"), 3);
}

}  // namespace
}  // namespace oarlock::sandbox
