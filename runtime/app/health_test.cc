#include "app/health.h"

#include <gtest/gtest.h>

#include "app/heartbeat.h"
#include "app/server_probe.h"
#include "base/fake_clock.h"
#include "kube/decode.h"

namespace oarlock::app {
namespace {

using supervisor::PluginPhase;
using supervisor::PluginStatus;

PluginStatus Plugin(PluginPhase phase, std::string reason = {}) {
  PluginStatus status;
  status.name = "p";
  status.phase = phase;
  status.reason = std::move(reason);
  return status;
}

int ReadyCode(std::vector<PluginStatus> plugins) {
  return ReadyResponse({false, true, "", std::move(plugins)}).status;
}

TEST(Readiness, NeedsTheServersAnswerAndSaysWhyThereIsNone) {
  const server::Response response = ReadyResponse({false, false, "wrong CA", {}});
  EXPECT_EQ(response.status, 503);
  EXPECT_NE(response.body.find("wrong CA"), std::string::npos);
  EXPECT_EQ(ReadyCode({}), 200);
}

TEST(Readiness, NeedsEveryPluginActiveOrWithAStatedReason) {
  EXPECT_EQ(ReadyCode({Plugin(PluginPhase::kActive)}), 200);
  EXPECT_EQ(ReadyCode({Plugin(PluginPhase::kActive), Plugin(PluginPhase::kStarting)}), 503);
  EXPECT_EQ(ReadyCode({Plugin(PluginPhase::kDegraded, "broken")}), 200);
  EXPECT_EQ(ReadyCode({Plugin(PluginPhase::kWaiting, "forbidden")}), 200);
  const server::Response response =
      ReadyResponse({false, true, "", {Plugin(PluginPhase::kDegraded, "broken")}});
  EXPECT_NE(response.body.find("plugin p degraded: broken\n"), std::string::npos);
}

TEST(Readiness, C_WAT_15_IsFalseWhileNoWatchCanBeResumedAndLivenessStaysTrue) {
  cache::InformerSummary stale;
  stale.state.phase = cache::InformerPhase::kStale;
  stale.state.last_error = base::Unavailable("watch configmaps: reset by peer");
  cache::InformerSummary synced;
  synced.state.phase = cache::InformerPhase::kSynced;
  cache::InformerSummary forbidden;
  forbidden.state.phase = cache::InformerPhase::kForbidden;
  const auto ready = [](std::vector<cache::InformerSummary> informers) {
    return ReadyResponse({false, true, "", {Plugin(PluginPhase::kActive)}, std::move(informers)});
  };
  const server::Response lost = ready({forbidden, stale});
  EXPECT_EQ(lost.status, 503);
  EXPECT_NE(lost.body.find("reset by peer"), std::string::npos) << lost.body;
  EXPECT_EQ(ready({stale, synced}).status, 200) << "one type is no lost server";
  EXPECT_EQ(ready({forbidden}).status, 200) << "its plugin says why";
  EXPECT_EQ(HealthResponse(true).status, 200);
}

TEST(Readiness, LE_14_LE_16_AStandbyIsReadyAndSaysWhoLeads) {
  Readiness standby{false, true, "", {Plugin(PluginPhase::kStandby)}, {}, ReplicaStatus{}};
  EXPECT_EQ(ReadyResponse(standby).status, 200);
  EXPECT_NE(ReadyResponse(standby).body.find("leader election: nobody leads\n"), std::string::npos);
  standby.election->holder = "pod-2_77";
  EXPECT_NE(ReadyResponse(standby).body.find("leader election: pod-2_77 leads\n"),
            std::string::npos);
  standby.election->leads = true;
  EXPECT_NE(ReadyResponse(standby).body.find("leader election: this replica leads\n"),
            std::string::npos);
}

TEST(Readiness, C_LE_01_IsFalseWhileTheServerRefusesTheLease) {
  Readiness refused{false, true, "", {Plugin(PluginPhase::kStandby)}, {}, ReplicaStatus{}};
  refused.election->health = base::InvalidArgument("taking the lease: parsing time");
  const server::Response response = ReadyResponse(refused);
  EXPECT_EQ(response.status, 503);
  EXPECT_NE(response.body.find("leader election: taking the lease: parsing time\n"),
            std::string::npos);
}

TEST(Readiness, EndsWhenTheHostStops) {
  EXPECT_EQ(ReadyResponse({true, true, "", {Plugin(PluginPhase::kActive)}}).status, 503);
}

TEST(Heartbeat, FailsWhenThePoolNoLongerAnswers) {
  base::FakeClock clock;
  base::ManualExecutor pool;
  Heartbeat heartbeat(clock, pool);
  for (int i = 0; i < 100; ++i) {
    clock.Advance(std::chrono::seconds(1));
    pool.RunUntilIdle();
  }
  EXPECT_TRUE(heartbeat.alive());
  clock.Advance(kHeartbeatTimeout - std::chrono::seconds(1));
  EXPECT_TRUE(heartbeat.alive());
  clock.Advance(std::chrono::seconds(2));
  EXPECT_FALSE(heartbeat.alive());
  EXPECT_EQ(HealthResponse(heartbeat.alive()).status, 503);
  pool.RunUntilIdle();
  EXPECT_TRUE(heartbeat.alive());
  EXPECT_EQ(HealthResponse(heartbeat.alive()).status, 200);
}

TEST(ServerProbe, AsksUntilItGetsAnAnswerAndKeepsTheReason) {
  base::FakeClock clock;
  base::Random random(1);
  std::atomic<int> asked{0};
  std::atomic<bool> reachable{false};
  ServerProbe probe(
      [&](const kube::CallContext&) -> base::Result<std::string> {
        ++asked;
        if (reachable) return std::string("{}");
        return base::Unavailable("refused");
      },
      clock, random, base::Log::Discard());
  while (probe.last_error() != "refused") std::this_thread::yield();
  EXPECT_FALSE(probe.answered());
  reachable = true;
  while (!probe.answered()) {
    clock.Advance(std::chrono::seconds(1));
    std::this_thread::yield();
  }
  EXPECT_EQ(probe.last_error(), "");
  EXPECT_GE(asked, 2);
}

TEST(ServerProbe, StopsWhileItWaits) {
  base::FakeClock clock;
  base::Random random(1);
  ServerProbe probe(
      [](const kube::CallContext&) -> base::Result<std::string> {
        return base::Unavailable("refused");
      },
      clock, random, base::Log::Discard());
  while (probe.last_error() != "refused") std::this_thread::yield();
  probe.Stop();
  EXPECT_FALSE(probe.answered());
}

}  // namespace
}  // namespace oarlock::app
