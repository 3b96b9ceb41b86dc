#include "tests/kube/leader/replica_host.h"

namespace oarlock::kubetest {

using std::chrono::seconds;

void LeaderKube::TearDown() {
  first.reset();
  second.reset();
  (void)server().Kubectl({"-n", ns(), "delete", "configmaps", "--all"});
}

void LeaderKube::LetSecondIn(bool in) {
  const std::vector<std::string> how =
      in ? std::vector<std::string>{"create", "clusterrolebinding", "second", "--user=limited",
                                    "--clusterrole=cluster-admin"}
         : std::vector<std::string>{"delete", "clusterrolebinding", "second", "--ignore-not-found"};
  const auto result = server().Kubectl(how);
  ASSERT_TRUE(result.ok()) << result.status().ToString();
}

void LeaderKube::Create(int count) {
  std::string yaml;
  for (int i = 0; i < count; ++i) {
    yaml += "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m" + std::to_string(i) +
            ", annotations: {stamper.example.dev/on: \"yes\"}}\n---\n";
  }
  const auto result = server().Kubectl({"-n", ns(), "apply", "-f", "-"}, yaml);
  ASSERT_TRUE(result.ok() && result->exit_code == 0) << result.status().ToString();
}

void LeaderKube::StartBoth(const LeaseTimes& times, const std::vector<std::string>& plugins) {
  Create(8);
  audit = std::make_unique<AuditLog>(server().AuditLogPath(), ns());
  first = std::make_unique<ReplicaHost>(server(), Identity::kAdmin, ns(), plugins, times);
  ASSERT_TRUE(first->process.Start().ok()) << first->process.log();
  ASSERT_TRUE(Eventually(
      seconds(30),
      [&] { return first->Leads() && first->process.Ready() && audit->Wrote(first->user, {}); }))
      << first->process.log() << first->process.Get("/readyz").body
      << first->process.Get("/metrics").body;
  LetSecondIn(true);
  second = std::make_unique<ReplicaHost>(server(), Identity::kLimited, ns(), plugins, times);
  ASSERT_TRUE(second->process.Start().ok()) << second->process.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] {
    return second->process.Get("/readyz").body.find("plugin stamper standby") != std::string::npos;
  })) << second->process.log();
  EXPECT_TRUE(second->process.Ready()) << second->process.Get("/readyz").body;
  EXPECT_FALSE(second->Leads());
  EXPECT_FALSE(audit->Wrote(second->user, {}));
}

WallTime LeaderKube::FirstWrite(const std::string& user, WallTime from,
                                std::chrono::milliseconds limit) {
  EXPECT_TRUE(Eventually(limit, [&] { return audit->Wrote(user, from); })) << user;
  const auto writes = audit->Since(from, user);
  return writes.empty() ? WallTime::max() : writes.front().received;
}

void LeaderKube::ExpectOneChangeOfHands(WallTime from, const ReplicaHost& before,
                                        const ReplicaHost& after) {
  const auto old = audit->Since(from, before.user);
  const auto taken = audit->Since(from, after.user);
  ASSERT_FALSE(taken.empty());
  if (old.empty()) return;
  EXPECT_LT(old.back().received, taken.front().received)
      << before.user << " still wrote " << old.back().name << ' '
      << (old.back().received - taken.front().received).count() << " us after " << after.user
      << " began";
}

}  // namespace oarlock::kubetest
