// The order in which plugins get slots: by example, and under random operations against what the
// header promises.
#include "queue/slot_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <list>
#include <memory>
#include <random>
#include <string>

namespace oarlock::queue {
namespace {

// Starts `n` runs in a lane that is alone.
void Fill(SlotTurns& turns, SlotTurns::Lane& lane, size_t n) {
  for (size_t i = 0; i < n; ++i) ASSERT_TRUE(turns.TryStart(lane));
}

TEST(SlotTurns, APluginWithNothingRunningNeedsNoSlot) {
  SlotTurns turns(3);
  auto big = turns.AddLane("big", 1);
  auto small = turns.AddLane("small", 1);
  Fill(turns, *big, 1 + 3);
  EXPECT_FALSE(turns.TryStart(*big));
  EXPECT_TRUE(turns.TryStart(*small));
  EXPECT_FALSE(turns.TryStart(*small));
  EXPECT_EQ(turns.used(), 3u);
}

// 100 workers of one plugin wait; another one's second and third run wait one turn each.
TEST(SlotTurns, AGreedyPluginCostsAnotherOneATurnAtMost) {
  SlotTurns turns(4);
  auto greedy = turns.AddLane("greedy", 1);
  auto modest = turns.AddLane("modest", 1);
  Fill(turns, *greedy, 5);
  Fill(turns, *modest, 1);
  std::deque<SlotTurns::Waiter> waiters(102);
  for (size_t i = 0; i < 100; ++i) turns.Wait(*greedy, waiters[i]);
  turns.Wait(*modest, waiters[100]);
  turns.Wait(*modest, waiters[101]);
  std::string order;
  for (int i = 0; i < 6; ++i) {
    for (SlotTurns::Waiter* granted : turns.End(*greedy->plugin)) {
      order += granted == &waiters[100] || granted == &waiters[101] ? 'm' : 'g';
    }
  }
  EXPECT_EQ(order, "gmgmgg");
  (void)turns.Cancel(*greedy);
}

TEST(SlotTurns, WeightsShareTheTurns) {
  SlotTurns turns(1);
  auto a = turns.AddLane("a", 3);
  auto b = turns.AddLane("b", 1);
  Fill(turns, *a, 1);
  Fill(turns, *b, 2);
  std::list<SlotTurns::Waiter> waiters;
  for (int i = 0; i < 9; ++i) turns.Wait(*a, waiters.emplace_back());
  for (int i = 0; i < 9; ++i) turns.Wait(*b, waiters.emplace_back());
  std::string order;
  SlotTurns::Plugin* holder = b->plugin;
  for (int i = 0; i < 8; ++i) {
    const size_t before = a->plugin->waiting;
    ASSERT_EQ(turns.End(*holder).size(), 1u);
    holder = a->plugin->waiting < before ? a->plugin : b->plugin;
    order += holder == a->plugin ? 'a' : 'b';
  }
  EXPECT_EQ(order, "aaabaaab");
  (void)turns.Cancel(*a);
  (void)turns.Cancel(*b);
}

TEST(SlotTurns, ControllersOfOnePluginTakeTurns) {
  SlotTurns turns(1);
  auto busy = turns.AddLane("p", 1);
  auto other = turns.AddLane("p", 1);
  Fill(turns, *busy, 2);
  std::deque<SlotTurns::Waiter> waiters(6);
  for (size_t i = 0; i < 5; ++i) turns.Wait(*busy, waiters[i]);
  turns.Wait(*other, waiters[5]);
  std::vector<size_t> order;
  for (int i = 0; i < 3; ++i) {
    for (SlotTurns::Waiter* granted : turns.End(*busy->plugin)) {
      order.push_back(static_cast<size_t>(
          std::find_if(waiters.begin(), waiters.end(), [&](auto& w) { return &w == granted; }) -
          waiters.begin()));
    }
  }
  EXPECT_EQ(order, (std::vector<size_t>{0, 5, 1}));
  (void)turns.Cancel(*busy);
}

TEST(SlotTurns, ALaneThatEndsCancelsItsWaitersAndItsPluginGoesWithItsLastRun) {
  SlotTurns turns(0);
  auto a = turns.AddLane("a", 1);
  SlotTurns::Plugin& plugin = *a->plugin;
  Fill(turns, *a, 1);
  SlotTurns::Waiter waiter;
  turns.Wait(*a, waiter);
  turns.RemoveLane(std::move(a));
  EXPECT_TRUE(waiter.cancelled);
  EXPECT_FALSE(waiter.granted);
  ASSERT_EQ(turns.plugins().size(), 1u);  // its run is still under way
  EXPECT_TRUE(turns.End(plugin).empty());
  EXPECT_TRUE(turns.plugins().empty());
}

// Random operations, with the promises of the header checked after each.
class RandomTurns {
 public:
  explicit RandomTurns(uint64_t seed) : random_(seed), turns_(1 + random_() % 6) {
    for (size_t i = 0; i < kLanes; ++i) AddLane(i);
  }
  ~RandomTurns() {
    for (auto& lane : lanes_) turns_.RemoveLane(std::move(lane));
  }

  void Step() {
    const size_t i = random_() % kLanes;
    const size_t what = random_() % 100;
    if (what < 50) {
      StartOrWait(i);
    } else if (what < 97) {
      EndOne();
    } else if (what < 99) {
      Cancelled(turns_.Cancel(*lanes_[i]), i);
    } else {
      Cancelled({fifo_[i].begin(), fifo_[i].end()}, i);
      turns_.RemoveLane(std::move(lanes_[i]));
      AddLane(i);
    }
    Check();
  }

 private:
  static constexpr size_t kLanes = 7;  // of four plugins: 0 4 | 1 5 | 2 6 | 3
  static size_t PluginOf(size_t lane) { return lane % 4; }
  static uint32_t WeightOf(size_t plugin) { return static_cast<uint32_t>(plugin % 3 + 1); }

  void AddLane(size_t i) {
    const size_t plugin = PluginOf(i);
    lanes_[i] = turns_.AddLane("p" + std::to_string(plugin), WeightOf(plugin));
    plugins_[plugin] = lanes_[i]->plugin;
  }

  void StartOrWait(size_t i) {
    const size_t plugin = PluginOf(i);
    const bool may = running_[plugin] == 0 || Used() < turns_.slots();
    ASSERT_EQ(turns_.TryStart(*lanes_[i]), may);
    if (may) {
      ++running_[plugin];
      return;
    }
    SlotTurns::Waiter& waiter = waiters_.emplace_back();
    if (Waiting(plugin) == 0) passed_[plugin] = {};
    turns_.Wait(*lanes_[i], waiter);
    fifo_[i].push_back(&waiter);
  }

  void EndOne() {
    const size_t plugin = random_() % 4;
    if (running_[plugin] == 0) return;
    --running_[plugin];
    for (SlotTurns::Waiter* granted : turns_.End(*plugins_[plugin])) Granted(granted);
  }

  void Granted(SlotTurns::Waiter* waiter) {
    size_t lane = 0;
    while (lane < kLanes && (fifo_[lane].empty() || fifo_[lane].front() != waiter)) ++lane;
    ASSERT_LT(lane, kLanes) << "not the longest waiting of its lane";
    fifo_[lane].pop_front();
    EXPECT_TRUE(waiter->granted);
    const size_t plugin = PluginOf(lane);
    const bool own = running_[plugin] == 0;  // needs no turn
    ++running_[plugin];
    if (own) return;
    for (size_t other = 0; other < 4; ++other) {
      if (other == plugin || Waiting(other) == 0) continue;
      EXPECT_LE(++passed_[other][plugin], WeightOf(plugin)) << "a turn is longer than its weight";
    }
    passed_[plugin] = {};
  }

  void Cancelled(const SlotTurns::Waiters& waiters, size_t lane) {
    EXPECT_EQ(waiters.size(), fifo_[lane].size());
    fifo_[lane].clear();
  }

  size_t Used() const {
    size_t used = 0;
    for (const size_t running : running_) used += running > 0 ? running - 1 : 0;
    return used;
  }
  size_t Waiting(size_t plugin) const {
    size_t waiting = 0;
    for (size_t i = 0; i < kLanes; ++i) waiting += PluginOf(i) == plugin ? fifo_[i].size() : 0;
    return waiting;
  }

  void Check() const {
    ASSERT_EQ(turns_.used(), Used());
    ASSERT_LE(Used(), turns_.slots());
    for (size_t p = 0; p < 4; ++p) {
      ASSERT_EQ(plugins_[p]->running, running_[p]);
      ASSERT_EQ(plugins_[p]->waiting, Waiting(p));
      if (Waiting(p) == 0) continue;
      ASSERT_GT(running_[p], 0u) << "its first run is free";
      ASSERT_EQ(Used(), turns_.slots()) << "a slot is free and somebody waits";
    }
  }

  std::mt19937_64 random_;
  SlotTurns turns_;
  std::array<std::unique_ptr<SlotTurns::Lane>, kLanes> lanes_;
  std::array<SlotTurns::Plugin*, 4> plugins_{};
  std::array<size_t, 4> running_{};
  std::array<std::deque<SlotTurns::Waiter*>, kLanes> fifo_;
  // Slots that others got since this plugin waits or had its last one.
  std::array<std::array<uint32_t, 4>, 4> passed_{};
  std::list<SlotTurns::Waiter> waiters_;
};

TEST(SlotTurns, RandomOperationsKeepEveryPromise) {
  for (const uint64_t seed : {uint64_t{1}, uint64_t{2}, uint64_t{std::random_device{}()}}) {
    RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTurns turns(seed);
    for (int i = 0; i < 100'000; ++i) {
      turns.Step();
      ASSERT_FALSE(testing::Test::HasFailure()) << "step " << i;
    }
  }
}

}  // namespace
}  // namespace oarlock::queue
