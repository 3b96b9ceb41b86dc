// Plugins that do not come back. Nothing of them may be joined, unmapped or freed, so each test
// leaves its world behind, threads included.
#include <gtest/gtest.h>

#include <atomic>

#include "pluginhost/testing/declare.h"
#include "pluginhost/testing/fake_plugin.h"
#include "pluginhost/testing/host_harness.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using testing::AddController;
using testing::FakePlugin;
using testing::Gate;
using testing::HostHarness;
using testing::TypeDeclOf;
using testing::View;

struct World {
  HostHarness host;
  FakePlugin plugin;
  Gate gate;
  Generation::Queues queues;
  std::unique_ptr<Generation> generation;
};

class GenerationStuck : public ::testing::Test {
 protected:
  GenerationStuck() : world(*new World) {
    static auto* const worlds = new std::vector<World*>;  // reachable: no leak
    worlds->push_back(&world);
    host.SetList("configmaps", {Json({"a", "5"})}, "10");
    GenerationOptions options;
    options.plugin = "demo";
    world.generation = std::make_unique<Generation>(host.env(), options, plugin.Code());
  }
  void Ready() {
    ASSERT_TRUE(generation().Load().ok());
    ASSERT_TRUE(generation().Bind({}).ok());
    ASSERT_TRUE(generation().WaitForSync({}).ok());
  }
  // Runs `step`, which gets into the gate, and lets time go by until it gives up.
  base::Status WhileTimeGoesBy(const std::function<base::Status()>& step) {
    base::Status status;
    std::atomic<bool> done{false};
    std::thread caller([&] {
      status = step();
      done = true;
    });
    world.gate.WaitEntered();
    // In steps that a loaded machine takes as few times as an idle one.
    EXPECT_TRUE(host.WaitFor([&] { return done.load(); }, std::chrono::seconds(5)));
    caller.join();
    return status;
  }
  void ExpectStuck() {
    EXPECT_TRUE(generation().stuck());
    const base::Status closed = generation().Close();
    EXPECT_EQ(closed.message(), "demo@1 is stuck");
    EXPECT_EQ(plugin.unloads(), 0u);
    EXPECT_EQ(plugin.Count("destroy main"), 0u);
  }
  Generation& generation() { return *world.generation; }

  World& world;
  HostHarness& host = world.host;
  FakePlugin& plugin = world.plugin;
};

TEST_F(GenerationStuck, InCreateAndTheCallMayStillComeBack) {
  plugin.on_create = [this](const std::string&, oar_created*) {
    world.gate.Wait();
    return OAR_OK;
  };
  const base::Status loaded = WhileTimeGoesBy([this] { return generation().Load(); });
  EXPECT_EQ(loaded.code(), base::StatusCode::kPluginFault);
  EXPECT_EQ(loaded.message(), "loading did not return within 30 s: the plugin is stuck");
  ExpectStuck();
  world.gate.Open();
  EXPECT_TRUE(host.WaitFor([this] { return plugin.Count("declare main") == 1; }))
      << "what it comes back to is still there";
}

TEST_F(GenerationStuck, InActivate) {
  plugin.on_activate = [this](const std::string&, oar_ctx) {
    world.gate.Wait();
    return OAR_OK;
  };
  Ready();
  const base::Status active =
      WhileTimeGoesBy([this] { return generation().Activate(world.queues); });
  EXPECT_EQ(active.code(), base::StatusCode::kPluginFault);
  EXPECT_TRUE(generation().Stop(host.clock.Now()).ok());
  EXPECT_EQ(plugin.Count("deactivate main"), 0u);
  ExpectStuck();
}

TEST_F(GenerationStuck, InReconcile) {
  plugin.on_reconcile = [this](oar_ctx, const oar_key&, oar_result*) {
    world.gate.Wait();
    return OAR_OK;
  };
  Ready();
  ASSERT_TRUE(generation().Activate(world.queues).ok());
  world.gate.WaitEntered();
  const base::Status stopped = WhileTimeGoesBy(
      [this] { return generation().Stop(host.clock.Now() + std::chrono::seconds(5)); });
  EXPECT_FALSE(stopped.ok());
  EXPECT_EQ(plugin.Count("deactivate main"), 0u) << "not while a run is under way";
  ExpectStuck();
}

TEST_F(GenerationStuck, InDrain) {
  plugin.on_drain = [this](const std::string&, oar_ctx) {
    world.gate.Wait();
    return OAR_OK;
  };
  Ready();
  ASSERT_TRUE(generation().Activate(world.queues).ok());
  EXPECT_FALSE(WhileTimeGoesBy([this] { return generation().Stop(host.clock.Now()); }).ok());
  EXPECT_EQ(plugin.Count("deactivate main"), 0u);
  ExpectStuck();
}

TEST_F(GenerationStuck, InDeactivate) {
  plugin.on_deactivate = [this](const std::string&, oar_ctx) {
    world.gate.Wait();
    return OAR_OK;
  };
  Ready();
  ASSERT_TRUE(generation().Activate(world.queues).ok());
  EXPECT_FALSE(WhileTimeGoesBy([this] { return generation().Stop(host.clock.Now()); }).ok());
  ExpectStuck();
}

TEST_F(GenerationStuck, InACallback) {
  host.SetList("nodes",
               {R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n","uid":"u",)"
                R"("resourceVersion":"3"}})"},
               "10");
  plugin.on_declare = [](const oar_builder_api& api, oar_builder builder) {
    const oar_type_decl type = TypeDeclOf(1, "Node");
    (void)api.type(builder, &type);
    oar_predicate_decl predicate{};
    predicate.struct_size = sizeof(predicate);
    predicate.id = 1;
    predicate.kind = OAR_PREDICATE_CALLBACK;
    (void)api.predicate(builder, &predicate);
    const uint32_t predicates[] = {1};
    return AddController(api, builder, 1, predicates);
  };
  plugin.on_test = [this](uint32_t, const oar_change&, uint8_t*) {
    world.gate.Wait();
    return OAR_OK;
  };
  Ready();
  ASSERT_TRUE(generation().Activate(world.queues).ok());
  world.gate.WaitEntered();
  EXPECT_FALSE(WhileTimeGoesBy([this] { return generation().Stop(host.clock.Now()); }).ok());
  EXPECT_EQ(plugin.Count("deactivate main"), 0u);
  ExpectStuck();
}

}  // namespace
}  // namespace oarlock::pluginhost
