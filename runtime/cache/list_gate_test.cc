#include "cache/list_gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <optional>
#include <thread>
#include <vector>

#include "base/fake_clock.h"
#include "base/metrics.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using std::chrono::seconds;

class ListGateTest : public ::testing::Test {
 protected:
  std::shared_ptr<ListGate::Ticket> Enter(int who) {
    return gate.Enter([this, who] { begun.push_back(who); });
  }
  base::FakeClock clock;
  base::MetricRegistry metrics;
  ListGate gate{2, clock, &metrics};
  std::vector<int> begun;
};

TEST_F(ListGateTest, TurnsAreGivenInOrder) {
  auto a = Enter(1);
  auto b = Enter(2);
  auto c = Enter(3);
  auto d = Enter(4);
  EXPECT_TRUE(a->immediate() && b->immediate());
  EXPECT_FALSE(c->immediate() || d->immediate());
  EXPECT_TRUE(begun.empty()) << "an immediate turn is not announced";
  EXPECT_EQ(gate.waiting(), 2u);
  EXPECT_EQ(metrics.MakeGauge("oarlock_list_gate_waiting", "")->value(), 2);
  b.reset();
  EXPECT_EQ(begun, (std::vector<int>{3}));
  a.reset();
  EXPECT_EQ(begun, (std::vector<int>{3, 4}));
  EXPECT_EQ(gate.running(), 2u);
  c.reset();
  d.reset();
  EXPECT_EQ(gate.running(), 0u);
  EXPECT_EQ(clock.pending_timers(), 0u);
  EXPECT_EQ(metrics.MakeGauge("oarlock_list_gate_running", "")->value(), 0);
}

TEST_F(ListGateTest, WhoLeavesTheLineLeavesNothingBehind) {
  auto a = Enter(1);
  auto b = Enter(2);
  auto c = Enter(3);
  auto d = Enter(4);
  c.reset();
  EXPECT_EQ(gate.waiting(), 1u);
  a.reset();
  EXPECT_EQ(begun, (std::vector<int>{4}));
}

TEST_F(ListGateTest, AListThatHangsGivesItsTurnUp) {
  auto a = Enter(1);
  clock.Advance(seconds(1));
  auto b = Enter(2);
  auto c = Enter(3);
  clock.Advance(kListTurnTimeout - seconds(1));
  EXPECT_EQ(begun, (std::vector<int>{3}));
  EXPECT_EQ(metrics.MakeCounter("oarlock_list_gate_timeouts_total", "")->value(), 1u);
  a.reset();  // counts no second time
  EXPECT_EQ(gate.running(), 2u);
  auto d = Enter(4);
  EXPECT_FALSE(d->immediate());
}

TEST_F(ListGateTest, TicketsMayOutliveTheGate) {
  std::optional<ListGate> short_lived(std::in_place, size_t{1}, clock, nullptr);
  auto a = short_lived->Enter([] {});
  auto b = short_lived->Enter([this] { begun.push_back(2); });
  short_lived.reset();
  a.reset();
  EXPECT_EQ(begun, (std::vector<int>{2}));
}

// Many threads enter, wait and leave, some without waiting for their turn.
TEST(ListGateThreads, NeverMoreTurnsThanTheLimitAndNobodyIsForgotten) {
  base::FakeClock clock;
  ListGate gate(3, clock, nullptr);
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  std::atomic<int> served{0};
  const auto work = [&](int thread) {
    for (int i = 0; i < 500; ++i) {
      auto turn = std::make_shared<std::promise<void>>();
      auto ticket = gate.Enter([turn] { turn->set_value(); });
      if ((i + thread) % 5 == 0) continue;  // leaves at once
      if (!ticket->immediate()) turn->get_future().wait();
      const int now = ++inside;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      ++served;
      --inside;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 3);
  EXPECT_EQ(served, 8 * 400);
  EXPECT_EQ(gate.running(), 0u);
  EXPECT_EQ(gate.waiting(), 0u);
  EXPECT_EQ(clock.pending_timers(), 0u);
}

// Reflectors behind the gate: ten informers at once make four lists at a time.
TEST(ListGateInformers, OnlySoManyListsRunAtOnceAndAllSync) {
  testing::InformerHarness h;
  ListGate gate(kListsAtOnce, h.clock, &h.metrics);
  InformerEnv env = h.env();
  env.list_gate = &gate;
  std::vector<std::shared_ptr<testing::ScriptedSource>> sources;
  std::vector<std::unique_ptr<SharedInformer>> informers;
  for (int i = 0; i < 10; ++i) {
    sources.push_back(std::make_shared<testing::ScriptedSource>());  // its list hangs
    informers.push_back(std::make_unique<SharedInformer>(
        testing::ConfigMapScope("n" + std::to_string(i)), sources.back(), env));
    informers.back()->Start();
  }
  const auto asked = [&] {
    size_t n = 0;
    for (const auto& source : sources) n += source->lists().size();
    return n;
  };
  h.Run();
  EXPECT_EQ(asked(), kListsAtOnce);
  EXPECT_EQ(gate.waiting(), 6u);
  EXPECT_EQ(informers[9]->state().phase, InformerPhase::kSyncing);
  informers[0]->Stop();  // one that lists
  informers[5]->Stop();  // one that waits
  h.Run();
  EXPECT_EQ(asked(), kListsAtOnce + 1);
  EXPECT_EQ(gate.waiting(), 4u);
  for (auto& source : sources) source->AddList({{}, {}, "5", {}, false});
  h.Advance(kListTurnTimeout);
  EXPECT_EQ(gate.waiting(), 0u);
  EXPECT_TRUE(sources[5]->lists().empty());
  for (const size_t i : {6u, 7u, 8u, 9u}) EXPECT_TRUE(informers[i]->HasSynced()) << i;
  for (auto& informer : informers) informer->Stop();
  h.Run();
  EXPECT_EQ(gate.running(), 0u);
}

// A failed list holds no turn while it waits for its next try.
TEST(ListGateInformers, WhoBacksOffHoldsNoTurn) {
  testing::InformerHarness h;
  ListGate gate(1, h.clock, nullptr);
  InformerEnv env = h.env();
  env.list_gate = &gate;
  h.source->AddList({base::Unavailable("down"), {}, {}, {}, false});
  h.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), h.source, env);
  h.informer->Start();
  h.Run();
  EXPECT_EQ(gate.running(), 0u);
  h.source->AddList({{}, {}, "5", {}, false});
  h.Advance(seconds(2));
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_EQ(gate.running(), 0u) << "a watch is no list";
  h.informer->Stop();
  h.Run();
  h.informer.reset();
}

}  // namespace
}  // namespace oarlock::cache
