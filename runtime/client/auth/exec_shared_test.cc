// Exec plugins as seen by a whole process: one authenticator for all clients, policy, metrics.
#include "client/auth/exec_fixture.h"
#include "client/auth/test_key_pair.h"
#include "kube/json_text.h"

namespace oarlock::client {
namespace {

using base::StatusCode;

class ExecShared : public ExecTest {
 protected:
  std::unique_ptr<Credentials> Another() { return *maker->Make(config); }
  // -1: there is no such series.
  double Metric(const std::string& name, const base::MetricLabels& labels = {}) {
    for (const base::MetricFamily& family : metrics.Collect()) {
      if (family.name != name) continue;
      for (const base::MetricSample& sample : family.samples) {
        if (sample.labels != labels) continue;
        double count = sample.value;
        for (const uint64_t in_bucket : sample.bucket_counts)
          count += static_cast<double>(in_bucket);
        return count;
      }
    }
    return -1;
  }
};

TEST_F(ExecShared, XP_5_ClientsWithTheSameConfigShareOneAuthenticator) {
  Make(Counting());
  const auto second = Another();
  EXPECT_EQ(Authorization(), "Bearer token-1");
  EXPECT_EQ(Ask(*second).get()->authorization, "Bearer token-1");
  EXPECT_EQ(Runs(), 1);
  second->Invalidate(Ask(*second).get()->generation);  // a 401 that one of them got
  EXPECT_EQ(Authorization(), "Bearer token-2");
  EXPECT_EQ(Ask(*second).get()->authorization, "Bearer token-2");
  EXPECT_EQ(Runs(), 2);
}

TEST_F(ExecShared, XP_5_OtherConfigsHaveTheirOwn) {
  Make(Counting());
  int runs = 1;
  EXPECT_TRUE(Get().ok());
  const ClientConfig same = config;
  const auto own = [&](auto change) {
    config = same;
    change(config);
    const auto other = Another();
    EXPECT_TRUE(Ask(*other).get().ok());
    EXPECT_EQ(Runs(), ++runs);
  };
  own([](ClientConfig& c) { c.auth.exec->args = {"a"}; });
  own([](ClientConfig& c) { c.auth.exec->args = {"a", "b"}; });
  own([](ClientConfig& c) { c.auth.exec->env = {{"a", "b"}}; });
  own([](ClientConfig& c) { c.auth.exec->interactive = ExecConfig::Interactive::kNever; });
  own([](ClientConfig& c) { c.auth.exec->provide_cluster_info = true; });
  // The cluster counts only where the plugin is told about it.
  config = same;
  config.server = "https://other:6443";
  const auto shared = Another();
  EXPECT_TRUE(Ask(*shared).get().ok());
  EXPECT_EQ(Runs(), runs);
  config.auth.exec->provide_cluster_info = true;
  const auto told = Another();
  own([](ClientConfig& c) { c.auth.exec->provide_cluster_info = true; });
}

TEST_F(ExecShared, XP_5_StoppingOneClientLeavesTheOthersTheirPlugin) {
  MakeGated(Counting());
  const auto second = Another();
  auto first_asked = Ask();
  auto second_asked = Ask(*second);
  WaitStarted();
  credentials->Stop();
  EXPECT_EQ(first_asked.get().status().code(), StatusCode::kCancelled);
  EXPECT_EQ(Get().status().code(), StatusCode::kCancelled);
  LetGo();
  EXPECT_EQ(second_asked.get()->authorization, "Bearer token-1");
  EXPECT_EQ(Runs(), 1);
}

TEST_F(ExecShared, XP_9_OnlyWhatThePolicyAllowsIsRun) {
  const std::string real = dir.WriteScript("bin/tool", "cd '" + dir.path() + "'\n" + Counting());
  const std::string fake = dir.WriteScript("evil/tool", "cd '" + dir.path() + "'\n" + Counting());
  environment.variables["PATH"] = dir.path() + "/bin:/usr/bin:/bin";
  struct Row {
    std::string command;
    std::string allowed;
    bool runs;
  };
  const Row rows[] = {{"tool", "all", true},      {"tool", "none", false},
                      {"tool", "tool", true},     {"tool", real, true},
                      {real, "other,tool", true}, {fake, "tool", false},
                      {fake, fake, true},         {"tool", fake, false},
                      {"nowhere", "x", false},    {"nowhere", "nowhere", false}};
  int runs = 0;
  std::vector<std::unique_ptr<CredentialsFactory>> kept;  // and with them their series
  for (const Row& row : rows) {
    config.auth.exec->command = row.command;
    policy = *ExecPolicy::Parse(row.allowed);
    kept.push_back(std::move(maker));
    MakeAgain();
    const Snapshot answer = Get();
    EXPECT_EQ(answer.ok(), row.runs) << row.command << " with " << row.allowed;
    runs += row.runs ? 1 : 0;
    EXPECT_EQ(Runs(), runs);
    if (row.runs) continue;
    EXPECT_EQ(answer.status().code(), StatusCode::kUnauthenticated);
    EXPECT_NE(answer.status().message().find("--exec-plugins"), std::string::npos)
        << answer.status().ToString();
  }
  const char* name = "rest_client_exec_plugin_policy_call_total";
  EXPECT_EQ(Metric(name, {{"allowed", "true"}, {"denied", "false"}}), runs);
  EXPECT_EQ(Metric(name, {{"allowed", "false"}, {"denied", "true"}}), 10 - runs);
}

TEST_F(ExecShared, XP_9_APolicyThatCannotBeReadIsRefused) {
  EXPECT_EQ(ExecPolicy::Parse("all")->mode, ExecPolicy::Mode::kAllowAll);
  EXPECT_EQ(ExecPolicy::Parse("none")->mode, ExecPolicy::Mode::kDenyAll);
  EXPECT_EQ(ExecPolicy::Parse("a,/b/c")->allowed, (std::vector<std::string>{"a", "/b/c"}));
  for (const char* bad : {"", ",", "a,", "bin/tool", "./tool"}) {
    EXPECT_EQ(ExecPolicy::Parse(bad).status().code(), StatusCode::kInvalidArgument) << bad;
  }
}

TEST_F(ExecShared, XP_10_RC_23_RunsAreCountedByCodeAndOutcome) {
  const auto calls = [this](const std::string& code, const std::string& status) {
    return Metric("rest_client_exec_plugin_call_total", {{"code", code}, {"call_status", status}});
  };
  Make(Counting());
  EXPECT_TRUE(Get().ok());
  Make("exit 7\n");
  EXPECT_FALSE(Get().ok());
  EXPECT_EQ(calls("0", "no_error"), -1) << "the series of a factory that is gone";
  EXPECT_EQ(calls("7", "plugin_execution_error"), 1);
  config.auth.exec->command = "/nowhere/plugin";
  const auto missing = Another();
  EXPECT_FALSE(Ask(*missing).get().ok());
  EXPECT_EQ(calls("1", "plugin_not_found_error"), 1);
  config.auth.exec->interactive = ExecConfig::Interactive::kAlways;
  const auto no_terminal = Another();
  EXPECT_FALSE(Ask(*no_terminal).get().ok());
  EXPECT_EQ(calls("1", "client_internal_error"), 1);
}

TEST_F(ExecShared, XP_10_CertificatesShowTheirLifeAndTheirAgeAtRotation) {
  // Valid for an hour from now, by real time; so the virtual clock is set to that.
  const TestKeyPair pairs[] = {MakeTestKeyPair(), MakeTestKeyPair()};
  std::string script = "echo run >> runs\nn=$(grep -c run runs)\n";
  for (int i = 0; i < 2; ++i) {
    std::string certificate;
    std::string key;
    kube::AppendJsonString(pairs[i].certificate, certificate);
    kube::AppendJsonString(pairs[i].key, key);
    script +=
        "if [ $n = " + std::to_string(i + 1) + " ]; then cat <<'X'\n" +
        Answer(R"({"clientCertificateData":)" + certificate + R"(,"clientKeyData":)" + key + "}") +
        "\nX\nfi\n";
  }
  const auto real_now =
      std::chrono::time_point_cast<base::Duration>(std::chrono::system_clock::now());
  clock.Advance(real_now - clock.UnixNow());
  Make(script);
  const char* ttl = "rest_client_exec_plugin_ttl_seconds";
  EXPECT_EQ(Metric(ttl), -1) << "no certificate yet";
  const Snapshot first = Get();
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  EXPECT_NEAR(Metric(ttl), 3600, 60);
  clock.Advance(std::chrono::minutes(20));
  EXPECT_NEAR(Metric(ttl), 2400, 60);
  EXPECT_EQ(Metric("rest_client_exec_plugin_certificate_rotation_age"), 0);
  credentials->Invalidate(first->generation);
  const Snapshot second = Get();
  ASSERT_TRUE(second.ok()) << second.status().ToString();
  EXPECT_EQ(second->client_cert_pem, pairs[1].certificate);
  for (const base::MetricFamily& family : metrics.Collect()) {
    if (family.name != "rest_client_exec_plugin_certificate_rotation_age") continue;
    EXPECT_NEAR(family.samples.at(0).sum, 1200, 60);
    EXPECT_EQ(family.samples.at(0).bucket_counts.at(1), 1u) << "ten minutes to half an hour";
  }
  credentials.reset();
  EXPECT_EQ(Metric(ttl), -1) << "gone with its user";
}

}  // namespace
}  // namespace oarlock::client
