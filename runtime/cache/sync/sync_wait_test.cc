// Waiting for first states: of many at once, with reasons; and trackers of what handlers hand on.
#include "cache/sync/sync_wait.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/log.h"
#include "cache/sync/sync_tracker.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using base::StatusCode;
using std::chrono::seconds;
using testing::HttpError;
using testing::InformerHarness;
using testing::Json;
using Strings = std::vector<std::string>;

std::shared_ptr<SyncLatch> Latch(const std::string& name) {
  return std::make_shared<SyncLatch>(name);
}

class Lines final : public base::LogSink {
 public:
  void Write(base::LogLevel, std::string_view line) override {
    all.emplace_back(line.substr(line.find(' ') + 1));
  }
  Strings all;
};

// A list that fails so, then hangs.
void Fail(InformerHarness& h, base::Status error) {
  h.source->AddList({std::move(error), {}, "", "", false});
  h.informer->Start();
  h.Run();
}

TEST(SyncWaitTest, SY_1_AWaitEndsWhenAllAreDoneWithoutTimePassing) {
  base::FakeClock clock;
  const auto a = Latch("a");
  const auto b = Latch("b");
  SyncReport report;
  std::thread waiter([&] { report = WaitForSync(clock, {a, b}, {}); });
  a->Open();
  b->Open();
  waiter.join();
  EXPECT_TRUE(report.status().ok());
  EXPECT_EQ(clock.pending_timers(), 0u) << "nobody polls";
}

TEST(SyncWaitTest, SY_1_StoppingEndsTheWait) {
  base::FakeClock clock;
  std::stop_source stop;
  SyncReport report;
  SyncWait wait;
  wait.stop = stop.get_token();
  std::thread waiter([&] { report = WaitForSync(clock, {Latch("pods")}, wait); });
  stop.request_stop();
  waiter.join();
  EXPECT_EQ(report.status().code(), StatusCode::kCancelled);
  EXPECT_EQ(report.Missing(), Strings{"pods"});
}

struct Hopeless {
  base::Status error;
  int tries;  // after so many it is known to be hopeless; 0: never
};

class FailFast : public ::testing::TestWithParam<Hopeless> {};

TEST_P(FailFast, SY_1_EndsAtOnceForWhatWaitingDoesNotMendAndOnlyForThat) {
  InformerHarness h;
  Fail(h, GetParam().error);
  const auto look = [&] {
    SyncWait wait{.deadline = h.clock.Now(), .fail_fast = true};
    return WaitForSync(h.clock, {Latch("other"), h.informer->sync()}, wait);
  };
  for (int tries = 1; tries < std::max(GetParam().tries, 2); ++tries) {
    if (tries != GetParam().tries) {
      EXPECT_EQ(look().status().code(), StatusCode::kDeadlineExceeded) << tries;
    }
    h.source->AddList({GetParam().error, {}, "", "", false});
    h.Advance(seconds(120));
  }
  const base::Status status = look().status();
  if (GetParam().tries == 0) {
    EXPECT_EQ(status.code(), StatusCode::kDeadlineExceeded);
    return;
  }
  EXPECT_EQ(status.code(), GetParam().error.code());
  EXPECT_NE(status.message().find(GetParam().error.message()), std::string::npos);
  EXPECT_EQ(status.detail().http_status, GetParam().error.detail().http_status);
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, FailFast,
    ::testing::Values(
        Hopeless{HttpError(StatusCode::kPermissionDenied, 403, "Forbidden", "no"), 1},
        Hopeless{HttpError(StatusCode::kNotFound, 404, "NotFound", "no such resource"), 1},
        Hopeless{HttpError(StatusCode::kInvalidArgument, 400, "BadRequest", "bad selector"), 1},
        Hopeless{base::DataLoss("not JSON"), 2}, Hopeless{base::Unavailable("refused"), 0},
        Hopeless{HttpError(StatusCode::kResourceExhausted, 429, "", "slow down"), 0}));

TEST(SyncWaitTest, SY_2_AWaitWithANameSaysHowItBeginsGoesOnAndEnds) {
  auto lines = std::make_shared<Lines>();
  const base::Log log(base::LogLevel::kInfo, base::LogFormat::kText, lines);
  base::FakeClock clock;
  const auto a = Latch("a");
  const auto b = Latch("b");
  a->Open();
  b->SetTrouble(base::Unavailable("refused"), false, 3);
  SyncWait wait{.deadline = clock.Now()};
  wait.who = "pruner";
  wait.log = &log;
  WaitForSync(clock, {a, b}, wait);
  ASSERT_EQ(lines->all.size(), 3u);
  EXPECT_NE(lines->all[0].find("waiting for the first state who=pruner"), std::string::npos);
  EXPECT_NE(lines->all[1].find("has its first state who=pruner of=a"), std::string::npos);
  EXPECT_NE(lines->all[2].find("has no first state who=pruner of=b"), std::string::npos);
  EXPECT_NE(lines->all[2].find("refused"), std::string::npos);
}

TEST(SyncWaitTest, SY_3_AllAreWaitedForTogetherAndTheMissingAreNamedInOrder) {
  base::FakeClock clock;
  const auto zebra = Latch("zebra");
  const auto ant = Latch("ant");
  const auto bee = Latch("bee");
  bee->Open();
  zebra->SetTrouble(HttpError(StatusCode::kUnavailable, 503, "", "down"), false, 4);
  const SyncReport report = WaitForSync(clock, {zebra, ant, bee}, {.deadline = clock.Now()});
  EXPECT_EQ(report.Missing(), (Strings{"ant", "zebra"}));
  EXPECT_EQ(report.status().code(), StatusCode::kDeadlineExceeded);
  EXPECT_EQ(report.status().message(), "not synced: 2 of 3: ant, zebra (down; 4 attempts)");
  // One that can only fail ends the wait, however long the one before it takes.
  ant->SetTrouble(HttpError(StatusCode::kPermissionDenied, 403, "", "no"), true, 1);
  const SyncReport fast = WaitForSync(clock, {zebra, ant, bee}, {.fail_fast = true});
  EXPECT_EQ(fast.status().code(), StatusCode::kPermissionDenied);
}

TEST(SyncWaitTest, SY_3_DoneAtTheLastMomentIsDone) {
  base::FakeClock clock;
  const auto latch = Latch("a");
  std::stop_source stop;
  stop.request_stop();
  latch->Open();
  SyncWait wait{.deadline = clock.Now() - seconds(1)};
  wait.stop = stop.get_token();
  EXPECT_TRUE(WaitForSync(clock, {latch}, wait).status().ok());
}

TEST(SyncWaitTest, SY_4_TheReportHasAnEntryForEachWithCauseAndAttempts) {
  InformerHarness good;
  good.StartWith({}, "10");
  InformerHarness bad;
  Fail(bad, HttpError(StatusCode::kPermissionDenied, 403, "Forbidden", "no"));
  const SyncReport report = WaitForSync(good.clock, {good.informer->sync(), bad.informer->sync()},
                                        {.deadline = good.clock.Now()});
  ASSERT_EQ(report.results.size(), 2u);
  EXPECT_TRUE(report.results[0].synced);
  EXPECT_TRUE(report.results[0].error.ok());
  EXPECT_EQ(report.results[0].name, "configmaps in all namespaces");
  EXPECT_FALSE(report.results[1].synced);
  EXPECT_EQ(report.results[1].error.code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(report.results[1].attempts, 1u);
  EXPECT_FALSE(report.status().ok());
  EXPECT_TRUE(WaitForSync(good.clock, {good.informer->sync()}, {}).status().ok());
}

TEST(SyncLatchTest, OnceOpenOrClosedItStaysSo) {
  const auto open = Latch("a");
  int changes = 0;
  auto observer = open->Observe([&] { ++changes; });
  open->SetTrouble(base::Unavailable("x"), false, 1);
  open->Open();
  open->Close(base::Cancelled("late"));
  open->SetTrouble(base::Unavailable("x"), false, 2);
  EXPECT_EQ(changes, 2);
  EXPECT_TRUE(open->is_open());
  EXPECT_TRUE(open->view().error.ok());
  const auto closed = Latch("b");
  closed->Close(base::Cancelled("end"));
  closed->Open();
  EXPECT_FALSE(closed->is_open());
}

TEST(SyncTracker, SY_5_OpensWhenUpstreamHasAndNothingStartedIsUnfinished) {
  const auto upstream = Latch("informer");
  AsyncTracker tracker("work", upstream);
  tracker.Start("a");
  tracker.Start("b");
  EXPECT_TRUE(tracker.Finish("b")) << "in any order";
  upstream->Open();
  EXPECT_FALSE(tracker.sync()->is_open());
  EXPECT_FALSE(tracker.Finish("unknown"));
  EXPECT_FALSE(tracker.Finish("b"));
  EXPECT_FALSE(tracker.sync()->is_open());
  EXPECT_TRUE(tracker.Finish("a"));
  EXPECT_TRUE(tracker.sync()->is_open());
  tracker.Start("later");
  EXPECT_TRUE(tracker.sync()->is_open()) << "it has had its first state";

  AsyncTracker idle("idle", upstream);
  EXPECT_TRUE(idle.sync()->is_open());
}

TEST(SyncTracker, SY_5_ManyThreadsStartAndFinish) {
  const auto upstream = Latch("informer");
  AsyncTracker tracker("work", upstream);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 200; ++i) tracker.Start(std::to_string(t) + "/" + std::to_string(i));
  }
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&tracker, &upstream, t] {
      for (int i = 0; i < 199; ++i) tracker.Finish(std::to_string(t) + "/" + std::to_string(i));
      if (t == 2) upstream->Open();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(tracker.sync()->is_open());
  for (int t = 0; t < 4; ++t) tracker.Finish(std::to_string(t) + "/199");
  EXPECT_TRUE(tracker.sync()->is_open());
}

TEST(SyncTracker, SY_6_CountsWhatIsUnderWayAndRefusesAFinishTooMany) {
  const auto upstream = Latch("informer");
  CountingTracker tracker("work", upstream);
  EXPECT_FALSE(tracker.Finish());
  tracker.Start();
  tracker.Start();
  EXPECT_TRUE(tracker.Finish());
  upstream->Open();
  EXPECT_FALSE(tracker.sync()->is_open());
  EXPECT_TRUE(tracker.Finish());
  EXPECT_TRUE(tracker.sync()->is_open());
  EXPECT_FALSE(tracker.Finish());
}

TEST(SyncTracker, SY_6_UpstreamsEndAndTroubleAreItsOwn) {
  const auto upstream = Latch("informer");
  CountingTracker tracker("work", upstream);
  upstream->SetTrouble(HttpError(StatusCode::kPermissionDenied, 403, "", "no"), true, 2);
  EXPECT_TRUE(tracker.sync()->view().hopeless);
  EXPECT_EQ(tracker.sync()->view().attempts, 2u);
  upstream->Close(base::Cancelled("the informer was stopped"));
  EXPECT_EQ(tracker.sync()->view().stage, SyncLatch::Stage::kClosed);
}

// A handler that hands each initial object on: whoever waits for the tracker waits for that work.
TEST(SyncTracker, SY_6_FollowsAHandlerOverWorkItHasHandedOn) {
  InformerHarness h;
  class Forwarder final : public EventHandler {
   public:
    void OnEvent(const Notification& n) override {
      if (n.cause == Cause::kInitial) tracker->Start(n.object.key());
    }
    AsyncTracker* tracker = nullptr;
  };
  auto forwarder = std::make_shared<Forwarder>();
  base::ManualExecutor slow;
  auto registration = h.informer->AddHandler(forwarder, {.executor = &slow}).value();
  AsyncTracker tracker("work", registration.sync());
  forwarder->tracker = &tracker;
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  slow.RunUntilIdle();
  EXPECT_TRUE(registration.HasSynced());
  EXPECT_FALSE(tracker.sync()->is_open());
  tracker.Finish("default/a");
  tracker.Finish("default/b");
  EXPECT_TRUE(tracker.sync()->is_open());
}

}  // namespace
}  // namespace oarlock::cache
