// Two hosts and one Lease on a real API server: who works when, by the server's own audit log.
#include "tests/kube/leader/replica_host.h"

namespace oarlock::kubetest {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_F(LeaderKube, C_LE_06_APlannedFailOverTakesLessThanThreeSeconds) {
  ASSERT_NO_FATAL_FAILURE(StartBoth(kCustomary));
  const WallTime begun = WallNow();
  EXPECT_EQ(first->process.Stop(), 0) << first->process.log();
  const WallTime taken = FirstWrite(second->user, begun, seconds(10));
  EXPECT_LT(taken - begun, seconds(3)) << second->process.log();
  EXPECT_TRUE(second->Leads());
  ExpectOneChangeOfHands(begun, *first, *second);
  EXPECT_NE(first->process.log().find("the lease is given back"), std::string::npos);
}

TEST_F(LeaderKube, C_LE_07_AStandbyThatStopsChangesNothing) {
  ASSERT_NO_FATAL_FAILURE(StartBoth(kShort));
  const WallTime begun = WallNow();
  EXPECT_EQ(second->process.Stop(), 0) << second->process.log();
  EXPECT_FALSE(audit->Wrote(second->user, {}));
  EXPECT_TRUE(first->Leads());
  (void)FirstWrite(first->user, begun, seconds(5));
}

TEST_F(LeaderKube, C_LE_09_AfterKill9TheStandbyWorksWithinTheLeaseAndTwoSeconds) {
  ASSERT_NO_FATAL_FAILURE(StartBoth(kShort));
  const WallTime begun = WallNow();
  first->process.Kill();
  const WallTime taken = FirstWrite(second->user, begun, kShort.lease + seconds(10));
  EXPECT_LT(taken - begun, kShort.lease + seconds(2)) << second->process.log();
  ExpectOneChangeOfHands(begun, *first, *second);
}

TEST_F(LeaderKube, APausedLeaderWritesNothingWhenItGoesOn) {
  ASSERT_NO_FATAL_FAILURE(StartBoth(kShort));
  first->Freeze();
  const WallTime frozen = WallNow() + milliseconds(500);  // what had left arrives
  (void)FirstWrite(second->user, frozen, kShort.lease + seconds(5));
  first->Thaw();
  ASSERT_TRUE(Eventually(seconds(10),
                         [&] {
                           return first->process.Get("/readyz").body.find(
                                      "plugin stamper standby") != std::string::npos;
                         }))
      << first->process.Get("/readyz").body << first->process.log();
  EXPECT_FALSE(first->Leads());
  EXPECT_TRUE(first->process.Ready());
  EXPECT_TRUE(audit->Since(frozen, first->user).empty())
      << audit->Since(frozen, first->user).front().name;
  EXPECT_TRUE(second->Leads());
  // And it leads again when it is its turn.
  second->process.Kill();
  const WallTime killed = WallNow();
  (void)FirstWrite(first->user, killed, kShort.lease + seconds(5));
  ExpectOneChangeOfHands(frozen, *second, *first);
}

TEST_F(LeaderKube, AServerThatIsGoneForLongerThanTheLeaseEndsTheTerm) {
  ASSERT_NO_FATAL_FAILURE(StartBoth(kShort));
  server().KillApiServer();
  const WallTime gone = WallNow();
  ASSERT_TRUE(Eventually(kShort.lease + seconds(5), [&] { return !first->Leads(); }))
      << first->process.log();
  EXPECT_LT(WallNow() - gone, kShort.lease + seconds(1));
  ASSERT_TRUE(Eventually(seconds(10), [&] {
    return first->process.Get("/readyz").body.find("plugin stamper standby") != std::string::npos;
  })) << first->process.log();
  EXPECT_FALSE(second->Leads());
  ASSERT_TRUE(server().StartApiServer().ok()) << server().LogTails();
  const WallTime back = WallNow();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return !audit->Since(back).empty(); }))
      << first->process.log() << second->process.log();
  ASSERT_TRUE(Eventually(seconds(10), [&] { return first->Leads() != second->Leads(); }));
  const ReplicaHost& leader = first->Leads() ? *first : *second;
  for (const AuditedWrite& write : audit->Since(back)) EXPECT_EQ(write.user, leader.user);
}

TEST_F(LeaderKube, APluginOutsideOfTheElectionWorksOnBoth) {
  ASSERT_NO_FATAL_FAILURE(StartBoth(
      kShort, {Stamper(), std::string("name: everywhere, leaderElection: false, library: ") +
                              OARLOCK_TEST_PLUGIN_DIR + "/owner_label.so"}));
  for (ReplicaHost* host : {first.get(), second.get()}) {
    EXPECT_EQ(host->process.Metric("oarlock_plugin_active{plugin=\"everywhere\"}"), 1)
        << host->process.Get("/readyz").body;
  }
  EXPECT_EQ(second->process.Metric("oarlock_plugin_active{plugin=\"stamper\"}"), 0);
}

TEST_F(LeaderKube, C_LE_01_ALeaseThatTheServerRefusesIsSaidByReadiness) {
  LetSecondIn(false);
  ReplicaHost host(server(), Identity::kLimited, ns(), {}, kShort);
  ASSERT_TRUE(host.process.Start().ok()) << host.process.log();
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return host.process.Get("/readyz").body.find("leases.coordination.k8s.io") != std::string::npos;
  })) << host.process.Get("/readyz").body;
  EXPECT_FALSE(host.process.Ready());
}

}  // namespace
}  // namespace oarlock::kubetest
