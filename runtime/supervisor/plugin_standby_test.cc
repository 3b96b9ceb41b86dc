// A plugin of a replica that contends for leadership, step by step, with generations that answer
// what the test says.
#include <gtest/gtest.h>

#include "base/digest/sha256.h"
#include "supervisor/testing/reload_fixture.h"
#include "supervisor/testing/switched_term.h"

namespace oarlock::supervisor {
namespace {

using std::chrono::seconds;
using testing::Calls;

class PluginStandby : public testing::ReloadFixture {
 protected:
  PluginStandby() { env.leadership = &term; }
  bool WaitForPhase(PluginPhase phase) {
    return WaitFor([&] { return plugin->status().phase == phase; });
  }
  void StartAs(PluginSpec spec, PluginPhase phase) {
    NewMemory();
    plugin = std::make_unique<Plugin>(env, std::move(spec));
    plugin->Start();
    ASSERT_TRUE(WaitForPhase(phase)) << PluginPhaseName(plugin->status().phase);
  }
  void StartOnStandby() {
    StartAs(Spec("L1"), PluginPhase::kStandby);
    world.ClearCalls();
  }
  void StartLeading() {
    term.leads = true;
    StartAs(Spec("L1"), PluginPhase::kActive);
    world.ClearCalls();
  }
  void Lead(bool leads) {
    term.leads = leads;
    plugin->OnLeadership();
  }
  PluginSpec OnEveryReplica(const std::string& library) {
    PluginSpec spec = Spec(library);
    spec.leader_election = false;
    spec.entry_json += "leaderElection: false";
    return spec;
  }
  // The replica that leads rolls this library back.
  void RefuseElsewhere(const std::string& library) {
    std::vector<std::unique_ptr<RecordStore>> stores;
    stores.push_back(disk.Store());
    RollbackMemory other(std::move(stores), "other", host.clock, host.env().log);
    other.Remember({"demo", library, base::Sha256Hex(Spec(library).entry_json)}, "it crashed");
  }
  // Enough for everything that might happen: it must not.
  void LetTimePass(base::Duration duration) {
    for (base::Duration passed{}; passed < duration; passed += seconds(1)) {
      host.clock.Advance(seconds(1));
      (void)plugin->status();
    }
  }

  testing::SwitchedTerm term;
};

TEST_F(PluginStandby, OnStandbyItIsSyncedAndSubscribedAndNothingIsAtWork) {
  StartAs(Spec("L1"), PluginPhase::kStandby);
  EXPECT_EQ(world.calls(), (Calls{"open demo@1", "load demo@1", "bind demo@1", "sync demo@1",
                                  "subscribe demo@1"}));
  EXPECT_TRUE(plugin->AtRest());
  EXPECT_TRUE(plugin->status().settled()) << "a standby is ready";
  EXPECT_EQ(plugin->status().last_failure, "");
}

TEST_F(PluginStandby, ItBecomesActiveWithTheTermAndRestsWithItsEndAgainAndAgain) {
  StartOnStandby();
  for (int i = 0; i < 3; ++i) {
    world.ClearCalls();
    Lead(true);
    ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
    EXPECT_EQ(world.calls(), Calls{"activate demo@1"});
    EXPECT_FALSE(plugin->AtRest());
    world.ClearCalls();
    Lead(false);
    ASSERT_TRUE(WaitForPhase(PluginPhase::kStandby));
    EXPECT_EQ(world.calls(), (Calls{"cancel(lost leadership) demo@1", "deactivate demo@1"}));
    EXPECT_TRUE(plugin->AtRest());
  }
}

TEST_F(PluginStandby, LE_13_ItIsAtRestWhenItsRunsHaveEndedNotBefore) {
  StartLeading();
  std::atomic<int> at_rest{-1};
  world.Hook("L1", "deactivate", [&] { at_rest = plugin->AtRest() ? 1 : 0; });
  Lead(false);
  ASSERT_TRUE(WaitForPhase(PluginPhase::kStandby));
  EXPECT_EQ(at_rest, 0);
  EXPECT_TRUE(plugin->AtRest());
}

TEST_F(PluginStandby, OutsideOfTheElectionItWorksOnEveryReplica) {
  StartAs(OnEveryReplica("L1"), PluginPhase::kActive);
  EXPECT_TRUE(plugin->AtRest()) << "it belongs to no term";
  world.ClearCalls();
  Lead(true);
  Lead(false);
  LetTimePass(seconds(3));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kActive);
  EXPECT_TRUE(world.calls().empty());
}

TEST_F(PluginStandby, C_LE_07_AStandbyThatIsStoppedNeverBegins) {
  StartOnStandby();
  plugin->Stop(host.clock.Now() + std::chrono::hours(1));
  ASSERT_TRUE(WaitForPhase(PluginPhase::kStopped));
  EXPECT_EQ(world.calls(), (Calls{"unsubscribe demo@1", "close demo@1"}));
}

TEST_F(PluginStandby, AReloadOnStandbyActivatesNobody) {
  StartOnStandby();
  Apply(Spec("L2"));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kStandby);
  EXPECT_EQ(plugin->status().sha256, "L2");
  EXPECT_EQ(world.calls(),
            (Calls{"open demo@2", "load demo@2", "bind demo@2", "sync demo@2", "subscribe demo@2",
                   "wait-subscribed demo@2", "unsubscribe demo@1"}));
  world.ClearCalls();
  Lead(true);
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  ExpectRuns("demo@2", "L2");
  EXPECT_TRUE(plugin->status().on_probation) << "it was never at work";
  ASSERT_TRUE(PassesProbation("demo@1"));
  EXPECT_EQ(world.calls(), (Calls{"activate demo@2", "unsubscribe demo@1", "close demo@1"}));
}

TEST_F(PluginStandby, OnStandbyTheGenerationBeforeGoesWhenItsTimeHasPassed) {
  StartOnStandby();
  Apply(Spec("L2"));
  ASSERT_TRUE(PassesProbation("demo@1"));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kStandby);
  EXPECT_EQ(world.Count("activate demo@2"), 0u);
}

TEST_F(PluginStandby, WhatTheLeaderRolledBackGoesOnStandbyToo) {
  StartOnStandby();
  Apply(Spec("L2"));
  RefuseElsewhere("L2");
  ASSERT_TRUE(WaitFor([&] { return world.Count("close demo@2") > 0; }, seconds(1)));
  ASSERT_TRUE(WaitFor([&] { return plugin->status().sha256 == "L1"; }));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kStandby);
  EXPECT_NE(plugin->status().reason.find("other: it crashed"), std::string::npos);
  EXPECT_TRUE(world.active().empty());
}

TEST_F(PluginStandby, WhatTheLeaderRolledBackIsNotTriedWhenThisOneLeads) {
  StartOnStandby();
  Apply(Spec("L2"));
  RefuseElsewhere("L2");
  Lead(true);
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(world.Count("activate demo@2"), 0u);
}

TEST_F(PluginStandby, WhatDoesNotBecomeActiveWithTheTermIsRolledBack) {
  StartOnStandby();
  world.Answer("L2", "activate", base::InvalidArgument("no moon"));
  Apply(Spec("L2"));
  EXPECT_EQ(plugin->status().last_failure, "") << "that is not known yet";
  Lead(true);
  ASSERT_TRUE(WaitFor([&] { return world.active() == Calls{"demo@1"}; }));
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  EXPECT_TRUE(disk.records().contains("rollback.demo"));
}

TEST_F(PluginStandby, ATermThatEndsWhileItBecomesActiveIsNoFailureOfIt) {
  StartOnStandby();
  world.Answer("L1", "activate", {base::StatusCode::kNotLeading, "the write was refused"});
  world.Hook("L1", "activate", [&] { term.leads = false; });
  Lead(true);
  ASSERT_TRUE(WaitForCall("deactivate demo@1"));
  ASSERT_TRUE(WaitForPhase(PluginPhase::kStandby));
  world.Answer("L1", "activate", base::Status::Ok());
  world.Hook("L1", "activate", [] {});
  Lead(true);
  EXPECT_TRUE(WaitForPhase(PluginPhase::kActive));
}

TEST_F(PluginStandby, AReloadThatLosesTheLeadershipEndsOnStandby) {
  StartLeading();
  world.Hook("L2", "sync", [&] { term.leads = false; });
  Apply(Spec("L2"));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kStandby);
  EXPECT_EQ(plugin->status().sha256, "L2");
  EXPECT_EQ(world.Count("deactivate demo@1"), 1u);
  EXPECT_EQ(world.Count("activate demo@2"), 0u);
  EXPECT_TRUE(plugin->AtRest());
}

TEST_F(PluginStandby, TheRunningGenerationRestsWhileTheNextOneStillWaitsForItsTypes) {
  StartLeading();
  world.Answer("L2", "sync", base::Unavailable("still listing"));
  ASSERT_TRUE(plugin->Apply({Spec("L2"), ++revision_, false, nullptr}));
  ASSERT_TRUE(WaitForCall("sync demo@2"));
  Lead(false);
  ASSERT_TRUE(WaitForCall("deactivate demo@1"));
  EXPECT_EQ(world.Count("subscribe demo@2"), 0u);
  world.Answer("L2", "sync", base::Status::Ok());
  EXPECT_TRUE(WaitFor([&] { return plugin->status().sha256 == "L2"; }));
}

TEST_F(PluginStandby, NeitherOfTwoThatAreNotLetWriteIsToBlame) {
  StartLeading();
  const base::Status refused{base::StatusCode::kNotLeading, "the write was refused"};
  world.Answer("L1", "activate", refused);
  world.Answer("L2", "activate", refused);
  world.Hook("L2", "activate", [&] { term.leads = false; });
  Apply(Spec("L2"));
  ASSERT_TRUE(WaitForPhase(PluginPhase::kStandby));
  EXPECT_EQ(plugin->status().sha256, "L1");
  EXPECT_FALSE(disk.records().contains("rollback.demo"));
  world.Answer("L1", "activate", base::Status::Ok());
  Lead(true);
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  ExpectRuns("demo@1", "L1");
}

TEST_F(PluginStandby, TheManifestTakesItOutOfTheElectionAndIntoIt) {
  StartOnStandby();
  Apply(OnEveryReplica("L1"));
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  ExpectRuns("demo@2", "L1");
  EXPECT_TRUE(plugin->AtRest());
  Apply(Spec("L1"));
  ASSERT_TRUE(WaitForPhase(PluginPhase::kStandby));
  EXPECT_EQ(world.Count("activate demo@3"), 0u);
  EXPECT_TRUE(world.active().empty());
}

TEST_F(PluginStandby, OneThatDoesNotComeToRestIsLeftBehind) {
  StartLeading();
  leaves_some_ = true;
  world.Stick("L1", "deactivate");
  Lead(false);
  ASSERT_TRUE(WaitForPhase(PluginPhase::kDegraded));
  EXPECT_TRUE(WaitFor([&] { return plugin->AtRest(); })) << "its contexts write nothing any more";
}

}  // namespace
}  // namespace oarlock::supervisor
