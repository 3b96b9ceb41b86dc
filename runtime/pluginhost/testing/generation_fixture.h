#pragma once
// GenerationFixture: a generation of the fake plugin that is loaded, started and, at the test's
// end, stopped and closed.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "pluginhost/generation.h"
#include "pluginhost/testing/fake_plugin.h"
#include "pluginhost/testing/host_harness.h"

namespace oarlock::pluginhost::testing {

class GenerationFixture : public ::testing::Test {
 protected:
  void SetUp() override { host.SetList("configmaps", {cache::testing::Json({"a", "5"})}, "10"); }
  void TearDown() override {
    if (!generation) return;
    Stop();
    EXPECT_TRUE(generation->Close().ok());
    EXPECT_EQ(plugin.unloads(), 1u);
    EXPECT_EQ(plugin.control_threads(), 1u);
    for (const auto& [id, queue] : queues) queue->ShutDown();
  }
  // By the manifest; null: what is declared.
  virtual std::shared_ptr<const Permissions> Permitted() { return nullptr; }
  void Load() {
    GenerationOptions options;
    options.plugin = "demo";
    options.permissions = Permitted();
    options.queue_account = queue_account;
    generation = std::make_unique<Generation>(host.env(), options, plugin.Code());
    ASSERT_TRUE(generation->Load().ok());
    const base::Status bound = generation->Bind({});
    ASSERT_TRUE(bound.ok()) << bound.ToString();
    ASSERT_TRUE(generation->WaitForSync({}).ok());
  }
  void Start() {
    Load();
    const base::Status active = generation->Activate(queues);
    ASSERT_TRUE(active.ok()) << active.ToString();
  }
  void Stop() {
    const base::Status stopped = generation->Stop(host.clock.Now() + std::chrono::seconds(30));
    EXPECT_TRUE(stopped.ok() || !expect_clean_) << stopped.ToString();
  }
  // The watch of a resource, once it is open.
  std::shared_ptr<cache::testing::ScriptedStream> Stream(const std::string& resource) {
    EXPECT_TRUE(host.WaitFor([&] { return host.source(resource).stream() != nullptr; }));
    return host.source(resource).stream();
  }
  bool WaitForCalls(const std::string& call, size_t times) {
    return host.WaitFor([&] { return plugin.Count(call) >= times; });
  }

  HostHarness host;
  FakePlugin plugin;
  Generation::Queues queues;
  std::shared_ptr<QueueAccount> queue_account;
  std::unique_ptr<Generation> generation;
  bool expect_clean_ = true;
};

}  // namespace oarlock::pluginhost::testing
