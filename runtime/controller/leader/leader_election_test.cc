#include "controller/leader/leader_election.h"

#include <gtest/gtest.h>

#include <list>

#include "base/fake_clock.h"
#include "controller/leader/leader_elector.h"
#include "controller/leader/lease_server.h"
#include "kube/timestamp.h"

namespace oarlock::controller {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::LeaseServer;

ElectionOptions Options(const std::string& identity) {
  ElectionOptions options;
  options.ns = "system";
  options.identity = identity;
  return options;
}

// One candidate, stepped by the test.
struct Candidate final : ElectionObserver {
  Candidate(const std::string& id, LeaseServer& server, base::Clock& clock, base::Random& random,
            base::MetricRegistry& metrics)
      : election(Options(id), {server, clock, random, metrics, base::Log::Discard(), *this},
                 stop.get_token()) {}
  void OnStartedLeading(const LeaderEpoch& e) override { epochs.push_back(e); }
  void OnStoppedLeading(const std::string& why) override { ends.push_back(why); }
  bool AtRest() override { return at_rest; }

  bool at_rest = true;
  std::stop_source stop;
  std::vector<LeaderEpoch> epochs;
  std::vector<std::string> ends;
  base::MonoTime next{};
  LeaderElection election;
};

class LeaderElectionTest : public ::testing::Test {
 protected:
  Candidate& Add(const std::string& id) {
    return candidates.emplace_back(id, server, clock, random, metrics);
  }
  // Lets `duration` go by; each candidate does its steps when they are due, and at once when the
  // watch has told it something. Never two act at once.
  void Pass(base::Duration duration) {
    const base::MonoTime end = clock.Now() + duration;
    for (;;) {
      base::MonoTime next = end;
      for (Candidate& c : candidates) {
        if (c.stop.stop_requested()) continue;
        c.next = c.election.Step();
        c.next = std::max(c.next, clock.Now() + milliseconds(1));
        next = std::min(next, c.next);
      }
      ASSERT_LE(Acting(), 1u);
      if (clock.Now() >= end) return;
      // A candidate hears of what others did within this slice.
      clock.Advance(std::min<base::Duration>(next - clock.Now(), milliseconds(100)));
    }
  }
  size_t Acting() {
    size_t acting = 0;
    for (Candidate& c : candidates) acting += c.election.acting() ? 1u : 0u;
    return acting;
  }
  void PutLease(const std::string& holder, const std::string& renewed, int seconds_long = 15) {
    server.Put(R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"namespace":)"
               R"("system","name":"oarlock","labels":{"kept":"yes"}},"spec":{"holderIdentity":")" +
               holder + R"(","leaseDurationSeconds":)" + std::to_string(seconds_long) +
               R"(,"acquireTime":"2026-01-01T00:00:00.000000Z","renewTime":")" + renewed +
               R"(","leaseTransitions":3}})");
  }

  base::FakeClock clock;
  base::Random random{7};
  base::MetricRegistry metrics;
  LeaseServer server;
  std::list<Candidate> candidates;
};

TEST_F(LeaderElectionTest, LE_5_LE_18_AMissingLeaseIsCreated) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  ASSERT_EQ(a.epochs.size(), 1u);
  EXPECT_EQ(a.epochs[0].transitions, 0u);
  EXPECT_EQ(a.epochs[0].lease_uid, "u1");
  EXPECT_TRUE(a.election.acting());
  EXPECT_EQ(server.holder(), "a");
  EXPECT_EQ(server.lease()["spec"]["leaseDurationSeconds"].AsInt(), 15);
}

TEST_F(LeaderElectionTest, C_LE_01_LE_7_TimesHaveSixDigits) {
  Add("a");
  Pass(milliseconds(1));
  EXPECT_EQ(server.lease()["spec"]["renewTime"].AsString(), "2026-01-01T00:00:00.000000Z");
  EXPECT_EQ(server.lease()["spec"]["acquireTime"].AsString(), "2026-01-01T00:00:00.000000Z");
}

TEST_F(LeaderElectionTest, C_LE_01_ARefusalBreaksHealthUntilItWorks) {
  Candidate& a = Add("a");
  server.down = base::InvalidArgument("parsing time");
  Pass(seconds(5));
  EXPECT_EQ(a.election.health().code(), base::StatusCode::kInvalidArgument);
  EXPECT_NE(a.election.health().message().find("parsing time"), std::string::npos);
  server.down = {};
  Pass(seconds(5));
  EXPECT_TRUE(a.election.health().ok());
  EXPECT_TRUE(a.election.acting());
}

TEST_F(LeaderElectionTest, LE_14_AServerOutOfReachIsNoFaultOfAStandby) {
  Candidate& a = Add("a");
  server.down = base::Unavailable("no route");
  Pass(seconds(60));
  EXPECT_TRUE(a.election.health().ok());
  EXPECT_TRUE(a.epochs.empty());
}

TEST_F(LeaderElectionTest, LE_19_TheMetricSaysWhoLeads) {
  const auto status = [&] {
    for (const base::MetricFamily& family : metrics.Collect()) {
      if (family.name != "leader_election_master_status") continue;
      EXPECT_EQ(family.samples.at(0).labels, (base::MetricLabels{{"name", "oarlock"}}));
      return family.samples.at(0).value;
    }
    return -1.0;
  };
  PutLease("other", "x");
  Add("a");
  Pass(seconds(1));
  EXPECT_EQ(status(), 0);
  Pass(seconds(16));
  EXPECT_EQ(status(), 1);
  server.down = base::Unavailable("down");
  Pass(seconds(12));
  EXPECT_EQ(status(), 0);
}

TEST_F(LeaderElectionTest, LE_9_TheLeaderRenewsEveryRetryPeriod) {
  Candidate& a = Add("a");
  Pass(seconds(60));
  EXPECT_TRUE(a.ends.empty());
  const auto updates = std::count(server.calls.begin(), server.calls.end(), "update");
  EXPECT_GE(updates, 28);
  EXPECT_LE(updates, 31);
  EXPECT_EQ(std::count(server.calls.begin(), server.calls.end(), "get"), 1) << "LE-8: no reads";
  EXPECT_EQ(server.lease()["spec"]["leaseTransitions"].AsInt(), 0);
  EXPECT_EQ(server.lease()["spec"]["acquireTime"].AsString(), "2026-01-01T00:00:00.000000Z");
}

TEST_F(LeaderElectionTest, LE_4_AStandbyTakesAReleasedLeaseWithin500Ms) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  Candidate& b = Add("b");
  Pass(seconds(30));
  EXPECT_EQ(server.watches(), 1u);
  EXPECT_TRUE(b.epochs.empty());
  a.stop.request_stop();
  a.election.GiveBack();
  EXPECT_EQ(server.holder(), "");
  Pass(milliseconds(500));
  EXPECT_TRUE(b.election.acting());
  EXPECT_EQ(b.epochs.at(0).transitions, 1u);
  EXPECT_EQ(server.watches(), 0u) << "a leader watches nothing";
}

TEST_F(LeaderElectionTest, LE_4_AStandbyTakesOverWithin500MsOfTheExpiry) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  Candidate& b = Add("b");
  Pass(seconds(30));
  a.stop.request_stop();  // killed
  const base::MonoTime killed = clock.Now();
  while (!b.election.acting()) Pass(milliseconds(100));
  EXPECT_LE(clock.Now() - killed, seconds(15) + milliseconds(500));
  EXPECT_GE(clock.Now() - killed, seconds(12));
}

TEST_F(LeaderElectionTest, LE_6_ANewCandidateWaitsAWholeLease) {
  PutLease("dead", "2025-01-01T00:00:00.000000Z");
  Candidate& a = Add("a");
  Pass(milliseconds(14'900));
  EXPECT_FALSE(a.election.leading());
  Pass(milliseconds(600));
  EXPECT_TRUE(a.election.acting());
  EXPECT_EQ(a.epochs.at(0).transitions, 4u);
  EXPECT_EQ(server.lease()["metadata"]["labels"]["kept"].AsString(), "yes");
}

TEST_F(LeaderElectionTest, LE_6_TheRecordsOwnDurationCounts) {
  PutLease("dead", "2025-01-01T00:00:00.000000Z", 40);
  Candidate& a = Add("a");
  Pass(seconds(39));
  EXPECT_FALSE(a.election.leading());
  Pass(milliseconds(1600));
  EXPECT_TRUE(a.election.acting());
}

TEST_F(LeaderElectionTest, C_LE_03_WrongClocksOfHoldersDoNotMatter) {
  Candidate& a = Add("a");
  for (int i = 0; i < 30; ++i) {  // an hour behind, and alive
    PutLease("other", "2025-12-31T23:00:" + std::to_string(10 + i) + ".000000Z");
    Pass(seconds(2));
  }
  EXPECT_TRUE(a.epochs.empty());
  PutLease("other", "2026-01-01T09:00:00.000000Z");  // ahead, and dead
  Pass(seconds(16));
  EXPECT_TRUE(a.election.acting());
}

TEST_F(LeaderElectionTest, C_LE_04_ATimeThatCannotBeReadIsAChangeToo) {
  Candidate& a = Add("a");
  for (int i = 0; i < 30; ++i) {
    PutLease("other", "garbage" + std::to_string(i));
    Pass(seconds(2));
  }
  EXPECT_TRUE(a.epochs.empty());
}

TEST_F(LeaderElectionTest, C_LE_04_AlsoWhenTheWatchSaysNothing) {
  Candidate& a = Add("a");
  server.watches_are_silent = true;
  for (int i = 0; i < 30; ++i) {
    PutLease("other", "garbage" + std::to_string(i));
    Pass(seconds(2));
  }
  EXPECT_TRUE(a.epochs.empty()) << "taking an expired lease meets its newer form";
}

TEST_F(LeaderElectionTest, C_LE_10_ALeaseWithoutSpecIsFree) {
  for (const std::string spec :
       {"", R"(,"spec":null)",
        R"(,"spec":{"holderIdentity":null,"leaseDurationSeconds":null,)"
        R"("acquireTime":null,"renewTime":null,"leaseTransitions":null})"}) {
    server.Put(R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":)"
               R"("oarlock","namespace":"system"})" +
               spec + "}");
    Candidate& a = Add("a");
    Pass(seconds(1));
    EXPECT_TRUE(a.election.acting()) << spec;
    a.election.GiveBack();
    candidates.clear();
  }
}

TEST_F(LeaderElectionTest, LE_9_ALeaderThatCannotRenewEndsBeforeOthersMayTakeOver) {
  Candidate& a = Add("a");
  Pass(seconds(3));
  server.down = base::Unavailable("gone");
  const base::MonoTime down = clock.Now();
  while (a.ends.empty()) Pass(milliseconds(100));
  EXPECT_LE(clock.Now() - down, seconds(10) + milliseconds(200));
  EXPECT_NE(a.ends[0].find("gone"), std::string::npos);
  EXPECT_FALSE(a.election.acting());
  server.down = {};
  Pass(seconds(5));
  EXPECT_TRUE(a.election.acting()) << "the lease is still its own";
  EXPECT_EQ(a.epochs.size(), 2u);
}

TEST_F(LeaderElectionTest, LE_13_NoTermBeginsBeforeTheWorkOfTheFormerOneHasEnded) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  const auto fence = a.election.fence();
  const uint64_t first = fence->term();
  EXPECT_NE(first, 0u);
  a.at_rest = false;
  server.down = base::Unavailable("down");
  Pass(seconds(30));
  ASSERT_EQ(a.ends.size(), 1u);
  EXPECT_EQ(fence->term(), 0u);
  server.down = {};
  Pass(seconds(30));
  EXPECT_FALSE(a.election.leading()) << "a run of the first term is still under way";
  a.at_rest = true;
  Pass(seconds(1));
  EXPECT_TRUE(a.election.acting());
  EXPECT_NE(fence->term(), 0u);
  EXPECT_NE(fence->term(), first) << "what began in the first must not go on in this one";
}

TEST_F(LeaderElectionTest, OneFailureIsNoEnd) {
  Candidate& a = Add("a");
  Pass(seconds(3));
  for (int i = 0; i < 4; ++i) server.FailNext(base::Unavailable("hiccup"));
  Pass(seconds(20));
  EXPECT_TRUE(a.ends.empty());
}

TEST_F(LeaderElectionTest, ALeaderThatStoodStillDoesNotAct) {
  Candidate& a = Add("a");
  Pass(seconds(3));
  clock.Advance(seconds(20));  // SIGSTOP, SIGCONT
  EXPECT_FALSE(a.election.acting()) << "before any of its threads has run";
  EXPECT_FALSE(a.election.health().ok());
  Pass(milliseconds(10));
  EXPECT_EQ(a.ends.size(), 1u);
}

TEST_F(LeaderElectionTest, C_CTL_03_AnotherHolderEndsTheTerm) {
  Candidate& a = Add("a");
  Pass(seconds(3));
  PutLease("thief", "2026-01-01T00:00:03.000000Z");
  Pass(seconds(2));
  ASSERT_EQ(a.ends.size(), 1u);
  EXPECT_NE(a.ends[0].find("thief"), std::string::npos);
  EXPECT_EQ(a.election.holder(), "thief");
}

TEST_F(LeaderElectionTest, LE_8_LE_15_AChangeOfSomethingElseIsReadAgain) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  auto labelled = kube::EditDocument(server.lease());
  ASSERT_TRUE(labelled.Set("/metadata/labels", R"({"by":"someone"})").ok());
  server.Put(*labelled.ToJson());
  Pass(seconds(4));
  EXPECT_TRUE(a.ends.empty());
  EXPECT_EQ(server.lease()["metadata"]["labels"]["by"].AsString(), "someone");
}

TEST_F(LeaderElectionTest, OfSeveralCandidatesOneLeads) {
  for (const char* id : {"a", "b", "c", "d"}) Add(id);
  Pass(seconds(60));
  EXPECT_EQ(Acting(), 1u);
  size_t terms = 0;
  for (Candidate& c : candidates) terms += c.epochs.size();
  EXPECT_EQ(terms, 1u);
}

TEST_F(LeaderElectionTest, ALeaseThatIsDeletedIsMadeAgain) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  Candidate& b = Add("b");
  Pass(seconds(1));
  server.Remove();
  Pass(seconds(40));
  EXPECT_TRUE(a.election.acting()) << "it made the lease again, and nobody else did before";
  EXPECT_EQ(server.holder(), "a");
  EXPECT_TRUE(a.ends.empty() && b.epochs.empty());
  a.stop.request_stop();  // killed, and the lease goes too
  server.Remove();
  Pass(seconds(16));
  EXPECT_TRUE(b.election.acting());
}

TEST_F(LeaderElectionTest, AWatchThatEndsIsOpenedAgain) {
  PutLease("other", "x0");
  Add("a");
  Pass(seconds(1));
  server.EndWatches();
  PutLease("other", "x1");
  Pass(seconds(1));
  EXPECT_EQ(server.watches(), 1u);
}

TEST_F(LeaderElectionTest, C_LE_06_LE_11_AConflictAtTheReleaseIsTriedAgain) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  server.before_write = [&] {  // the renewal that was under way arrives
    auto renewed = kube::EditDocument(server.lease());
    ASSERT_TRUE(renewed.Set("/spec/renewTime", "\"2026-01-01T00:00:01.500000Z\"").ok());
    server.Put(*renewed.ToJson());
  };
  a.election.GiveBack();
  EXPECT_EQ(server.holder(), "");
  EXPECT_EQ(server.lease()["spec"]["leaseDurationSeconds"].AsInt(), 1);
  EXPECT_EQ(server.lease()["spec"]["leaseTransitions"].AsInt(), 0);
}

TEST_F(LeaderElectionTest, LE_12_AnothersLeaseIsNotGivenBack) {
  Candidate& a = Add("a");
  Pass(seconds(1));
  PutLease("thief", "x");
  a.election.GiveBack();
  EXPECT_EQ(server.holder(), "thief");
}

TEST_F(LeaderElectionTest, C_LE_07_LE_10_AStandbyThatStopsLeavesTheLeaseAlone) {
  PutLease("other", "x");
  Candidate& a = Add("a");
  Pass(seconds(5));
  a.election.GiveBack();
  EXPECT_EQ(server.holder(), "other");
  EXPECT_EQ(std::count(server.calls.begin(), server.calls.end(), "update"), 0);
  EXPECT_TRUE(a.epochs.empty() && a.ends.empty());
}

TEST(LeaderElectorTest, LeadsOnItsThreadAndGivesTheLeaseBackAtTheEnd) {
  LeaseServer server;
  base::FakeClock clock;
  base::Random random(1);
  base::MetricRegistry metrics;
  struct Led final : ElectionObserver {
    void OnStartedLeading(const LeaderEpoch&) override {
      base::MutexLock lock(mutex);
      leads = true;
      changed.NotifyAll();
    }
    void OnStoppedLeading(const std::string&) override {}
    base::Mutex mutex;
    base::CondVar changed;
    bool leads OARLOCK_GUARDED_BY(mutex) = false;
  } led;
  LeaderElector elector(Options("a"), {server, clock, random, metrics, base::Log::Discard(), led});
  elector.Start();
  {
    base::MutexLock lock(led.mutex);
    while (!led.leads) led.changed.Wait(led.mutex);
  }
  elector.Stop();
  EXPECT_EQ(server.holder(), "");
  EXPECT_FALSE(elector.election().leading());
}

TEST(ElectionOptionsTest, LE_1_LE_2_TheTimesFitTogether) {
  EXPECT_TRUE(Options("a").Check().ok());
  const auto with = [](base::Duration lease, base::Duration renew, base::Duration retry) {
    ElectionOptions options = Options("a");
    options.lease_duration = lease;
    options.renew_deadline = renew;
    options.retry_period = retry;
    return options.Check().message();
  };
  EXPECT_EQ(with(seconds(10), seconds(10), seconds(2)),
            "the lease duration (10s) must be longer than the renew deadline (10s)");
  EXPECT_EQ(with(seconds(15), seconds(2), seconds(2)),
            "the renew deadline (2s) must be longer than 1.2 times the retry period (2.4s)");
  EXPECT_EQ(with(seconds(15), seconds(14), seconds(2)),
            "the lease duration (15s) must be longer than the retry period and the renew deadline "
            "together (16s)");
  EXPECT_EQ(with(seconds(15), seconds(10), seconds(0)), "the retry period must be longer than 0");
  EXPECT_EQ(with(milliseconds(900), milliseconds(500), milliseconds(100)),
            "the lease duration must be 1s or longer");
  ElectionOptions nameless = Options("a");
  nameless.name.clear();
  EXPECT_EQ(nameless.Check().message(), "the lease has no name");
  EXPECT_EQ(Options("").Check().message(), "the candidate has no identity");
}

}  // namespace
}  // namespace oarlock::controller
