// Controllers of several plugins under the process-wide bound on reconciles: nobody starves, a hang
// keeps only its slot, and stopping never waits for one.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "base/random.h"
#include "base/real_clock.h"
#include "controller/controller.h"
#include "queue/dispatch_slots.h"

namespace oarlock::controller {
namespace {

using queue::DispatchSlots;
using queue::WorkQueue;
using std::chrono::seconds;

queue::Key K(std::string_view name) { return {0, 0, "ns", name}; }

void Await(const std::function<bool()>& condition, int line = __builtin_LINE()) {
  const auto give_up = std::chrono::steady_clock::now() + seconds(60);
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), give_up) << "line " << line;
    std::this_thread::yield();
  }
}

// One plugin: a queue, a controller, and reconciles that wait while the gate is shut.
class Plugin final : public Reconciler {
 public:
  Plugin(std::string name, DispatchSlots* slots, base::Clock& clock, uint32_t workers)
      : queue_(std::make_shared<WorkQueue>(queue::WorkQueueOptions{.name = ""}, clock)),
        controller_({.name = std::move(name), .max_concurrent = workers}, queue_, *this,
                    {&clock, &random_, &starter_, nullptr, nullptr, slots}) {
    controller_.Start();
  }
  ~Plugin() override { shut = false; }
  ReconcileResult Reconcile(const queue::Key& key, ReconcileContext&) override {
    ++running;
    if (endless) queue_->Add(key);
    while (shut) std::this_thread::yield();
    --running;
    ++calls;
    return ReconcileResult::Done();
  }
  void AddMany(int n) {
    for (int i = 0; i < n; ++i) queue_->Add(K(std::to_string(i)));
  }
  Controller& controller() { return controller_; }
  WorkQueue& queue() { return *queue_; }

  std::atomic<bool> shut{false};
  std::atomic<bool> endless{false};  // every run adds its key again
  std::atomic<int> running{0};
  std::atomic<int> calls{0};

 private:
  base::Random random_{1};
  StdThreadStarter starter_;
  std::shared_ptr<WorkQueue> queue_;
  Controller controller_;
};

class ControllerSlots : public testing::Test {
 protected:
  base::RealClock clock_;
  DispatchSlots slots_{3};
};

TEST_F(ControllerSlots, AGreedyPluginCannotStarveOneWithASingleKey) {
  Plugin greedy("greedy", &slots_, clock_, 100);
  Plugin modest("modest", &slots_, clock_, 4);
  greedy.shut = true;
  greedy.AddMany(100'000);
  // The bound: three slots, and its own first run. The other 96 workers wait.
  Await([&] { return greedy.running == 4; });
  Await([&] { return greedy.controller().status().waiting_for_slot == 96; });
  EXPECT_EQ(greedy.running, 4);
  modest.queue().Add(K("single"));
  Await([&] { return modest.calls == 1; });
  EXPECT_EQ(greedy.calls, 0);
  greedy.shut = false;
  for (int n = 2; n <= 50; ++n) {
    modest.queue().Add(K("single"));
    Await([&] { return modest.calls == n; });
  }
  EXPECT_GT(greedy.queue().Len(), 0u) << "it is busy all the time";
  greedy.queue().ShutDownNow();
}

// Workers that go from run to run do so only while nobody else waits.
TEST_F(ControllerSlots, AWorkerThatAlwaysHasAKeyGivesItsSlotToWhoWaits) {
  DispatchSlots one(1);
  Plugin busy("busy", &one, clock_, 2);
  Plugin other("other", &one, clock_, 2);
  busy.endless = true;
  busy.AddMany(2);
  Await([&] { return busy.calls > 1000; });
  other.shut = true;
  other.AddMany(2);  // its own first run, and one that needs the slot
  Await([&] { return other.running == 2; });
  const int calls = busy.calls;
  Await([&] { return busy.calls > calls + 100; });
  other.shut = false;
  Await([&] { return other.calls == 2; });
  busy.endless = false;
}

// A key that waits for a slot is not taken yet: what is more urgent still overtakes it.
TEST_F(ControllerSlots, AKeyThatWaitsForASlotCanBeOvertaken) {
  DispatchSlots none(0);
  Plugin plugin("p", &none, clock_, 2);
  plugin.shut = true;
  plugin.queue().Add(K("first"));
  Await([&] { return plugin.running == 1; });
  plugin.queue().Add(K("low"));
  Await([&] { return plugin.controller().status().waiting_for_slot == 1; });
  EXPECT_TRUE(plugin.queue().Find(K("low"))->ready);
  plugin.queue().Add(K("high"), {10});
  EXPECT_EQ(plugin.queue().Find(K("low"))->ahead, 1u);
  plugin.shut = false;
  Await([&] { return plugin.calls == 3; });
}

TEST_F(ControllerSlots, WhenEverySlotHangsOthersStillRunAndEverybodyCanBeStopped) {
  Plugin hanging("hanging", &slots_, clock_, 8);
  Plugin other("other", &slots_, clock_, 8);
  hanging.shut = true;
  other.shut = true;
  hanging.AddMany(100);
  Await([&] { return hanging.running == 4; });
  other.AddMany(100);
  Await([&] { return other.running == 1; });  // its first run, and no other
  Await([&] { return other.controller().status().waiting_for_slot == 7; });
  other.controller().Pause();
  EXPECT_FALSE(other.controller().Drain(clock_.Now()).ok());
  other.shut = false;
  EXPECT_TRUE(other.controller().Stop(base::kNever).ok());  // seven workers waited for a slot
  EXPECT_GE(other.calls, 1);
  EXPECT_GE(other.queue().Len(), 90u);  // and its keys are there for the next generation
  EXPECT_FALSE(hanging.controller().Stop(clock_.Now()).ok());
  EXPECT_EQ(hanging.controller().status().running.size(), 4u);
  hanging.shut = false;
  EXPECT_TRUE(hanging.controller().Stop(base::kNever).ok());
}

TEST_F(ControllerSlots, AStoppedControllerRunsAgainWhenStarted) {
  Plugin plugin("p", &slots_, clock_, 2);
  ASSERT_TRUE(plugin.controller().Stop(base::kNever).ok());
  plugin.AddMany(10);
  EXPECT_EQ(plugin.calls, 0);
  plugin.controller().Start();
  Await([&] { return plugin.calls == 10; });
}

// Starts, stops, pauses and changes of concurrency while keys come in: no key is forgotten.
TEST_F(ControllerSlots, NoWakeUpIsLostUnderLoad) {
  constexpr int kPlugins = 3;
  constexpr int kKeys = 3000;
  std::vector<std::unique_ptr<Plugin>> plugins;
  for (int i = 0; i < kPlugins; ++i) {
    plugins.push_back(std::make_unique<Plugin>("p" + std::to_string(i), &slots_, clock_, 5));
  }
  std::vector<std::thread> threads;
  for (auto& plugin : plugins) {
    threads.emplace_back([&plugin] {
      for (int i = 0; i < kKeys; ++i) plugin->queue().Add(K(std::to_string(i)));
    });
    threads.emplace_back([&plugin] {
      for (int i = 0; i < 20; ++i) {
        Controller& controller = plugin->controller();
        controller.Pause();
        controller.Resume();
        controller.SetMaxConcurrent(static_cast<uint32_t>(1 + i % 5));
        EXPECT_TRUE(controller.Stop(base::kNever).ok());
        controller.Start();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (auto& plugin : plugins) {
    Await([&] { return plugin->calls >= kKeys; });
    Await([&] { return plugin->queue().stats().keys == 0; });
  }
}

}  // namespace
}  // namespace oarlock::controller
