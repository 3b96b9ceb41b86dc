// Two generations on one set of queues: what changes while the sources change hands is not lost.
#include <atomic>
#include <memory>
#include <thread>

#include "pluginhost/testing/declare.h"
#include "pluginhost/testing/generation_fixture.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using kube::WatchEventType;
using testing::AddController;
using testing::TypeDeclOf;
using testing::View;

// ConfigMaps as primary type 1, every change of which a callback of the plugin tests.
int32_t DeclareTested(const oar_builder_api& api, oar_builder builder) {
  const oar_type_decl type = TypeDeclOf(1, "ConfigMap");
  (void)api.type(builder, &type);
  oar_predicate_decl predicate{};
  predicate.struct_size = sizeof(predicate);
  predicate.id = 1;
  predicate.kind = OAR_PREDICATE_CALLBACK;
  (void)api.predicate(builder, &predicate);
  const uint32_t predicates[] = {1};
  return AddController(api, builder, 1, predicates);
}

class GenerationHandover : public testing::GenerationFixture {
 protected:
  void SetUp() override {
    host.SetList("configmaps", {Json({"a", "5"}), Json({"b", "6"}), Json({"c", "7"})}, "10");
    plugin.on_test = [](uint32_t, const oar_change&, uint8_t* pass) {
      *pass = 1;
      return OAR_OK;
    };
  }
  void TearDown() override {
    if (next) {
      EXPECT_TRUE(next->Stop(Deadline()).ok());
      EXPECT_TRUE(next->Close().ok());
    }
    Stop();
    EXPECT_TRUE(generation->Close().ok());
    generation.reset();
    for (const auto& [id, queue] : queues) queue->ShutDown();
    GenerationFixture::TearDown();
  }
  base::MonoTime Deadline() { return host.clock.Now() + std::chrono::seconds(30); }
  void StartAndSettle() {
    Start();
    for (const char* name : {"a", "b", "c"}) ASSERT_TRUE(WaitForRuns(name, 1));
    ASSERT_TRUE(host.WaitFor([this] { return queues.at("main")->stats().processing == 0; }));
  }
  // The next generation gets its places beside the first, whose dispatch is paused.
  void Subscribe() {
    GenerationOptions options;
    options.plugin = "demo";
    options.number = 2;
    next = std::make_unique<Generation>(host.env(), options, plugin.Code());
    ASSERT_TRUE(next->Load().ok());
    ASSERT_TRUE(next->Bind({}).ok());
    ASSERT_TRUE(next->WaitForSync({}).ok());
    generation->Pause();
    ASSERT_TRUE(next->Subscribe(queues, {.skip_known = true, .takes_over = true}).ok());
  }
  void Switch() {
    ASSERT_TRUE(generation->Deactivate(Deadline()).ok());
    ASSERT_TRUE(next->Activate(queues).ok());
    ASSERT_TRUE(next->WaitSubscribed(Deadline()).ok());
    generation->Unsubscribe();
  }
  bool WaitForRuns(const std::string& name, size_t times) {
    return WaitForCalls("reconcile default/" + name, times);
  }

  std::unique_ptr<Generation> next;
};

TEST_F(GenerationHandover, WhatOnlyACallbackMapsWaitsForTheNextOne) {
  plugin.on_declare = DeclareTested;
  StartAndSettle();
  Subscribe();
  ASSERT_TRUE(next->WaitSubscribed(Deadline(), /*callbacks_only=*/true).ok());
  ASSERT_TRUE(generation->FinishCallbacks(Deadline()).ok());
  ASSERT_TRUE(generation->Deactivate(Deadline()).ok());
  const auto stream = Stream("configmaps");
  stream->Send(WatchEventType::kModified, Json({"a", "11"}));
  stream->Send(WatchEventType::kDeleted, Json({"b", "12"}));
  ASSERT_TRUE(next->Activate(queues).ok());
  ASSERT_TRUE(next->WaitSubscribed(Deadline()).ok());
  generation->Unsubscribe();
  EXPECT_TRUE(WaitForRuns("a", 2)) << "a change, not something that exists";
  EXPECT_TRUE(WaitForRuns("b", 2)) << "the object is gone, its key is not";
  EXPECT_EQ(plugin.Count("reconcile default/c"), 1u) << "nothing happened to it";
}

TEST_F(GenerationHandover, WhatTheFormerWasToldIsWorkedOffBeforeItEnds) {
  plugin.on_declare = DeclareTested;
  StartAndSettle();
  testing::Gate gate;
  std::atomic<bool> waits{true};
  plugin.on_test = [&](uint32_t, const oar_change&, uint8_t* pass) {
    if (waits) gate.Wait();
    *pass = 1;
    return OAR_OK;
  };
  const auto stream = Stream("configmaps");
  stream->Send(WatchEventType::kModified, Json({"a", "11"}));
  gate.WaitEntered();
  stream->Send(WatchEventType::kDeleted, Json({"b", "12"}));  // before the next one has its place
  Subscribe();
  ASSERT_TRUE(next->WaitSubscribed(Deadline(), /*callbacks_only=*/true).ok());
  waits = false;
  std::atomic<bool> finished{false};
  std::thread finish([&] {
    EXPECT_TRUE(generation->FinishCallbacks(Deadline()).ok());
    finished = true;
  });
  EXPECT_FALSE(finished) << "a callback has not come back";
  gate.Open();
  finish.join();
  Switch();
  EXPECT_TRUE(WaitForRuns("a", 2));
  EXPECT_TRUE(WaitForRuns("b", 2)) << "only the former was told of it";
}

TEST_F(GenerationHandover, TheQueueIsPacedAsWhoWorksDeclares) {
  std::atomic<double> qps{0.001};
  plugin.on_declare = [&](const oar_builder_api& api, oar_builder builder) {
    const oar_type_decl type = TypeDeclOf(1, "ConfigMap");
    (void)api.type(builder, &type);
    oar_controller_decl controller{};
    controller.rate_qps = qps;
    controller.rate_burst = 1;
    return AddController(api, builder, 1, {}, controller);
  };
  Start();
  ASSERT_TRUE(host.WaitFor([this] { return queues.at("main")->stats().gets == 1; }));
  EXPECT_EQ(queues.at("main")->stats().ready, 2u) << "they wait for tokens";
  qps = 0;  // no limit
  Subscribe();
  Switch();
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(WaitForRuns(name, 1)) << name;
  qps = 0.001;
  next->Pause();
  ASSERT_TRUE(next->Deactivate(Deadline()).ok());
  ASSERT_TRUE(generation->Subscribe(queues, {.skip_known = true, .takes_over = true}).ok());
  ASSERT_TRUE(generation->Activate(queues).ok()) << "the former is back, with its own pace";
  const size_t gets = queues.at("main")->stats().gets;
  for (const char* name : {"x", "y", "z"}) queues.at("main")->Add({1, 0, "default", name});
  ASSERT_TRUE(host.WaitFor([&] { return queues.at("main")->stats().gets == gets + 1; }));
  EXPECT_EQ(queues.at("main")->stats().ready, 2u);
}

TEST_F(GenerationHandover, EveryKnownObjectIsAKeyAgainWithoutAGap) {
  StartAndSettle();
  ASSERT_TRUE(generation->RequeueKnown(Deadline()).ok());
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(WaitForRuns(name, 2)) << name;
  Stream("configmaps")->Send(WatchEventType::kDeleted, Json({"b", "12"}));
  EXPECT_TRUE(WaitForRuns("b", 3)) << "the new sources work";
}

}  // namespace
}  // namespace oarlock::pluginhost
