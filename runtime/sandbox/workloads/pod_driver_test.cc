#include "sandbox/workloads/workloads_fixture.h"

namespace oarlock::sandbox {
namespace {

class PodDriverTest : public WorkloadsFixture {
 protected:
  void MakePod(const std::string& name, const Json& spec = Json::object(),
               const Json& metadata = Json::object()) {
    Json pod = TemplateOf("bare");
    pod["metadata"].update(metadata);
    pod["metadata"]["name"] = name;
    pod["spec"].update(spec);
    Make(Pods(), pod);
  }
  std::string Phase(const std::string& name) {
    return std::string(TextAt(Get(Pods(name)), {"status", "phase"}));
  }
};

TEST_F(PodDriverTest, ThereIsOneNode) {
  EXPECT_EQ(Names("/api/v1/nodes"), std::vector<std::string>{"sandbox"});
  EXPECT_EQ(ConditionOf("/api/v1/nodes/sandbox", "Ready"), "True KubeletReady");
  Delete("/api/v1/nodes/sandbox");
  ExpectSettled();
  EXPECT_TRUE(Names("/api/v1/nodes").empty()) << "who deletes it does not want it";
}

TEST_F(PodDriverTest, APodGetsANodeAndAnAddressAndIsReady) {
  MakePod("a");
  MakePod("b");
  Settle();
  const Json pod = Get(Pods("a"));
  EXPECT_EQ(TextAt(pod, {"spec", "nodeName"}), "sandbox");
  EXPECT_EQ(TextAt(pod, {"status", "phase"}), "Running");
  EXPECT_NE(TextAt(pod, {"status", "podIP"}), TextAt(Get(Pods("b")), {"status", "podIP"}));
  EXPECT_EQ(TextAt(pod, {"status", "hostIP"}), "127.0.0.1");
  EXPECT_EQ(ConditionOf(Pods("a"), "Ready"), "True ");
  EXPECT_EQ(pod["status"]["containerStatuses"][0]["ready"], true);
  std::set<std::string> managers;
  for (const Json& entry : pod["metadata"]["managedFields"]) {
    managers.emplace(TextAt(entry, {"manager"}));
  }
  EXPECT_TRUE(managers.contains("kubelet"));
  ExpectSettled();
}

TEST_F(PodDriverTest, APodThatNoNodeTakesWaitsForOne) {
  MakePod("a", {{"nodeSelector", {{"disk", "ssd"}}}});
  Settle();
  EXPECT_EQ(Phase("a"), "Pending");
  EXPECT_EQ(ConditionOf(Pods("a"), "PodScheduled"), "False Unschedulable");
  Patch("/api/v1/nodes/sandbox", {{"metadata", {{"labels", {{"disk", "ssd"}}}}}});
  Settle();
  EXPECT_EQ(Phase("a"), "Running");
}

TEST_F(PodDriverTest, OtherSchedulersAndGatesAreLeftAlone) {
  MakePod("other", {{"schedulerName", "mine"}});
  MakePod("gated", {{"schedulingGates", Json::array({{{"name", "example.com/gate"}}})}});
  Settle();
  EXPECT_EQ(Phase("other"), "Pending");
  EXPECT_EQ(Phase("gated"), "Pending");
  const ApiAnswer bound = Do("POST", Pods("other") + "/binding",
                             R"({"apiVersion":"v1","kind":"Binding","metadata":{"name":"other"},
             "target":{"kind":"Node","name":"sandbox"}})");
  EXPECT_EQ(bound.status, 201) << bound.response.body;
  Settle();
  EXPECT_EQ(Phase("other"), "Running");
}

TEST_F(PodDriverTest, ABindingIsForOnce) {
  MakePod("a");
  Settle();
  const ApiAnswer again = Do("POST", Pods("a") + "/binding",
                             R"({"apiVersion":"v1","kind":"Binding","metadata":{"name":"a"},
             "target":{"kind":"Node","name":"other"}})");
  EXPECT_EQ(again.status, 409);
  EXPECT_EQ(TextAt(again.body, {"message"}),
            "Operation cannot be fulfilled on pods/binding \"a\": pod a is already assigned to "
            "node \"sandbox\"");
}

TEST_F(PodDriverTest, ADeletedPodIsLetGo) {
  MakePod("a");
  MakePod("held", Json::object(), {{"finalizers", {"example.com/hold"}}});
  Settle();
  Delete(Pods("a"));
  Delete(Pods("held"));
  EXPECT_TRUE(Exists(Pods("a"))) << "its agent has not seen it yet";
  Settle();
  EXPECT_FALSE(Exists(Pods("a")));
  EXPECT_TRUE(Exists(Pods("held")));
  Patch(Pods("held"), {{"metadata", {{"finalizers", nullptr}}}});
  Settle();
  EXPECT_FALSE(Exists(Pods("held")));
}

TEST_F(PodDriverTest, AnAnnotationDecidesWhatBecomesOfIt) {
  for (const char* outcome : {"ready", "unready", "succeeded", "failed"}) {
    MakePod(outcome, Json::object(), {{"annotations", {{"sandbox.oarlock.dev/pod", outcome}}}});
  }
  Settle();
  EXPECT_EQ(Phase("ready"), "Running");
  EXPECT_EQ(Phase("unready"), "Running");
  EXPECT_EQ(ConditionOf(Pods("unready"), "Ready"), "False ContainersNotReady");
  EXPECT_EQ(Phase("succeeded"), "Succeeded");
  EXPECT_EQ(Phase("failed"), "Failed");
  Patch(Pods("unready"), {{"metadata", {{"annotations", {{"sandbox.oarlock.dev/pod", nullptr}}}}}});
  Settle();
  EXPECT_EQ(ConditionOf(Pods("unready"), "Ready"), "True ");
}

TEST_F(PodDriverTest, AReadinessGateIsWaitedFor) {
  MakePod("a", {{"readinessGates", Json::array({{{"conditionType", "example.com/lb"}}})}});
  Settle();
  EXPECT_EQ(ConditionOf(Pods("a"), "Ready"), "False ReadinessGatesNotReady");
  Json pod = Get(Pods("a"));
  pod["status"]["conditions"].push_back({{"type", "example.com/lb"}, {"status", "True"}});
  EXPECT_EQ(Do("PUT", Pods("a") + "/status", WriteJson(pod)).status, 200);
  Settle();
  EXPECT_EQ(ConditionOf(Pods("a"), "Ready"), "True ");
}

TEST_F(PodDriverTest, PodsOfANodeThatIsNotReadyStayAsTheyAre) {
  Json node = Get("/api/v1/nodes/sandbox");
  node["status"]["conditions"][0]["status"] = "False";
  EXPECT_EQ(Do("PUT", "/api/v1/nodes/sandbox/status", WriteJson(node)).status, 200);
  MakePod("a");
  Settle();
  EXPECT_EQ(Phase("a"), "Pending");
}

}  // namespace
}  // namespace oarlock::sandbox
