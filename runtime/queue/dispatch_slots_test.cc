// The process-wide bound with real threads: nobody starves, no wake-up is lost, closing frees
// whoever waits.
#include "queue/dispatch_slots.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

void Await(const std::function<bool()>& condition) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), give_up);
    std::this_thread::yield();
  }
}

TEST(DispatchSlots, TakeBlocksUntilASlotIsGivenBack) {
  base::MetricRegistry metrics;
  DispatchSlots slots(0, &metrics);
  const auto lane = slots.AddLane("a");
  DispatchSlot first = lane->Take();
  ASSERT_TRUE(first);
  std::atomic<bool> got{false};
  std::thread second([&] { got = static_cast<bool>(lane->Take()); });
  Await([&] { return lane->waiting() == 1; });
  EXPECT_EQ(MetricSum(metrics, "oarlock_dispatch_waiting", "plugin", "a"), 1);
  EXPECT_EQ(MetricSum(metrics, "oarlock_dispatch_running", "plugin", "a"), 1);
  EXPECT_FALSE(got);
  first = {};
  second.join();
  EXPECT_TRUE(got);
  EXPECT_EQ(MetricSum(metrics, "oarlock_dispatch_running"), 0);
}

TEST(DispatchSlots, CloseEndsWaitingAndLaterTakesUntilOpened) {
  DispatchSlots slots(0);
  const auto lane = slots.AddLane("a");
  const DispatchSlot held = lane->Take();
  std::vector<std::thread> waiting;
  std::atomic<int> empty{0};
  for (int i = 0; i < 4; ++i) waiting.emplace_back([&] { empty += lane->Take() ? 0 : 1; });
  Await([&] { return lane->waiting() == 4; });
  lane->Close();
  for (std::thread& thread : waiting) thread.join();
  EXPECT_EQ(empty, 4);
  EXPECT_FALSE(lane->Take());
  lane->Open();
  std::thread again([&] { EXPECT_FALSE(lane->Take()); });
  Await([&] { return lane->waiting() == 1; });
  lane->Close();
  again.join();
}

TEST(DispatchSlots, ASlotMayOutliveItsLaneAndTheSlots) {
  DispatchSlot hanging;
  {
    DispatchSlots slots(1);
    hanging = slots.AddLane("a")->Take();
    ASSERT_TRUE(hanging);
  }
  hanging = {};
}

TEST(DispatchSlots, PluginsPastTheLabelLimitShareOne) {
  base::MetricRegistry metrics;
  DispatchSlots slots(0, &metrics);
  std::vector<std::unique_ptr<DispatchLane>> lanes;
  std::vector<DispatchSlot> held;
  for (size_t i = 0; i < kDispatchLabelsMax + 50; ++i) {
    lanes.push_back(slots.AddLane("p" + std::to_string(i)));
    held.push_back(lanes.back()->Take());
  }
  for (const auto& family : metrics.Collect()) {
    if (family.name != "oarlock_dispatch_running") continue;
    EXPECT_EQ(family.samples.size(), kDispatchLabelsMax + 1);
  }
  EXPECT_EQ(MetricSum(metrics, "oarlock_dispatch_running", "plugin", "other"), 50);
  held.clear();
  lanes.clear();
  EXPECT_EQ(MetricSum(metrics, "oarlock_dispatch_running"), 0);
}

// Many takers of three plugins, lanes that close and open: the bound holds at every moment, every
// taker gets through, and nothing is left at the end.
TEST(DispatchSlots, TheBoundHoldsAndEveryTakerGetsThroughUnderLoad) {
  constexpr size_t kSlots = 2;
  constexpr size_t kPlugins = 3;
  DispatchSlots slots(kSlots);
  std::atomic<int> inside{0}, worst{0}, taken{0}, refused{0};
  std::atomic<bool> ended{false};
  std::vector<std::unique_ptr<DispatchLane>> lanes;
  for (size_t p = 0; p < kPlugins; ++p) {
    lanes.push_back(slots.AddLane("p" + std::to_string(p), static_cast<uint32_t>(p + 1)));
  }
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 9; ++i) {
    threads.emplace_back([&, lane = lanes[i % kPlugins].get()] {
      for (int n = 0; n < 2000; ++n) {
        const DispatchSlot slot = lane->Take();
        if (!slot) {
          ++refused;
          std::this_thread::yield();
          continue;
        }
        const int now = ++inside;
        int most = worst;
        while (now > most && !worst.compare_exchange_weak(most, now)) {
        }
        ++taken;
        if (n % 8 == 0) std::this_thread::yield();
        --inside;
      }
    });
  }
  std::thread closer([&] {
    for (size_t i = 0; !ended; ++i) {
      lanes[i % kPlugins]->Close();
      std::this_thread::yield();
      lanes[i % kPlugins]->Open();
      for (int k = 0; k < 50; ++k) std::this_thread::yield();
    }
  });
  for (std::thread& thread : threads) thread.join();
  ended = true;
  closer.join();
  EXPECT_EQ(taken + refused, 9 * 2000);
  EXPECT_LE(worst, static_cast<int>(kSlots + kPlugins));
  EXPECT_GT(taken, 0);
}

}  // namespace
}  // namespace oarlock::queue
