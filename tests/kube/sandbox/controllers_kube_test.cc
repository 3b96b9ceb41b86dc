// The sandbox's controllers against those of a real cluster: the same requests lead to the same
// objects. Nobody schedules Pods here, on either side: the test says itself what becomes of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "base/real_clock.h"
#include "sandbox/sandbox.h"
#include "tests/kube/kube_environment.h"

namespace oarlock::kubetest {
namespace {

using Json = nlohmann::json;
using std::chrono_literals::operator""s;

struct Answer {
  long code = 0;
  Json body;
};
using Send = std::function<Answer(const std::string& method, const std::string& path,
                                  const Json& body, const std::string& content_type)>;

constexpr const char* kMerge = "application/merge-patch+json";

// Texts that differ by nature: uids, times, hashes of templates, generated suffixes.
std::string Plain(Json object, const std::set<std::string>& hashes) {
  for (const char* name : {"uid", "resourceVersion", "managedFields"}) {
    object["metadata"].erase(name);
  }
  std::string text = object.dump(1);
  for (const std::string& hash : hashes) {
    for (size_t at = 0; (at = text.find(hash, at)) != std::string::npos;) {
      text.replace(at, hash.size(), "<hash>");
    }
  }
  text = std::regex_replace(text, std::regex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "<uid>");
  text = std::regex_replace(text, std::regex("[0-9]{4}-[0-9-]{5}T[0-9:]{8}Z"), "<time>");
  return std::regex_replace(text, std::regex("-[bcdfghjklmnpqrstvwxz2456789]{5}\""), "-<suffix>\"");
}

class SandboxControllers : public KubeTest {
 protected:
  static void SetUpTestSuite() {
    const base::Status started = server().StartControllerManager();
    ASSERT_TRUE(started.ok()) << started.ToString();
  }
  static void TearDownTestSuite() { server().KillControllerManager(); }

  void SetUp() override {
    auto made = sandbox::Sandbox::Start(
        {.tls = false, .controllers = sandbox::ControllerSet::All()}, clock_, base::Log::Discard());
    ASSERT_TRUE(made.ok()) << made.status().ToString();
    sandbox_ = *std::move(made);
    own_ = [this](const auto& method, const auto& path, const Json& body, const auto& type) {
      const auto answer = sandbox_->Do(method, path, body.is_null() ? "" : body.dump(), type);
      return Answer{answer.status, Json::parse(answer.body)};
    };
    real_ = [](const auto& method, const auto& path, const Json& body, const auto& type) {
      const auto answer = server().Request(method, path, body.is_null() ? "" : body.dump(), type);
      EXPECT_TRUE(answer.ok()) << answer.status().ToString();
      return answer.ok() ? Answer{answer->code, Json::parse(answer->body)} : Answer{};
    };
    Do("POST", "/api/v1/namespaces", {{"metadata", {{"name", ns()}}}});
  }

  // To both.
  void Do(const std::string& method, const std::string& path, const Json& body,
          const std::string& type = "application/json") {
    for (const Send* send : {&real_, &own_}) {
      const Answer answer = (*send)(method, path, body, type);
      const bool there = answer.code == 409 && path == "/api/v1/namespaces";
      EXPECT_TRUE(answer.code < 300 || there) << method << " " << path << answer.body;
    }
  }
  std::string Path(const std::string& group, const std::string& rest) {
    return group + "/namespaces/" + ns() + "/" + rest;
  }
  std::string Apps(const std::string& rest) { return Path("/apis/apps/v1", rest); }
  std::string Core(const std::string& rest) { return Path("/api/v1", rest); }
  std::string Batch(const std::string& rest) { return Path("/apis/batch/v1", rest); }

  static std::string StateOf(const Send& send, const std::vector<std::string>& collections) {
    std::vector<Json> objects;
    std::set<std::string> hashes;
    for (const std::string& path : collections) {
      const Json list = send("GET", path, nullptr, {}).body;
      for (const Json& item : list.value("items", Json::array())) {
        const Json labels = item["metadata"].value("labels", Json::object());
        for (const char* name : {"pod-template-hash", "controller.kubernetes.io/hash"}) {
          if (labels.contains(name)) hashes.insert(labels[name]);
        }
        objects.push_back(item);
        objects.back()["kind"] =
            list["kind"].get<std::string>().substr(0, list["kind"].get<std::string>().size() - 4);
      }
    }
    std::vector<std::string> texts;
    for (const Json& object : objects) texts.push_back(Plain(Compared(object), hashes));
    std::sort(texts.begin(), texts.end());
    std::string out;
    for (const std::string& text : texts) out += text + "\n";
    return out;
  }
  // Without what docs/sandbox.md says is left out.
  static Json Compared(Json object) {
    Json& metadata = object["metadata"];
    if (object["kind"] == "ReplicaSet") {
      // In how many steps they came to their size depends on who is quicker.
      metadata.erase("generation");
      object["status"].erase("observedGeneration");
    }
    if (object["kind"] == "Job") metadata.erase("labels");
    if (metadata.contains("finalizers")) {
      std::erase(metadata["finalizers"].get_ref<Json::array_t&>(),
                 Json("batch.kubernetes.io/job-tracking"));
      if (metadata["finalizers"].empty()) metadata.erase("finalizers");
    }
    return object;
  }

  void ExpectSame(const std::string& what, const std::vector<std::string>& collections) {
    std::string real;
    std::string own;
    // Before the sandbox has done all there is to do, both may be equal by chance, and go on.
    const auto same = Eventually(60s, [&] {
      if (sandbox_->controller_work() != 0) return false;
      own = StateOf(own_, collections);
      real = StateOf(real_, collections);
      return real == own;
    });
    EXPECT_EQ(own, real) << what << ": " << same.message();
  }

  // What an agent would say of all Pods that it has said nothing of.
  void SetPods(const std::string& phase) {
    for (const Send* send : {&real_, &own_}) {
      const Json list = (*send)("GET", Core("pods"), nullptr, {}).body;
      for (const Json& pod : list["items"]) {
        if (pod["status"].value("phase", "") != "Pending") continue;
        const bool ready = phase == "Running";
        const Json patch = {
            {"status",
             {{"phase", phase},
              {"conditions", Json::array({{{"type", "Ready"},
                                           {"status", ready ? "True" : "False"},
                                           {"lastTransitionTime", "2026-01-01T00:00:00Z"}}})}}}};
        (*send)("PATCH", Core("pods/" + pod["metadata"]["name"].get<std::string>() + "/status"),
                patch, kMerge);
      }
    }
  }

  Json Template(const std::string& app, const std::string& image, const char* restart = "Always") {
    return {{"metadata", {{"labels", {{"app", app}}}}},
            {"spec",
             {{"schedulerName", "nobody"},
              {"restartPolicy", restart},
              {"containers", Json::array({{{"name", "c"}, {"image", image}}})}}}};
  }
  Json Workload(const std::string& name, Json spec) {
    spec["selector"] = {{"matchLabels", {{"app", name}}}};
    spec["template"] = Template(name, "v1");
    return {{"metadata", {{"name", name}}}, {"spec", spec}};
  }
  static Json Image(const std::string& image) {
    return {{"spec",
             {{"template",
               {{"spec", {{"containers", Json::array({{{"name", "c"}, {"image", image}}})}}}}}}}};
  }

  base::RealClock clock_;
  std::unique_ptr<sandbox::Sandbox> sandbox_;
  Send own_;
  Send real_;
};

TEST_F(SandboxControllers, RollOutADeploymentAsTheRealOnes) {
  const std::vector<std::string> all = {Apps("deployments"), Apps("replicasets"), Core("pods")};
  Do("POST", Apps("deployments"), Workload("web", {{"replicas", 2}}));
  ExpectSame("created", all);
  SetPods("Running");
  ExpectSame("ready", all);
  Do("PATCH", Apps("deployments/web"), {{"spec", {{"replicas", 4}}}}, kMerge);
  ExpectSame("scaled", all);
  SetPods("Running");
  ExpectSame("scaled and ready", all);
  Do("PATCH", Apps("deployments/web"), Image("v2"), "application/strategic-merge-patch+json");
  ExpectSame("a new template", all);
  for (int step = 1; step <= 4; ++step) {
    SetPods("Running");
    ExpectSame("a new template, step " + std::to_string(step), all);
  }
  Do("PATCH", Apps("deployments/web"), Image("v1"), "application/strategic-merge-patch+json");
  ExpectSame("back", all);
  Do("PATCH", Apps("deployments/web"), {{"spec", {{"paused", true}}}}, kMerge);
  ExpectSame("paused", all);
}

TEST_F(SandboxControllers, NumberPodsAndRevisionsAsTheRealOnes) {
  const std::vector<std::string> all = {Apps("statefulsets"), Apps("controllerrevisions"),
                                        Core("pods")};
  Do("POST", Apps("statefulsets"), Workload("db", {{"replicas", 2}, {"serviceName", "db"}}));
  ExpectSame("created", all);
  SetPods("Running");
  ExpectSame("the first is ready", all);
  SetPods("Running");
  ExpectSame("both are ready", all);
  Do("PATCH", Apps("statefulsets/db"), Image("v2"), "application/strategic-merge-patch+json");
  ExpectSame("a new template", all);
  SetPods("Running");
  ExpectSame("the last is updated", all);
  SetPods("Running");
  ExpectSame("both are updated", all);
}

TEST_F(SandboxControllers, RunJobsAsTheRealOnes) {
  const std::vector<std::string> all = {Batch("jobs"), Core("pods")};
  Do("POST", Batch("jobs"),
     {{"metadata", {{"name", "work"}}},
      {"spec",
       {{"completions", 2}, {"parallelism", 1}, {"template", Template("work", "v1", "Never")}}}});
  ExpectSame("created", all);
  SetPods("Succeeded");
  ExpectSame("one has succeeded", all);
  SetPods("Succeeded");
  ExpectSame("complete", all);
  Do("POST", Batch("jobs"),
     {{"metadata", {{"name", "bad"}}},
      {"spec", {{"backoffLimit", 0}, {"template", Template("bad", "v1", "Never")}}}});
  ExpectSame("created one that fails", all);
  SetPods("Failed");
  ExpectSame("failed", all);
  Do("POST", Batch("jobs"),
     {{"metadata", {{"name", "later"}}},
      {"spec", {{"suspend", true}, {"template", Template("later", "v1", "Never")}}}});
  ExpectSame("suspended", all);
}

TEST_F(SandboxControllers, CollectGarbageAndEmptyNamespacesAsTheRealOnes) {
  const auto map = [](const std::string& name, const Json& metadata) {
    Json object = {{"metadata", metadata}};
    object["metadata"]["name"] = name;
    return object;
  };
  const auto ref = [](const std::string& name, const std::string& uid) {
    return Json{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", name}, {"uid", uid}};
  };
  Do("POST", Core("configmaps"), map("one", Json::object()));
  Do("POST", Core("configmaps"), map("two", Json::object()));
  for (const Send* send : {&real_, &own_}) {
    const auto uid = [&](const std::string& name) {
      const Json object = (*send)("GET", Core("configmaps/" + name), nullptr, {}).body;
      return object["metadata"]["uid"].get<std::string>();
    };
    const Json both = {
        {"ownerReferences", Json::array({ref("one", uid("one")), ref("two", uid("two"))})}};
    const Json single = {{"ownerReferences", Json::array({ref("one", uid("one"))})}};
    (*send)("POST", Core("configmaps"), map("of-both", both), "application/json");
    (*send)("POST", Core("configmaps"), map("of-one", single), "application/json");
  }
  const Json nobody = {{"ownerReferences", Json::array({ref("nobody", "no-such-uid")})}};
  Do("POST", Core("configmaps"), map("of-nobody", nobody));
  const Json held = {{"finalizers", Json::array({"example.com/hold"})}};
  Do("POST", Core("configmaps"), map("held", held));
  Do("DELETE", Core("configmaps/one"), {{"propagationPolicy", "Background"}});
  const auto names = [this](const Send& send) {
    std::string out;
    const Json list = send("GET", Core("configmaps"), nullptr, {}).body;
    for (const Json& item : list["items"]) {
      out += item["metadata"]["name"].get<std::string>() + " " +
             std::to_string(item["metadata"].value("ownerReferences", Json::array()).size()) + ",";
    }
    return out;
  };
  std::string real;
  std::string own;
  // Equal when all is done: before that both may be equal by chance, and go on.
  EXPECT_TRUE(Eventually(30s,
                         [&] {
                           real = names(real_);
                           own = names(own_);
                           return real == own && real.find("of-one") == std::string::npos;
                         }))
      << real << " and " << own;
  Do("DELETE", "/api/v1/namespaces/" + ns(), Json::object());
  const auto conditions = [this](const Send& send) {
    Json status = send("GET", "/api/v1/namespaces/" + ns(), nullptr, {}).body["status"];
    for (Json& one : status["conditions"]) one.erase("lastTransitionTime");
    return status.dump(1);
  };
  EXPECT_TRUE(Eventually(30s, [&] {
    real = conditions(real_);
    own = conditions(own_);
    return real == own && real.find("SomeFinalizersRemain") != std::string::npos;
  }));
  EXPECT_EQ(own, real);
  Do("PATCH", Core("configmaps/held"), {{"metadata", {{"finalizers", nullptr}}}}, kMerge);
  EXPECT_TRUE(Eventually(60s, [&] {
    const std::string path = "/api/v1/namespaces/" + ns();
    return real_("GET", path, nullptr, {}).code == 404 &&
           own_("GET", path, nullptr, {}).code == 404;
  }));
}

}  // namespace
}  // namespace oarlock::kubetest
