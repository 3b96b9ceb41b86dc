// The reload of one plugin, step by step, with generations that answer what the test says.
#include <gtest/gtest.h>

#include "supervisor/testing/reload_fixture.h"

namespace oarlock::supervisor {
namespace {

using testing::Calls;
using testing::MemoryRecords;
using PluginReload = testing::ReloadFixture;

TEST_F(PluginReload, GoesThroughAllStepsInOrder) {
  Start();
  Apply(Spec("L2"));
  ExpectRuns("demo@2", "L2");
  EXPECT_TRUE(plugin->status().on_probation);
  EXPECT_EQ(world.calls(),
            (Calls{"open demo@2", "load demo@2", "bind demo@2", "sync demo@2", "subscribe demo@2",
                   "deactivate demo@1", "save demo@1", "load-state demo@2", "activate demo@2",
                   "reset-backoff demo@2", "wait-subscribed demo@2", "unsubscribe demo@1"}));
  ASSERT_TRUE(PassesProbation("demo@1"));
  for (const ReloadStep step :
       {ReloadStep::kVerify, ReloadStep::kLoad, ReloadStep::kSync, ReloadStep::kPrepared,
        ReloadStep::kPause, ReloadStep::kState, ReloadStep::kActivate, ReloadStep::kProbation,
        ReloadStep::kDestroy, ReloadStep::kDone}) {
    EXPECT_TRUE(Stepped(step)) << ReloadStepName(step);
    EXPECT_TRUE(host.log_lines->Has(std::string("reload: ") + std::string(ReloadStepName(step))));
  }
}

TEST_F(PluginReload, IsIdempotent) {
  Start();
  Apply(Spec("L1"));
  Apply(Spec("L1"));
  EXPECT_EQ(world.calls(), (Calls{"open demo@2", "open demo@2"})) << "looked at, and left alone";
  ExpectRuns("demo@1", "L1");
}

TEST_F(PluginReload, TheOldGenerationNeverNoticesAFailureBeforeThePause) {
  Start();
  for (const char* step : {"open", "load", "bind", "sync"}) {
    SCOPED_TRACE(step);
    const std::string library = std::string("bad-") + step;
    world.Answer(library, step, base::InvalidArgument("no good"));
    world.ClearCalls();
    Apply(Spec(library));
    ExpectRuns("demo@1", "L1");
    EXPECT_NE(plugin->status().last_failure.find("no good"), std::string::npos);
    const Calls calls = world.calls();
    EXPECT_TRUE(std::none_of(calls.begin(), calls.end(), [](const std::string& call) {
      return call.ends_with(" demo@1");
    })) << "a call into the old one";
    if (std::string(step) == "open") continue;
    EXPECT_TRUE(calls.back().starts_with("close demo@")) << "the new one is gone: " << calls.back();
  }
  EXPECT_TRUE(disk.records().empty()) << "nothing was tried, nothing is remembered";
  Apply(Spec("L9"));
  EXPECT_EQ(world.active().size(), 1u);
  EXPECT_EQ(plugin->status().sha256, "L9") << "and the next change is tried as ever";
  EXPECT_EQ(plugin->status().last_failure, "");
}

TEST_F(PluginReload, TheOldGenerationIsActivatedAgainAfterALaterFailure) {
  Start();
  world.Answer("L2", "activate", base::InvalidArgument("no moon"));
  Apply(Spec("L2"));
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(world.calls(),
            (Calls{"open demo@2", "load demo@2", "bind demo@2", "sync demo@2", "subscribe demo@2",
                   "deactivate demo@1", "save demo@1", "load-state demo@2", "activate demo@2",
                   "deactivate demo@2", "activate demo@1", "unsubscribe demo@2",
                   "unsubscribe demo@2", "close demo@2"}))
      << "subscribed all the time, so nothing was missed; its backoff is as it was";
  EXPECT_NE(plugin->status().last_failure.find("no moon"), std::string::npos);
}

TEST_F(PluginReload, ASubscriptionThatFailsOnlyPausesTheOldGeneration) {
  Start();
  world.Answer("L2", "subscribe", base::InvalidArgument("bad mapper"));
  Apply(Spec("L2"));
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(world.Count("deactivate demo@1"), 0u);
  EXPECT_EQ(world.Count("resume demo@1"), 1u);
}

TEST_F(PluginReload, AnErrorOfTheOldOnesDrainOrAStateThatIsRefusedDoNotStopIt) {
  Start();
  world.Answer("L1", "deactivate", base::DeadlineExceeded("a run had to be cancelled"));
  world.Answer("L2", "load-state", base::InvalidArgument("from the future"));
  Apply(Spec("L2"));
  ExpectRuns("demo@2", "L2");
  EXPECT_TRUE(host.log_lines->Has("from the future"));
}

TEST_F(PluginReload, ALifecycleFailureIsRememberedAServerOutOfReachIsNot) {
  Start();
  world.Answer("L2", "activate", base::Unavailable("the server is down"));
  Apply(Spec("L2"));
  EXPECT_FALSE(disk.records().contains("rollback.demo"));
  world.Answer("L2", "activate", base::InvalidArgument("no moon"));
  Apply(Spec("L2"));
  EXPECT_TRUE(disk.records().contains("rollback.demo"));
  world.ClearCalls();
  Apply(Spec("L2"));
  EXPECT_EQ(world.calls(), Calls{"open demo@4"}) << "refused without running it";
  EXPECT_NE(plugin->status().last_failure.find("no moon"), std::string::npos);
  EXPECT_TRUE(Stepped(ReloadStep::kRefused));
  world.Answer("L2", "activate", base::Status::Ok());
  entry_ = "changed";
  Apply(Spec("L2"));
  EXPECT_EQ(plugin->status().sha256, "L2") << "the manifest changed";
}

TEST_F(PluginReload, ACrashOnProbationRollsBackAndIsRemembered) {
  Start();
  Apply(Spec("L2"));
  world.ClearCalls();
  world.SetHealth("L2", {10, 1, 1, "main: a/b: boom"});
  ASSERT_TRUE(WaitForCall("close demo@2"));
  ASSERT_TRUE(WaitFor([&] { return !plugin->status().on_probation; }));
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(world.calls(), (Calls{"subscribe demo@1", "deactivate demo@2", "activate demo@1",
                                  "wait-subscribed demo@1", "unsubscribe demo@2",
                                  "unsubscribe demo@2", "close demo@2"}))
      << "no state from what crashed, backoff survives, every key is tried";
  EXPECT_NE(plugin->status().reason.find("boom"), std::string::npos);
  EXPECT_TRUE(disk.records().contains("rollback.demo"));
  world.ClearCalls();
  Apply(Spec("L2"));
  EXPECT_EQ(world.calls(), Calls{"open demo@3"});
}

TEST_F(PluginReload, AJumpOfTheErrorRatioRollsBack) {
  Start();
  world.SetHealth("L1", {1000, 3, 0, ""});
  Apply(Spec("L2"));
  world.SetHealth("L2", {40, 39, 0, ""});
  ASSERT_TRUE(WaitForCall("close demo@2"));
  ASSERT_TRUE(WaitFor([&] { return world.active() == Calls{"demo@1"}; }));
}

TEST_F(PluginReload, ProbationThatIsPassedLetsTheOldOneGo) {
  Start();
  Apply(Spec("L2"));
  const base::MonoTime begun = host.clock.Now();
  EXPECT_EQ(world.Count("close demo@1"), 0u) << "kept while it may be needed";
  EXPECT_TRUE(disk.records().contains("trial.host.demo"));
  ASSERT_TRUE(PassesProbation("demo@1"));
  EXPECT_GE(host.clock.Now() - begun, std::chrono::seconds(59));
  EXPECT_FALSE(disk.records().contains("trial.host.demo"));
  world.SetHealth("L2", {10, 1, 1, "late"});
  host.clock.Advance(std::chrono::seconds(10));
  ExpectRuns("demo@2", "L2");
}

TEST_F(PluginReload, WithoutProbationTheOldOneGoesAtOnce) {
  reload_.probation = base::Duration(0);
  Start();
  Apply(Spec("L2"));
  ASSERT_TRUE(host.WaitFor([&] { return world.Count("close demo@1") == 1; }));
  EXPECT_FALSE(plugin->status().on_probation);
}

TEST_F(PluginReload, ADeathOnProbationIsFoundAtTheNextStart) {
  Start();
  Apply(Spec("L2"));
  ASSERT_TRUE(disk.records().contains("trial.host.demo"));
  // The process dies here: what the next one finds is what is on the disk now.
  MemoryRecords left = MemoryRecords();
  ASSERT_TRUE(left.Store()->Put("trial.host.demo", disk.records().at("trial.host.demo")).ok());
  std::vector<std::unique_ptr<RecordStore>> stores;
  stores.push_back(left.Store());
  RollbackMemory next(std::move(stores), "host", host.clock, host.env().log);
  PluginEnv next_env = env;
  next_env.memory = &next;
  Plugin again(next_env, Spec("L2"));
  again.Start();
  ASSERT_TRUE(WaitFor([&] { return again.status().phase == PluginPhase::kDegraded; }));
  EXPECT_NE(again.status().reason.find("died while it was on trial"), std::string::npos);
  EXPECT_TRUE(again.status().settled()) << "the others run";
  again.Stop(host.clock.Now() + std::chrono::hours(1));
  again.Join();
}

TEST_F(PluginReload, RollsBackByHandOnProbationAndAfterIt) {
  Start();
  EXPECT_FALSE(plugin->RollBack("x").ok()) << "nothing to go back to";
  Apply(Spec("L2"));
  ASSERT_TRUE(plugin->RollBack("pages are blank").ok());
  ASSERT_TRUE(WaitFor([&] { return !plugin->status().rolling_back; }));
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(plugin->status().rollback_failure, "");
  EXPECT_NE(disk.records().at("rollback.demo").find("pages are blank"), std::string::npos);
}

TEST_F(PluginReload, AChangeOfConfigurationIsMadeInPlaceWhereThePluginAcceptsIt) {
  Start();
  world.AcceptInPlace(true);
  Apply(Spec("L1", "{\"a\":1}"));
  EXPECT_EQ(world.calls(),
            (Calls{"open demo@2", "reconfigure demo@1", "concurrency demo@1", "requeue demo@1"}));
  ExpectRuns("demo@1", "L1");
  world.ClearCalls();
  Apply(Spec("L1", "{\"a\":1}"));
  EXPECT_EQ(world.calls(), Calls{"open demo@2"});
}

TEST_F(PluginReload, AConfigurationThatNeedsAnotherGenerationGetsOneAndBackoffSurvives) {
  Start();
  world.AcceptInPlace(false);
  Apply(Spec("L1", "{\"a\":1}"));
  ExpectRuns("demo@2", "L1");
  EXPECT_EQ(world.Count("reset-backoff demo@2"), 0u);
  EXPECT_EQ(world.Count("reconfigure demo@1"), 1u);
}

TEST_F(PluginReload, AConfigurationThatIsRefusedLeavesTheFormerOne) {
  Start();
  world.Answer("L1", "reconfigure", base::InvalidArgument("/a: too small"));
  Apply(Spec("L1", "{\"a\":1}"));
  ExpectRuns("demo@1", "L1");
  EXPECT_NE(plugin->status().last_failure.find("/a: too small"), std::string::npos);
}

TEST_F(PluginReload, RequeueNoneIsAnOptIn) {
  reload_.requeue_all = false;
  Start();
  Apply(Spec("L2"));
  EXPECT_EQ(world.Count("subscribe-none demo@2"), 1u);
  world.AcceptInPlace(true);
  Apply(Spec("L2", "{\"a\":1}"));
  EXPECT_EQ(world.Count("requeue demo@2"), 0u);
}

TEST_F(PluginReload, SettingsOfTheHostNeedNoGeneration) {
  Start();
  PluginSpec spec = Spec("L1");
  spec.controllers["main"].max_concurrent_reconciles = 9;
  spec.entry_json += "more";
  Apply(spec);
  EXPECT_EQ(world.calls(), (Calls{"open demo@2", "concurrency demo@1"}));
}

TEST_F(PluginReload, DisablingTakesDownAndEnablingStartsAgain) {
  Start();
  PluginSpec off = Spec("L1");
  off.enabled = false;
  Apply(off);
  EXPECT_EQ(plugin->status().phase, PluginPhase::kDisabled);
  EXPECT_EQ(world.alive(), 0u);
  Apply(Spec("L1"));
  ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kActive; }));
  EXPECT_EQ(world.active(), Calls{"demo@2"});
}

TEST_F(PluginReload, TheLastPhasesAreRemembered) {
  Start();
  ASSERT_EQ(plugin->status().phases.size(), 1u);
  EXPECT_EQ(plugin->status().phases.front().phase, PluginPhase::kActive);
  EXPECT_EQ(plugin->status().phases.front().generation, "demo@1");
  PluginSpec off = Spec("L1");
  off.enabled = false;
  for (size_t i = 0; i < kPhaseLinesMax / 2; ++i) {
    Apply(off);
    Apply(Spec("L1"));
  }
  const PluginStatus status = plugin->status();
  EXPECT_EQ(status.phases.size(), kPhaseLinesMax);
  EXPECT_EQ(status.phases.back().phase, PluginPhase::kActive);
  EXPECT_EQ(status.phases.back().generation, status.generation);
}

TEST_F(PluginReload, ARemovedPluginEndsItsThread) {
  Start();
  PluginSpec none;
  none.name = "demo";
  ASSERT_TRUE(plugin->Apply({none, 1, true, nullptr}));
  ASSERT_TRUE(WaitFor([&] { return plugin->ended(); }));
  plugin->Join();
  EXPECT_EQ(world.alive(), 0u);
  EXPECT_FALSE(plugin->Apply({Spec("L1"), 2, false, nullptr})) << "a new one is needed";
  plugin.reset();
}

TEST_F(PluginReload, ANewerChangeReplacesOneThatStillWaits) {
  Start();
  world.Answer("L2", "sync", base::DeadlineExceeded("listing"));
  ASSERT_TRUE(plugin->Apply({Spec("L2"), ++revision_, false, nullptr}));
  ASSERT_TRUE(WaitForCall("sync demo@2"));
  Apply(Spec("L3"));
  EXPECT_EQ(plugin->status().sha256, "L3");
  EXPECT_EQ(world.Count("close demo@2"), 1u);
  EXPECT_EQ(world.Count("activate demo@2"), 0u);
}

TEST_F(PluginReload, ASyncThatNeverEndsGivesUp) {
  Start();
  world.Answer("L2", "sync", base::DeadlineExceeded("listing"));
  ASSERT_TRUE(plugin->Apply({Spec("L2"), ++revision_, false, nullptr}));
  ASSERT_TRUE(WaitForCall("sync demo@2"));
  ASSERT_TRUE(
      WaitFor([&] { return plugin->status().observed == revision_; }, std::chrono::seconds(10)));
  ExpectRuns("demo@1", "L1");
}

TEST_F(PluginReload, AManifestThatGoesBackOnProbationReturnsToTheLoadedGeneration) {
  Start();
  Apply(Spec("L2"));
  world.ClearCalls();
  Apply(Spec("L1"));
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(plugin->status().reason, "") << "it is what the manifest says";
  EXPECT_EQ(world.Count("load demo@3"), 0u);
  EXPECT_FALSE(disk.records().contains("rollback.demo")) << "nothing was wrong with it";
  Apply(Spec("L2"));
  EXPECT_EQ(plugin->status().sha256, "L2");
}

TEST_F(PluginReload, AWayBackThatFailsIsToldToWhoWaits) {
  Start();
  Apply(Spec("L2"));
  world.Answer("L1", "activate", base::InvalidArgument("not twice"));
  Apply(Spec("L1"));
  ExpectRuns("demo@2", "L2");
  EXPECT_NE(plugin->status().last_failure.find("not twice"), std::string::npos);
}

TEST_F(PluginReload, AnotherChangeOnProbationEndsIt) {
  Start();
  Apply(Spec("L2"));
  Apply(Spec("L3"));
  EXPECT_EQ(world.Count("close demo@1"), 1u);
  ExpectRuns("demo@3", "L3");
  world.SetHealth("L3", {1, 1, 1, "boom"});
  ASSERT_TRUE(WaitForCall("close demo@3"));
  ASSERT_TRUE(WaitFor([&] { return world.active() == Calls{"demo@2"}; }));
}

TEST_F(PluginReload, AnotherReplicasRollbackIsFollowedAtTheEndOfProbation) {
  Start();
  Apply(Spec("L2"));
  std::vector<std::unique_ptr<RecordStore>> stores;
  stores.push_back(disk.Store());
  RollbackMemory other(std::move(stores), "other-host", host.clock, host.env().log);
  const std::string trial = disk.records().at("trial.host.demo");
  const size_t entry = trial.find("\"entry\":\"") + 9;
  other.Remember({"demo", "L2", trial.substr(entry, 64)}, "it crashed there");
  ASSERT_TRUE(WaitForCall("close demo@2"));
  ASSERT_TRUE(WaitFor([&] { return world.active() == Calls{"demo@1"}; }));
  EXPECT_NE(plugin->status().reason.find("other-host"), std::string::npos);
}

TEST_F(PluginReload, AFormerGenerationThatDoesNotComeBackLeavesThePluginDegraded) {
  Start();
  Apply(Spec("L2"));
  world.Answer("L1", "activate", base::InvalidArgument("too late"));
  world.Answer("L2", "activate", base::InvalidArgument("me neither"));
  world.SetHealth("L2", {1, 1, 1, "boom"});
  ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kDegraded; }));
  EXPECT_NE(plugin->status().reason.find("too late"), std::string::npos);
}

TEST_F(PluginReload, AnOldGenerationThatDoesNotReturnMakesThePluginStuck) {
  leaves_some_ = true;
  Start();
  world.Stick("L1", "deactivate");
  ASSERT_TRUE(plugin->Apply({Spec("L2"), ++revision_, false, nullptr}));
  ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kDegraded; }));
  EXPECT_EQ(world.Count("activate demo@2"), 0u) << "its runs may still be under way";
  EXPECT_EQ(world.Count("close demo@1"), 0u);
  EXPECT_EQ(world.Count("close demo@2"), 1u);
  Apply(Spec("L3"));
  EXPECT_NE(plugin->status().last_failure.find("restart of the host"), std::string::npos);
  plugin->Stop(host.clock.Now() + std::chrono::hours(1));
  plugin->Join();
  EXPECT_TRUE(plugin->stuck());
  static auto* const kept = new std::vector<std::unique_ptr<Plugin>>;  // reachable: no leak
  kept->push_back(std::move(plugin));
}

TEST_F(PluginReload, MetricsCountStepsResultsAndRollbacks) {
  Start();
  Apply(Spec("L2"));
  world.SetHealth("L2", {10, 1, 1, "boom"});
  ASSERT_TRUE(WaitForCall("close demo@2"));
  const auto value = [&](const std::string& name, const base::MetricLabels& labels) {
    for (const base::MetricFamily& family : host.metrics.Collect()) {
      if (family.name != name) continue;
      for (const base::MetricSample& sample : family.samples) {
        if (sample.labels == labels) return sample.value;
      }
    }
    return -1.0;
  };
  EXPECT_EQ(value("oarlock_plugin_reload_steps_total", {{"plugin", "demo"}, {"step", "activate"}}),
            2);
  EXPECT_EQ(value("oarlock_plugin_rollbacks_total", {{"plugin", "demo"}, {"reason", "crash"}}), 1);
  ASSERT_TRUE(WaitFor([&] {
    return value("oarlock_plugin_reloads_total", {{"plugin", "demo"}, {"result", "rolledBack"}}) ==
           1;
  }));
}

}  // namespace
}  // namespace oarlock::supervisor
