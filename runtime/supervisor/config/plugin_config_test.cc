// A plugin whose configuration is partly in a Secret: what it waits for, what a change does, and
// what goes on meanwhile.
#include <gtest/gtest.h>

#include "supervisor/testing/fake_objects.h"
#include "supervisor/testing/reload_fixture.h"
#include "supervisor/testing/switched_term.h"

namespace oarlock::supervisor {
namespace {

using testing::Calls;

class PluginConfig : public testing::ReloadFixture {
 protected:
  PluginConfig() {
    env.objects = &objects;
    env.ns = "ops";
  }
  PluginSpec Wants(const std::string& library = "L1", const std::string& config = "{}") {
    PluginSpec spec = Spec(library, config);
    spec.config_from = {{"db", "config.yaml"}};
    return spec;
  }
  void Secret(const std::string& text) { objects.SetSecret("ops", "db", "config.yaml", text); }
  void Begin(PluginSpec spec) {
    NewMemory();
    plugin = std::make_unique<Plugin>(env, std::move(spec));
    plugin->Start();
  }
  bool WaitForReason(const std::string& text) {
    return WaitFor([&] { return plugin->status().reason.find(text) != std::string::npos; });
  }
  bool WaitForFailure(const std::string& text) {
    return WaitFor([&] { return plugin->status().last_failure.find(text) != std::string::npos; });
  }
  bool WaitForPhase(PluginPhase phase) {
    return WaitFor([&] { return plugin->status().phase == phase; });
  }
  void StartRunning() {
    Secret("a: 1");
    Begin(Wants());
    ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
    world.ClearCalls();
  }

  testing::FakeObjects objects;
};

TEST_F(PluginConfig, AFirstStartWaitsForSecretAndKeyAndSaysWhich) {
  Begin(Wants());
  ASSERT_TRUE(WaitForReason("Secret ops/db is not read yet"));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kStarting) << "the server has not said anything";
  objects.Set("ops/db", {});
  ASSERT_TRUE(WaitForReason("Secret ops/db does not exist"));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kWaiting);
  objects.SetSecret("ops", "db", "other", "a: 1");
  ASSERT_TRUE(WaitForReason("Secret ops/db has no key \"config.yaml\""));
  EXPECT_TRUE(plugin->status().settled()) << "readiness does not wait for it";
  EXPECT_EQ(world.calls(), Calls()) << "nothing is opened before";
  Secret("a: 1");
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  ASSERT_TRUE(WaitFor([&] { return plugin->status().last_failure.empty(); }));
}

TEST_F(PluginConfig, AChangeReconfiguresInPlaceAndTheSameContentDoesNothing) {
  world.AcceptInPlace(true);
  StartRunning();
  Secret("a: 2");
  ASSERT_TRUE(WaitForCall("reconfigure demo@1"));
  ASSERT_TRUE(WaitForCall("requeue demo@1"));
  EXPECT_EQ(plugin->status().generation, "demo@1");
  world.ClearCalls();
  Secret("a: 2");
  Secret("a: 3");
  ASSERT_TRUE(WaitForCall("reconfigure demo@1"));
  EXPECT_EQ(world.Count("reconfigure demo@1"), 1u);
  EXPECT_EQ(plugin->status().last_failure, "");
}

TEST_F(PluginConfig, AnotherTokenIsAnotherConfigurationThoughItsJsonIsTheSame) {
  world.AcceptInPlace(true);
  PluginSpec spec = Spec("L1");
  spec.config_from = {{"db", "token"}};
  objects.SetSecret("ops", "db", "token", "hunter2");
  Begin(spec);
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  world.ClearCalls();
  objects.SetSecret("ops", "db", "token", "hunter3");
  ASSERT_TRUE(WaitForCall("reconfigure demo@1"));
  EXPECT_FALSE(host.log_lines->Has("hunter"));
}

TEST_F(PluginConfig, ARunningPluginKeepsItsConfigurationAndSaysWhatIsWrong) {
  world.AcceptInPlace(true);
  StartRunning();
  objects.Set("ops/db", {});
  ASSERT_TRUE(WaitForFailure("Secret ops/db does not exist"));
  Secret("hunter2");
  ASSERT_TRUE(WaitForFailure("is not one mapping"));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kActive);
  EXPECT_EQ(world.calls(), Calls());
  EXPECT_FALSE(host.log_lines->Has("hunter2"));
  Secret("a: 1");
  ASSERT_TRUE(WaitFor([&] { return plugin->status().last_failure.empty(); })) << "as it runs";
  EXPECT_EQ(world.Count("reconfigure demo@1"), 0u);
}

TEST_F(PluginConfig, AStandbyFollowsItsSecretsToo) {
  world.AcceptInPlace(true);
  testing::SwitchedTerm term;
  env.leadership = &term;
  Secret("a: 1");
  Begin(Wants());
  ASSERT_TRUE(WaitForPhase(PluginPhase::kStandby));
  Secret("a: 2");
  ASSERT_TRUE(WaitForCall("reconfigure demo@1"));
  EXPECT_TRUE(plugin->AtRest());
  term.leads = true;
  plugin->OnLeadership();
  ASSERT_TRUE(WaitForPhase(PluginPhase::kActive));
  plugin->Stop(host.clock.Now() + std::chrono::hours(1));
  plugin->Join();
}

// The library is the same: what failed is the configuration, and another one may be tried.
TEST_F(PluginConfig, AConfigurationThatWasRolledBackIsRefusedUntilTheSecretChanges) {
  StartRunning();
  world.Answer("L1", "activate", base::Internal("bad password"));
  Secret("a: 2");
  ASSERT_TRUE(WaitForFailure("bad password"));
  EXPECT_TRUE(disk.records().contains("rollback.demo"));
  world.Answer("L1", "activate", base::Status::Ok());
  Apply(Wants());
  EXPECT_NE(plugin->status().last_failure.find("was rolled back"), std::string::npos);
  Secret("a: 3");
  ASSERT_TRUE(WaitFor([&] { return plugin->status().last_failure.empty(); }));
  EXPECT_EQ(plugin->status().phase, PluginPhase::kActive);
}

// A Secret that is renewed does not bring a bad library back.
TEST_F(PluginConfig, ALibraryThatWasRolledBackStaysRefused) {
  StartRunning();
  world.Answer("L2", "activate", base::Internal("it crashed"));
  Apply(Wants("L2"));
  EXPECT_TRUE(disk.records().contains("rollback.demo"));
  world.Answer("L2", "activate", base::Status::Ok());
  Secret("a: 2");
  ASSERT_TRUE(WaitForFailure("was rolled back"));
  EXPECT_EQ(plugin->status().sha256, "L1");
}

TEST_F(PluginConfig, NobodyMovesWithoutItsSecret) {
  std::atomic<int> again{0};
  env.apply_again = [&] { ++again; };
  Start();
  const auto together = std::make_shared<MoveTogether>(host.clock);
  together->Begin(1);
  objects.Set("ops/db", {});
  ++revision_;
  ASSERT_TRUE(plugin->Apply({Wants("L2"), revision_, false, together}));
  ASSERT_TRUE(WaitFor([&] { return plugin->status().observed == revision_; }));
  ASSERT_TRUE(together->failure().has_value());
  EXPECT_NE(together->failure()->find("Secret ops/db"), std::string::npos);
  Secret("a: 1");
  ASSERT_TRUE(WaitFor([&] { return again == 1; })) << "then all are asked again";
  ExpectRuns("demo@1", "L1");
}

TEST_F(PluginConfig, AHostThatFollowsNoSecretsSaysSo) {
  env.objects = nullptr;
  Begin(Wants());
  ASSERT_TRUE(WaitForReason("this host follows no Secrets"));
}

}  // namespace
}  // namespace oarlock::supervisor
