#pragma once
// ReloadFixture: one plugin whose generations answer what the test says, in a host without a
// server; its rollback memory is in the test's memory.
//
// For tests of the reload. Threads: one test thread; time goes by only while it waits.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pluginhost/testing/host_harness.h"
#include "supervisor/plugin.h"
#include "supervisor/testing/fake_generation.h"
#include "supervisor/testing/memory_records.h"

namespace oarlock::supervisor::testing {

using Calls = std::vector<std::string>;

class ReloadFixture : public ::testing::Test {
 protected:
  void TearDown() override {
    if (!plugin) return;
    plugin->Stop(host.clock.Now() + std::chrono::hours(1));
    plugin->Join();
    EXPECT_EQ(plugin->status().phase, PluginPhase::kStopped);
    EXPECT_FALSE(world.two_were_active()) << "never two at once";
    EXPECT_FALSE(disk.records().contains("trial.host.demo")) << "an orderly end is no crash";
    plugin.reset();
    EXPECT_TRUE(leaves_some_ || world.alive() == 0u);
  }

  PluginSpec Spec(const std::string& library, const std::string& config = "{}") {
    PluginSpec spec;
    spec.name = "demo";
    spec.library = library;
    spec.config_json = config;
    spec.entry_json = library + config + entry_;
    spec.reload = reload_;
    return spec;
  }
  void NewMemory() {
    std::vector<std::unique_ptr<RecordStore>> stores;
    stores.push_back(disk.Store());
    memory =
        std::make_unique<RollbackMemory>(std::move(stores), "host", host.clock, host.env().log);
    env.memory = memory.get();
  }
  void Start(const std::string& library = "L1") {
    NewMemory();
    plugin = std::make_unique<Plugin>(env, Spec(library));
    plugin->Start();
    ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kActive; }));
    world.ClearCalls();
  }
  void Apply(const PluginSpec& spec) {
    ++revision_;
    ASSERT_TRUE(plugin->Apply({spec, revision_, false, nullptr}));
    ASSERT_TRUE(WaitFor([&] { return plugin->status().observed == revision_; }));
  }
  bool WaitFor(const std::function<bool()>& done,
               base::Duration step = std::chrono::milliseconds(20)) {
    return host.WaitFor(done, step);
  }
  // Time for the lifecycle thread to look at a generation on probation.
  bool WaitForCall(const std::string& call) {
    return WaitFor([&] { return world.Count(call) > 0; });
  }
  // In strides of the thread's looks: the whole time of probation in small ones takes long.
  bool PassesProbation(const std::string& closed) {
    return WaitFor(
        [&] { return world.Count("close " + closed) > 0 && !plugin->status().on_probation; },
        std::chrono::milliseconds(500));
  }
  bool Stepped(ReloadStep step) {
    const auto lines = plugin->status().reloads;
    return std::any_of(lines.begin(), lines.end(),
                       [step](const ReloadLine& line) { return line.step == step; });
  }
  void ExpectRuns(const std::string& generation, const std::string& library) {
    EXPECT_EQ(world.active(), Calls{generation});
    EXPECT_EQ(plugin->status().generation, generation);
    EXPECT_EQ(plugin->status().sha256, library);
    EXPECT_EQ(plugin->status().phase, PluginPhase::kActive);
  }

  pluginhost::testing::HostHarness host;
  FakeGenerations world;
  MemoryRecords disk;
  Loader loader;
  std::unique_ptr<RollbackMemory> memory;
  PluginEnv env{host.env(), loader, "", {}, nullptr, nullptr, [this](const std::string&) {
                  return world.MakeFactory();
                }};
  ReloadSpec reload_;
  std::string entry_;
  uint64_t revision_ = 0;
  bool leaves_some_ = false;
  std::unique_ptr<Plugin> plugin;
};

}  // namespace oarlock::supervisor::testing
