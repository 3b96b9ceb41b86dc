#include "sandbox/sandbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "base/fake_clock.h"
#include "base/metrics.h"
#include "sandbox/clock/real_wait.h"
#include "sandbox/sandbox_metrics.h"
#include "sandbox/types/json.h"
#include "server/prometheus.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kMaps = "/api/v1/namespaces/default/configmaps";

class SandboxTest : public testing::Test {
 protected:
  std::unique_ptr<Sandbox> Start() {
    auto made = Sandbox::Start({.tls = false}, clock_, base::Log::Discard());
    EXPECT_TRUE(made.ok()) << made.status().ToString();
    return *std::move(made);
  }
  static int Add(Sandbox& sandbox, const std::string& name) {
    return sandbox.Do("POST", kMaps, R"({"metadata":{"name":")" + name + R"("}})").status;
  }
  static Json Get(Sandbox& sandbox, const std::string& name) {
    return ParseTrustedJson(sandbox.Do("GET", std::string(kMaps) + "/" + name).body);
  }
  static bool Has(Sandbox& sandbox, const std::string& name) {
    return TextOf(Member(Get(sandbox, name), "kind")) == "ConfigMap";
  }

  base::FakeClock clock_;
};

TEST_F(SandboxTest, ASnapshotBringsEverythingBackAndVersionsGoOn) {
  const auto sandbox = Start();
  ASSERT_EQ(Add(*sandbox, "a"), 201);
  const Snapshot before = sandbox->TakeSnapshot();
  ASSERT_EQ(Add(*sandbox, "b"), 201);
  ASSERT_EQ(sandbox->Do("DELETE", std::string(kMaps) + "/a").status, 200);
  const uint64_t version = sandbox->store().Read()->version;
  sandbox->Restore(before);
  EXPECT_TRUE(Has(*sandbox, "a"));
  EXPECT_FALSE(Has(*sandbox, "b"));
  EXPECT_GT(sandbox->store().Read()->version, version);
}

TEST_F(SandboxTest, ItsMetricsTellOfItself) {
  const auto script =
      FaultScript::Parse("rules:\n- {name: never, times: 1, delay: 1h}\n", "f.yaml");
  ASSERT_TRUE(script.ok());
  const auto sandbox = Start();
  const auto before = sandbox->Do("GET", "/metrics");
  EXPECT_EQ(before.status, 200);
  EXPECT_EQ(before.content_type, server::kPrometheusContentType);
  EXPECT_EQ(before.body.find("faults_applied"), std::string::npos);
  sandbox->SetFaults(*script);
  const std::string text = sandbox->Do("GET", "/metrics").body;
  const std::string objects =
      "oarlock_sandbox_objects " + std::to_string(sandbox->store().Read()->objects) + "\n";
  for (const std::string& line :
       {objects, std::string("oarlock_sandbox_connections_refused_total 0\n"),
        std::string("oarlock_sandbox_faults_applied_total{rule=\"never\"} 0\n")}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST_F(SandboxTest, AForkGoesOnAloneAndGivesOtherUids) {
  const auto sandbox = Start();
  ASSERT_EQ(Add(*sandbox, "a"), 201);
  auto fork = sandbox->Fork(base::Log::Discard());
  ASSERT_TRUE(fork.ok()) << fork.status().ToString();
  EXPECT_NE((*fork)->url(), sandbox->url());
  EXPECT_TRUE(Has(**fork, "a"));
  ASSERT_EQ(Add(*sandbox, "b"), 201);
  EXPECT_FALSE(Has(**fork, "b"));
  ASSERT_EQ(Add(**fork, "b"), 201);
  const auto uid = [](const Json& object) { return TextAt(object, {"metadata", "uid"}); };
  EXPECT_NE(uid(Get(*sandbox, "b")), uid(Get(**fork, "b")));
}

TEST_F(SandboxTest, ControllersWorkBesideTheRequestsAndEndWithIt) {
  auto made = Sandbox::Start({.tls = false, .controllers = ControllerSet::All()}, clock_,
                             base::Log::Discard());
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  Sandbox& sandbox = **made;
  base::Mutex mutex;
  base::CondVar changed;
  const auto subscription = sandbox.store().Subscribe("", [&changed] { changed.NotifyAll(); });
  const std::string web = "/apis/apps/v1/namespaces/default/deployments";
  const auto answer = sandbox.Do("POST", web, R"({"metadata":{"name":"web"},"spec":{"replicas":2,
      "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
      "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  ASSERT_EQ(answer.status, 201) << answer.body;
  const auto available = [&] {
    const Json object = ParseTrustedJson(sandbox.Do("GET", web + "/web").body);
    return At(object, {"status", "availableReplicas"}) == 2;
  };
  const RealWait wait(std::chrono::minutes(1));
  {
    base::MutexLock lock(mutex);
    while (!available()) ASSERT_TRUE(wait.Once(changed, mutex));
  }
  // It ends in the middle of what this begins.
  EXPECT_EQ(sandbox.Do("DELETE", web + "/web").status, 200);
  EXPECT_EQ(Add(sandbox, "late"), 201);
}

// Through a registry, so that they are compared with docs/metrics.md as all others are.
TEST_F(SandboxTest, EachFamilyHasOneNameAndItsSamples) {
  const server::HttpCounters http;
  const Store store(clock_);
  base::MetricRegistry registry;
  const auto handle = registry.AddCollector([&](std::vector<base::MetricFamily>& out) {
    auto families = SandboxMetrics(http, store, {{"a rule", 2, 1}});
    std::move(families.begin(), families.end(), std::back_inserter(out));
  });
  size_t own = 0;
  for (const base::MetricFamily& family : registry.Collect()) {
    if (!family.name.starts_with("oarlock_sandbox_")) continue;
    ++own;
    EXPECT_EQ(family.samples.size(), 1u) << family.name;
  }
  EXPECT_EQ(own, 14u);
}

}  // namespace
}  // namespace oarlock::sandbox
