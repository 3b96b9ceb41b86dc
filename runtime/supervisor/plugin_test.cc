// One manifest entry through its whole life, with the SDK's sample plugins as libraries and a
// server that answers what the test says.
#include "supervisor/plugin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "pluginhost/testing/host_harness.h"
#include "supervisor/plugin_package.h"
#include "supervisor/supervisor.h"

namespace oarlock::supervisor {
namespace {

using cache::testing::Json;
using pluginhost::testing::HostHarness;

constexpr base::Duration kStep = std::chrono::milliseconds(5);

class PluginTest : public testing::Test {
 protected:
  void SetUp() override { host.SetList("configmaps", {Json({"a", "5"})}, "10"); }
  static PluginSpec Spec(std::string library, std::string name = "demo") {
    PluginSpec spec;
    spec.name = std::move(name);
    spec.library = std::move(library);
    spec.position = spec.config_position = "m.yaml:3:5";
    return spec;
  }
  bool WaitForPhase(const Plugin& plugin, PluginPhase phase) {
    return host.WaitFor([&] { return plugin.status().phase == phase; }, kStep);
  }
  // Stops while time goes by, and returns where it stood.
  PluginStatus Stop(Plugin& plugin) {
    plugin.Stop(host.clock.Now() + std::chrono::hours(1));
    EXPECT_TRUE(WaitForPhase(plugin, PluginPhase::kStopped));
    plugin.Join();
    EXPECT_FALSE(plugin.stuck());
    EXPECT_EQ(loader.zombies(), 0u);
    return plugin.status();
  }
  void ExpectDegraded(PluginSpec spec, const char* reason) {
    Plugin plugin(env, std::move(spec));
    plugin.Start();
    ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kDegraded));
    EXPECT_NE(plugin.status().reason.find(reason), std::string::npos) << plugin.status().reason;
    EXPECT_TRUE(plugin.status().settled());
    EXPECT_NE(Stop(plugin).reason.find(reason), std::string::npos) << "still told at the end";
  }

  HostHarness host;
  Loader loader;
  PluginEnv env{host.env(), loader, OARLOCK_TEST_PLUGIN_DIR};
};

TEST_F(PluginTest, RunsFromStartToUnload) {
  Plugin plugin(env, Spec("hello.so"));
  EXPECT_EQ(plugin.status().phase, PluginPhase::kStarting);
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kActive));
  PluginStatus status = plugin.status();
  EXPECT_EQ(status.generation, "demo@1");
  EXPECT_EQ(status.sha256.size(), 64u);
  EXPECT_EQ(status.reason, "");
  ASSERT_EQ(status.controllers.size(), 1u);
  EXPECT_EQ(status.controllers[0].name, "demo/hello");
  EXPECT_EQ(status.controllers[0].max_concurrent, 2u);
  EXPECT_TRUE(host.WaitFor([&] { return plugin.status().controllers[0].runs >= 1; }, kStep));
  EXPECT_TRUE(host.WaitFor([&] { return host.log_lines->Has("hello"); }));
  status = Stop(plugin);
  EXPECT_TRUE(status.controllers.empty());
}

class Term final : public controller::Leadership {
 public:
  bool leading() const override { return leads; }
  bool acting() const override { return leads; }
  controller::LeaderEpoch epoch() const override { return {}; }
  std::atomic<bool> leads{false};
};

TEST_F(PluginTest, C_LE_09_OnStandbyTheQueueFillsAndTheTermWorksItOff) {
  Term term;
  env.leadership = &term;
  Plugin plugin(env, Spec("hello.so"));
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kStandby));
  ASSERT_TRUE(host.WaitFor([&] { return plugin.status().controllers[0].queue.ready == 1; }, kStep));
  EXPECT_EQ(plugin.status().controllers[0].workers, 0u);
  EXPECT_EQ(plugin.status().controllers[0].runs, 0u);
  term.leads = true;
  plugin.OnLeadership();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kActive));
  ASSERT_TRUE(host.WaitFor([&] { return plugin.status().controllers[0].runs == 1; }, kStep));
  term.leads = false;
  plugin.OnLeadership();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kStandby));
  EXPECT_EQ(plugin.status().controllers[0].workers, 0u);
  ASSERT_TRUE(host.WaitFor([&] { return host.source("configmaps").stream() != nullptr; }, kStep));
  host.source("configmaps").stream()->Send(kube::WatchEventType::kAdded, Json({"b", "11"}));
  ASSERT_TRUE(host.WaitFor([&] { return plugin.status().controllers[0].queue.ready == 1; }, kStep));
  EXPECT_EQ(plugin.status().controllers[0].runs, 1u);
  term.leads = true;
  plugin.OnLeadership();
  EXPECT_TRUE(host.WaitFor([&] { return plugin.status().controllers[0].runs == 2; }, kStep))
      << "what changed in the gap, and nothing else";
  Stop(plugin);
}

TEST_F(PluginTest, FindsALibraryByNameInItsDirectoryAndByPathElsewhere) {
  EXPECT_EQ(LibraryPath("a.so", "/plugins"), "/plugins/a.so");
  EXPECT_EQ(LibraryPath("/x/a.so", "/plugins"), "/x/a.so");
  EXPECT_EQ(LibraryPath("./a.so", "/plugins"), "./a.so");
  Plugin plugin(env, Spec(std::string(OARLOCK_TEST_PLUGIN_DIR) + "/hello.so"));
  plugin.Start();
  EXPECT_TRUE(WaitForPhase(plugin, PluginPhase::kActive));
  Stop(plugin);
}

TEST_F(PluginTest, AMissingLibraryDegradesWithItsPath) {
  ExpectDegraded(Spec("none.so"), "none.so: No such file");
}

TEST_F(PluginTest, AnotherDigestDegrades) {
  PluginSpec spec = Spec("hello.so");
  spec.sha256 = std::string(64, '0');
  ExpectDegraded(spec, "the manifest wants 000");
}

TEST_F(PluginTest, ALibraryThatIsNoPluginDegrades) {
  ExpectDegraded(Spec(OARLOCK_LOADER_SAMPLE_1), "carries no OARLOCK note");
}

TEST_F(PluginTest, ALibraryOfAnotherMajorDegrades) {
  ExpectDegraded(Spec("bad_abi_major.so"), "built for plugin ABI 99");
}

TEST_F(PluginTest, ALibraryWithoutTheEntryDegradesAndIsUnloaded) {
  ExpectDegraded(Spec("no_entry.so"), "does not export oar_entry_v1");
}

TEST_F(PluginTest, AFailingCreateDegradesInItsOwnWordsAndUnloads) {
  ExpectDegraded(Spec("create_fails.so"), "no licence for this planet");
}

TEST_F(PluginTest, AFailingDeclareDegradesInItsOwnWordsAndUnloads) {
  ExpectDegraded(Spec("declare_error.so"), "no namespace is configured");
}

TEST_F(PluginTest, ConfigurationIsCheckedBeforeAnyCodeRuns) {
  ExpectDegraded(Spec("needs_config.so"), "m.yaml:3:5: config");
  PluginSpec spec = Spec("needs_config.so");
  spec.config_json = R"({"url":7})";
  ExpectDegraded(spec, "config.url");
  spec = Spec("tls_dtor.so");
  spec.config_json = R"({"a":1})";
  ExpectDegraded(spec, "takes no configuration");
}

TEST_F(PluginTest, AnOverrideForAControllerItLacksDegrades) {
  PluginSpec spec = Spec("hello.so");
  spec.controllers["helo"].max_concurrent_reconciles = 4;
  ExpectDegraded(spec, "controllers.helo");
}

TEST_F(PluginTest, TheManifestOverridesConcurrency) {
  PluginSpec spec = Spec("hello.so");
  spec.controllers["hello"].max_concurrent_reconciles = 7;
  Plugin plugin(env, spec);
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kActive));
  EXPECT_EQ(plugin.status().controllers.at(0).max_concurrent, 7u);
  Stop(plugin);
}

TEST_F(PluginTest, WaitsForATypeThatTheServerDoesNotServeYet) {
  host.mapper.Forget("ConfigMap");
  Plugin plugin(env, Spec("hello.so"));
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kWaiting));
  EXPECT_NE(plugin.status().reason.find("does not serve ConfigMap"), std::string::npos);
  EXPECT_TRUE(plugin.status().settled()) << "the host is ready without it";
  ASSERT_TRUE(host.WaitFor([&] { return host.mapper.invalidations() >= 3; }, kStep))
      << "it asks again";
  host.mapper.Learn("ConfigMap");
  EXPECT_TRUE(WaitForPhase(plugin, PluginPhase::kActive));
  EXPECT_EQ(plugin.status().reason, "");
  Stop(plugin);
}

TEST_F(PluginTest, WaitsForATypeItMayNotRead) {
  host.Forbid("configmaps");
  Plugin plugin(env, Spec("hello.so"));
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kWaiting));
  EXPECT_NE(plugin.status().reason.find("forbidden"), std::string::npos) << plugin.status().reason;
  host.Allow("configmaps");
  ASSERT_TRUE(host.WaitFor([&] { return plugin.status().phase == PluginPhase::kActive; },
                           std::chrono::milliseconds(50)));
  Stop(plugin);
}

TEST_F(PluginTest, StopsWhileItWaitsForAType) {
  host.mapper.Forget("ConfigMap");
  Plugin plugin(env, Spec("hello.so"));
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kWaiting));
  Stop(plugin);
}

TEST_F(PluginTest, StopsWhileItWaitsForPermission) {
  host.Forbid("configmaps");
  Plugin plugin(env, Spec("hello.so"));
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kWaiting));
  Stop(plugin);
}

TEST_F(PluginTest, StopsWhileTheFirstListHangs) {
  host.source("configmaps").on_list = [](const kube::ListOptions&) {
    cache::testing::ListReply reply;
    reply.hang = true;
    return reply;
  };
  Plugin plugin(env, Spec("hello.so"));
  plugin.Start();
  ASSERT_TRUE(host.WaitFor([&] { return !host.source("configmaps").lists().empty(); }, kStep));
  EXPECT_FALSE(plugin.status().settled());
  Stop(plugin);
}

TEST_F(PluginTest, StopsAtOnceWhenAskedBeforeItStarted) {
  Plugin plugin(env, Spec("hello.so"));
  plugin.Stop(host.clock.Now() + std::chrono::hours(1));
  plugin.Start();
  EXPECT_TRUE(WaitForPhase(plugin, PluginPhase::kStopped));
  plugin.Join();
  EXPECT_EQ(loader.zombies(), 0u);
}

TEST_F(PluginTest, AThreadLocalWithADestructorDoesNotPinTheLibrary) {
  Plugin plugin(env, Spec("tls_dtor.so"));
  plugin.Start();
  ASSERT_TRUE(WaitForPhase(plugin, PluginPhase::kActive));
  EXPECT_TRUE(host.WaitFor([&] { return plugin.status().controllers.at(0).runs >= 1; }, kStep));
  Stop(plugin);
}

TEST_F(PluginTest, C_PL_04_OneLibraryByThreeEntriesIsThreePlugins) {
  const std::string link = testing::TempDir() + "/oarlock-hello-link.so";
  ::unlink(link.c_str());
  ASSERT_EQ(::symlink((std::string(OARLOCK_TEST_PLUGIN_DIR) + "/hello.so").c_str(), link.c_str()),
            0);
  Manifest manifest;
  manifest.plugins = {Spec("hello.so", "one"), Spec("hello.so", "two"), Spec(link, "three"),
                      Spec("hello.so", "off")};
  manifest.plugins[1].config_json = R"({"greeting":"salut"})";
  manifest.plugins[3].enabled = false;
  Supervisor supervisor(env, manifest);
  supervisor.Start();
  ASSERT_TRUE(host.WaitFor(
      [&] {
        const auto all = supervisor.statuses();
        return all.size() == 4 && std::all_of(all.begin(), all.begin() + 3, [](const auto& status) {
                 return status.phase == PluginPhase::kActive && status.controllers.at(0).runs >= 1;
               });
      },
      kStep));
  EXPECT_TRUE(host.WaitFor([&] { return host.log_lines->Has("salut"); }))
      << "each has globals and configuration of its own";
  EXPECT_EQ(host.source("configmaps").lists().size(), 1u) << "and all read one cache";
  EXPECT_FALSE(supervisor.FailedRequired());
  supervisor.Stop(host.clock.Now() + std::chrono::hours(1));
  EXPECT_FALSE(supervisor.stuck());
  EXPECT_EQ(loader.zombies(), 0u);
  ::unlink(link.c_str());
}

TEST_F(PluginTest, ARequiredPluginThatFailsIsNamedTheOthersRun) {
  Manifest manifest;
  manifest.plugins = {Spec("none.so", "broken"), Spec("create_fails.so", "needed"),
                      Spec("hello.so", "fine")};
  manifest.plugins[1].required = true;
  Supervisor supervisor(env, manifest);
  supervisor.Start();
  ASSERT_TRUE(host.WaitFor(
      [&] {
        return supervisor.FailedRequired() &&
               supervisor.statuses().at(2).phase == PluginPhase::kActive;
      },
      kStep));
  EXPECT_EQ(supervisor.FailedRequired()->name, "needed");
  supervisor.Stop(host.clock.Now() + std::chrono::hours(1));
  for (const PluginStatus& status : supervisor.statuses()) {
    EXPECT_EQ(status.phase, PluginPhase::kStopped);
  }
}

TEST_F(PluginTest, ARequiredPluginThatComesLaterAndFailsEndsNoHost) {
  Supervisor* asked = nullptr;
  std::atomic<bool> named{false};
  PluginEnv listening = env;
  listening.standing_changed = [&] {
    if (asked->FailedRequired()) named = true;
  };
  Supervisor supervisor(listening, Manifest());
  asked = &supervisor;
  supervisor.Start();
  Manifest more;
  more.plugins = {Spec("none.so", "late")};
  more.plugins[0].required = true;
  const uint64_t revision = supervisor.Apply(more);
  ASSERT_TRUE(host.WaitFor([&] { return supervisor.Settled(revision); }, kStep));
  EXPECT_EQ(supervisor.statuses().at(0).phase, PluginPhase::kDegraded);
  EXPECT_FALSE(named) << "not even while it is at it";
  supervisor.Stop(host.clock.Now() + std::chrono::hours(1));
}

TEST_F(PluginTest, MetricsTellTheStateOfEachPlugin) {
  Manifest manifest;
  manifest.plugins = {Spec("none.so", "broken"), Spec("hello.so", "fine")};
  Supervisor supervisor(env, manifest);
  supervisor.Start();
  const auto has_state = [&](const std::string& plugin, const std::string& state) {
    for (const base::MetricFamily& family : host.metrics.Collect()) {
      if (family.name != "oarlock_plugin_state") continue;
      for (const base::MetricSample& sample : family.samples) {
        const base::MetricLabels wanted = {{"plugin", plugin}, {"state", state}};
        if (sample.labels == wanted) return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(host.WaitFor(
      [&] { return has_state("broken", "degraded") && has_state("fine", "active"); }, kStep));
  supervisor.Stop(host.clock.Now() + std::chrono::hours(1));
  EXPECT_FALSE(has_state("fine", "stopped")) << "the collector is gone";
}

// The values of a family by the label "plugin"; of one without, under "".
std::map<std::string, double> ByPlugin(base::MetricRegistry& metrics, const std::string& name) {
  std::map<std::string, double> values;
  for (const base::MetricFamily& family : metrics.Collect()) {
    if (family.name != name) continue;
    for (const base::MetricSample& sample : family.samples) {
      const auto& [label, value] = sample.labels.front();
      values[label == "plugin" ? value : ""] += sample.value;
    }
  }
  return values;
}

TEST_F(PluginTest, MetricsTellWhatEachPluginUsesOfCacheAndQueue) {
  Manifest manifest;
  manifest.plugins = {Spec("none.so", "broken"), Spec("hello.so", "one"), Spec("hello.so", "two")};
  Supervisor supervisor(env, manifest);
  supervisor.Start();
  const auto active = [&](size_t i) {
    return supervisor.statuses().at(i).phase == PluginPhase::kActive;
  };
  ASSERT_TRUE(host.WaitFor([&] { return active(1) && active(2); }, kStep));
  const double all = ByPlugin(host.metrics, "oarlock_informer_memory_bytes")[""];
  ASSERT_GT(all, 0);
  EXPECT_EQ(ByPlugin(host.metrics, "oarlock_plugin_cache_bytes"),
            (std::map<std::string, double>{{"broken", 0}, {"one", all / 2}, {"two", all / 2}}));
  const auto waited = ByPlugin(host.metrics, "oarlock_plugin_queue_seconds_total");
  EXPECT_TRUE(waited.contains("one") && waited.contains("two"));
  supervisor.Stop(host.clock.Now() + std::chrono::hours(1));
}

}  // namespace
}  // namespace oarlock::supervisor
