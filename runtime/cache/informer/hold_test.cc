// A handler that asked for back-pressure holds the source back: a list is paused, a watch is closed
// and resumed from the last applied version. Without asking, nobody waits for a slow handler.
#include <gtest/gtest.h>

#include "cache/informer/inlet.h"
#include "cache/reflector/reflector_sinks.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::InformerHarness;
using testing::Json;
using testing::ListReply;
using Strings = std::vector<std::string>;

std::string Big(const std::string& name, const std::string& version, size_t bytes) {
  return Json({.name = name, .version = version, .value = std::string(bytes, 'x')});
}

class Hold : public ::testing::Test {
 protected:
  std::shared_ptr<testing::Recorder> SlowOne(size_t pause_above) {
    HandlerOptions options;
    options.name = "slow";
    options.executor = &slow;
    options.pause_above = pause_above;
    return h.Record(options);
  }
  double Metric(const std::string& name) {
    for (const auto& family : h.metrics.Collect()) {
      if (family.name == name && !family.samples.empty()) return family.samples[0].value;
    }
    return -1;
  }
  base::ManualExecutor slow;
  InformerHarness h;
};

TEST_F(Hold, AListIsPausedWhileTheHandlerIsBehindAndGoesOnAtHalf) {
  auto recorder = SlowOne(5);
  auto fast = h.Record({.name = "fast"});
  // Each batch of the source is a megabyte; the budget of a list is 8.
  ListReply list;
  for (int i = 0; i < 20; ++i) list.items.push_back(Big("n" + std::to_string(i), "1", 1 << 20));
  list.version = "10";
  h.source->AddList(std::move(list));
  h.informer->Start();
  h.Run();
  EXPECT_EQ(h.informer->state().held_by, "slow");
  EXPECT_EQ(h.informer->store().size(), 6u) << "taken until more than five waited";
  EXPECT_EQ(h.informer->state().queued, 14u);
  EXPECT_EQ(Metric("oarlock_informer_held"), 1);
  EXPECT_GT(h.source->pauses(), 0u) << "the transfer was asked to pause";
  EXPECT_EQ(h.source->resumes(), 0u);
  EXPECT_FALSE(h.informer->HasSynced());
  for (int round = 0; round < 10 && !h.informer->HasSynced(); ++round) {
    slow.RunUntilIdle();
    h.Run();
  }
  EXPECT_EQ(h.source->resumes(), 1u);
  EXPECT_TRUE(h.informer->HasSynced());
  slow.RunUntilIdle();
  h.Run();
  EXPECT_TRUE(h.registrations[0].HasSynced());
  EXPECT_EQ(recorder->view.size(), 20u);
  EXPECT_EQ(fast->view.size(), 20u);
  EXPECT_EQ(h.informer->state().held_by, "");
  EXPECT_EQ(h.informer->state().queued, 0u);
  EXPECT_EQ(Metric("oarlock_informer_held"), 0);
  EXPECT_GE(Metric("oarlock_informer_holds_total"), 2);
  EXPECT_LE(h.registrations[0].pending_high_water(), 7u);
}

TEST_F(Hold, AWatchIsClosedAtItsBudgetAndResumedFromTheLastAppliedVersion) {
  h.StartWith({}, "10");
  auto recorder = SlowOne(3);
  slow.RunUntilIdle();
  const auto stream = h.source->stream();
  for (int i = 0; i < 4; ++i)
    h.Send(WatchEventType::kAdded, Json({"n" + std::to_string(i), std::to_string(11 + i)}));
  EXPECT_EQ(h.informer->state().held_by, "slow");
  for (int i = 0; i < 8; ++i) {
    stream->Send(WatchEventType::kAdded,
                 Big("b" + std::to_string(i), std::to_string(15 + i), 1 << 20));
    h.Run();
  }
  EXPECT_FALSE(stream->open()) << "closed at once, not when the handler is ready";
  EXPECT_EQ(h.informer->store().size(), 4u);
  EXPECT_EQ(h.source->watches().size(), 1u) << "nothing is asked for while held";
  h.Advance(seconds(5));
  EXPECT_GE(h.informer->state().lag, seconds(5));
  // The handler catches up: what was kept is applied, the rest is asked for again.
  for (int round = 0; round < 10; ++round) {
    slow.RunUntilIdle();
    h.Run();
  }
  h.Advance(seconds(1));
  EXPECT_EQ(h.informer->store().size(), 7u);
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "17"}));
  EXPECT_EQ(h.source->lists().size(), 1u) << "and nothing is listed";
  for (int i = 3; i < 8; ++i) {
    h.Send(WatchEventType::kAdded, Json({"b" + std::to_string(i), std::to_string(15 + i)}));
    slow.RunUntilIdle();
    h.Run();
  }
  EXPECT_EQ(recorder->view.size(), 12u);
  EXPECT_EQ(recorder->violations, Strings{});
}

TEST_F(Hold, WithoutAskingASlowHandlerHoldsNobodyBack) {
  h.StartWith({}, "10");
  auto recorder = SlowOne(0);
  auto fast = h.Record({.name = "fast"});
  for (int i = 0; i < 5000; ++i) {
    h.Send(WatchEventType::kModified, Json({"n" + std::to_string(i % 50), std::to_string(11 + i)}));
  }
  EXPECT_EQ(h.informer->state().held_by, "");
  EXPECT_EQ(h.registrations[0].pending(), 51u) << "50 keys and the end of the initial ones";
  EXPECT_EQ(fast->view.size(), 50u);
  EXPECT_EQ(Metric("oarlock_informer_holds_total"), 0);
}

TEST_F(Hold, AHandlerThatLeavesLetsGo) {
  h.StartWith({}, "10");
  auto recorder = SlowOne(1);
  slow.RunUntilIdle();
  auto fast = h.Record({.name = "fast"});
  for (int i = 0; i < 4; ++i)
    h.Send(WatchEventType::kAdded, Json({"n" + std::to_string(i), std::to_string(11 + i)}));
  EXPECT_EQ(h.informer->state().held_by, "slow");
  EXPECT_EQ(fast->view.size(), 2u) << "its neighbours wait with it";
  h.registrations[0].Remove();
  h.Run();
  EXPECT_EQ(h.informer->state().held_by, "");
  EXPECT_EQ(fast->view.size(), 4u);
}

TEST_F(Hold, StoppingWhileHeldLeavesNothing) {
  h.StartWith({}, "10");
  auto recorder = SlowOne(1);
  for (int i = 0; i < 4; ++i)
    h.Send(WatchEventType::kAdded, Json({"n" + std::to_string(i), std::to_string(11 + i)}));
  h.informer->Stop();
  h.Run();
  EXPECT_TRUE(h.informer->WaitStopped(h.clock.Now()).ok());
  EXPECT_EQ(h.clock.pending_timers(), 0u);
  EXPECT_EQ(h.informer->state().queued, 0u);
}

TEST(InletTest, KeepsOrderOverHoldsAndInlinePieces) {
  base::FakeClock clock;
  base::ManualExecutor executor;
  auto strand = std::make_shared<base::SerialExecutor>(executor);
  auto inlet = std::make_shared<Inlet>(strand, clock, std::make_shared<base::Gauge>());
  std::vector<int> ran;
  const auto piece = [&](int i) { return [&ran, i] { ran.push_back(i); }; };
  inlet->RunOrPost(piece(1), 1);
  EXPECT_EQ(ran, (std::vector<int>{1})) << "at once: the strand was idle";
  inlet->Post(piece(2), 1);
  inlet->RunOrPost(piece(3), 1);
  strand->Post([&] { inlet->Hold(true); });
  inlet->Post(piece(4), 2);
  executor.RunUntilIdle();
  EXPECT_EQ(ran, (std::vector<int>{1, 2, 3}));
  clock.Advance(seconds(2));
  inlet->RunOrPost(piece(5), 3);
  executor.RunUntilIdle();
  EXPECT_EQ(ran.size(), 3u);
  EXPECT_EQ(inlet->queued(), 5u);
  EXPECT_EQ(clock.Now() - inlet->waiting_since().value(), seconds(2));
  strand->Post([&] { inlet->Hold(false); });
  inlet->Post(piece(6), 1);
  executor.RunUntilIdle();
  EXPECT_EQ(ran, (std::vector<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(inlet->queued(), 0u);
  EXPECT_FALSE(inlet->waiting_since().has_value());
}

}  // namespace
}  // namespace oarlock::cache
