// From the informer to several handlers: who hears what, in which order, and how it ends.
#include <gtest/gtest.h>

#include "cache/sync/sync_wait.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::InformerHarness;
using testing::Json;
using testing::Recorder;
using Strings = std::vector<std::string>;

class Delivery : public ::testing::Test {
 protected:
  // The stream breaks; what the next list says is all that is known of the time between.
  void RelistWith(Strings items, std::string version) {
    h.source->AddList({{}, std::move(items), std::move(version), {}, false});
    h.source->stream()->Send(WatchEventType::kError, testing::ErrorJson(500, "InternalError", "x"));
    h.Advance(seconds(61));
  }
  base::ManualExecutor slow;
  InformerHarness h;
};

TEST_F(Delivery, PL_1_HandlersAreAtDifferentPointsButEachInOrder) {
  h.StartWith({}, "10");
  auto behind = h.Record({.name = "behind", .executor = &slow});
  auto ahead = h.Record({.name = "ahead"});
  for (int i = 1; i <= 3; ++i) {
    h.Send(WatchEventType::kAdded, Json({"n" + std::to_string(i), std::to_string(10 + i)}));
  }
  const Strings all{"synced", "add default/n1@11 watch", "add default/n2@12 watch",
                    "add default/n3@13 watch"};
  EXPECT_EQ(ahead->log, all);
  EXPECT_EQ(behind->log, Strings{});
  slow.RunUntilIdle();
  EXPECT_EQ(behind->log, all);
}

TEST_F(Delivery, SI_9_10_UnchangedObjectsOfARelistReachNoHandlerWithOrWithoutAPeriod) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto with = h.Record({.name = "with", .resync = std::chrono::hours(1)});
  auto without = h.Record({.name = "without"});
  with->Take();
  without->Take();
  RelistWith({Json({"a", "1"}), Json({"b", "2"})}, "20");
  EXPECT_EQ(with->Take(), Strings{});
  EXPECT_EQ(without->Take(), Strings{});
  RelistWith({Json({"a", "1"}), Json({"b", "22"})}, "30");
  EXPECT_EQ(with->Take(), Strings{"update default/b@22 relist"});
  EXPECT_EQ(without->Take(), Strings{"update default/b@22 relist"});
}

TEST_F(Delivery, SI_12_ADeleteAlwaysCarriesAnObjectAndSaysWhetherItIsTheFinalState) {
  h.StartWith({Json({"seen", "1"}), Json({"missed", "2"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.Send(WatchEventType::kDeleted, Json({.name = "seen", .version = "11", .value = "final"}));
  Notification last = recorder->notifications.back();
  EXPECT_EQ(last.type, ChangeType::kDelete);
  EXPECT_FALSE(last.stale);
  EXPECT_EQ(last.object["data"]["v"].AsString(), "final");
  EXPECT_EQ(last.old_object.resource_version(), "1");
  RelistWith({}, "20");
  last = recorder->notifications.back();
  EXPECT_TRUE(last.stale);
  EXPECT_EQ(last.object.key(), "default/missed");
  EXPECT_TRUE(last.object.SameAs(last.old_object));
}

TEST_F(Delivery, SI_14_AfterAGapWhatIsGoneNewOrChangedIsToldWithCauseRelist) {
  h.StartWith({Json({"gone", "1"}), Json({"same", "2"}), Json({"changed", "3"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  RelistWith({Json({"same", "2"}), Json({"changed", "12"}), Json({"new", "13"})}, "14");
  EXPECT_EQ(recorder->Take(),
            (Strings{"update default/changed@12 relist", "add default/new@13 relist",
                     "delete default/gone@1 relist stale"}));
  EXPECT_EQ(recorder->violations, Strings{});
}

// Stops its informer from inside a callback.
class Stopper final : public EventHandler {
 public:
  explicit Stopper(InformerHarness& h) : h_(h) {}
  void OnEvent(const Notification&) override {
    ++calls;
    h_.informer->Stop();
    h_.Run();
    while_running = h_.informer->WaitStopped(h_.clock.Now());
  }
  int calls = 0;
  base::Status while_running;

 private:
  InformerHarness& h_;
};

TEST_F(Delivery, SI_13_INV_8_TheEndWaitsForTheCallbackUnderWayAndNoneFollows) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto stopper = std::make_shared<Stopper>(h);
  auto registration =
      h.informer->AddHandler(stopper, {.name = "stopper", .executor = &slow}).value();
  h.Run();
  slow.RunUntilIdle();
  EXPECT_EQ(stopper->calls, 1) << "what waited was dropped";
  EXPECT_EQ(stopper->while_running.code(), base::StatusCode::kDeadlineExceeded);
  EXPECT_TRUE(h.informer->WaitStopped(h.clock.Now()).ok());
  EXPECT_EQ(h.source->open_streams(), 0u);
  EXPECT_EQ(h.clock.pending_timers(), 0u);
}

TEST_F(Delivery, PL_5_StoppingBeforeTheFirstListTellsWhoWaitsForAHandler) {
  auto recorder = h.Record({.name = "r"});
  h.informer->Start();
  h.Run();
  const auto latch = h.registrations[0].sync();
  EXPECT_EQ(latch->view().stage, SyncLatch::Stage::kWaiting);
  h.informer->Stop();
  h.Run();
  EXPECT_EQ(latch->view().stage, SyncLatch::Stage::kClosed);
  EXPECT_FALSE(h.registrations[0].HasSynced());
  const SyncReport report = WaitForSync(h.clock, {latch, h.informer->sync()}, {});
  EXPECT_EQ(report.status().code(), base::StatusCode::kCancelled);
}

TEST_F(Delivery, PL_4_INV_7_AHandlerIsSyncedWhenItsOwnInitialOnesAreHandled) {
  auto early = h.Record({.name = "early", .executor = &slow});
  EXPECT_FALSE(h.registrations[0].HasSynced()) << "before the start";
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_EQ(h.informer->store().size(), 2u) << "all of the first list is readable";
  EXPECT_FALSE(h.registrations[0].HasSynced()) << "its adds still wait";
  auto late = h.Record({.name = "late", .executor = &slow});
  slow.RunUntilIdle();
  EXPECT_TRUE(h.registrations[0].HasSynced());
  EXPECT_TRUE(h.registrations[1].HasSynced());
  EXPECT_EQ(early->log.back(), "synced");
  EXPECT_EQ(late->log, (Strings{"add default/a@1 initial", "add default/b@2 initial", "synced"}));
}

TEST_F(Delivery, INV_6_InitialOnesAreAPrefixAlsoWhenTheFirstListHasToBeginAgain) {
  auto recorder = h.Record();
  h.source->AddList(
      {base::Unavailable("reset"), {Json({"a", "1"}), Json({"b", "2"})}, "", "", false});
  h.source->AddList({{}, {Json({"b", "5"}), Json({"c", "6"})}, "10", "", false});
  h.informer->Start();
  h.Advance(seconds(2));
  h.Send(WatchEventType::kAdded, Json({"d", "11"}));
  EXPECT_EQ(recorder->Take(),
            (Strings{"add default/a@1 initial", "add default/b@2 initial",
                     "update default/b@5 initial", "add default/c@6 initial",
                     "delete default/a@1 initial stale", "synced", "add default/d@11 watch"}));
}

TEST_F(Delivery, RS_2_APeriodIsTheHandlersOwnAlsoWhenItJoinsLate) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto slow_one = h.Record({.name = "slow", .resync = seconds(60)});
  slow_one->Take();
  h.Advance(seconds(7));
  auto fast = h.Record({.name = "fast", .resync = seconds(2)});
  fast->Take();
  h.Advance(seconds(10));
  EXPECT_EQ(fast->Take().size(), 5u) << "not raised to anybody else's period";
  EXPECT_EQ(slow_one->Take(), Strings{});
  h.Advance(seconds(43));
  EXPECT_EQ(slow_one->Take().size(), 1u) << "60 s after it joined";
}

TEST_F(Delivery, RS_3_AnInformerHasNoPeriodThatCouldForbidAHandlersOwn) {
  h.StartWith({Json({"a", "1"})}, "10");
  const size_t timers = h.clock.pending_timers();
  h.Record({.name = "none"});
  EXPECT_EQ(h.clock.pending_timers(), timers);
  auto recorder = h.Record({.name = "own", .resync = seconds(5)});
  recorder->Take();
  h.Advance(seconds(5));
  EXPECT_EQ(recorder->Take(), Strings{"update default/a@1 redeliver"});
}

TEST_F(Delivery, RS_4_AHandlerIsDueAtItsPeriodToTheMoment) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto three = h.Record({.name = "three", .resync = seconds(3)});
  auto five = h.Record({.name = "five", .resync = seconds(5)});
  three->Take();
  five->Take();
  std::string due;
  for (int second = 1; second <= 15; ++second) {
    h.Advance(milliseconds(999));
    EXPECT_TRUE(three->Take().empty() && five->Take().empty()) << second;
    h.Advance(milliseconds(1));
    if (!three->Take().empty()) due += std::to_string(second) + "t ";
    if (!five->Take().empty()) due += std::to_string(second) + "f ";
  }
  EXPECT_EQ(due, "3t 5f 6t 9t 10f 12t 15t 15f ");
}

TEST_F(Delivery, RS_6_WithoutAHandlerThereIsNoTimer) {
  h.StartWith({Json({"a", "1"})}, "10");
  const size_t timers = h.clock.pending_timers();  // the guard over the stream
  h.Record({.name = "r", .resync = seconds(5)});
  EXPECT_EQ(h.clock.pending_timers(), timers + 1);
  h.registrations.clear();
  h.Run();
  h.Advance(seconds(5));
  EXPECT_EQ(h.clock.pending_timers(), timers);
}

TEST_F(Delivery, RS_7_WhatIsRedeliveredIsMeantForTheHandlerThatIsDueAndNoOther) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto first = h.Record({.name = "first", .executor = &slow, .resync = seconds(10)});
  auto second = h.Record({.name = "second", .executor = &slow, .resync = seconds(11)});
  slow.RunUntilIdle();
  first->Take();
  second->Take();
  // Both periods pass before either handler runs.
  h.Advance(seconds(10));
  h.Advance(seconds(1));
  EXPECT_EQ(h.registrations[0].pending(), 1u);
  EXPECT_EQ(h.registrations[1].pending(), 1u);
  slow.RunUntilIdle();
  EXPECT_EQ(first->Take(), Strings{"update default/a@1 redeliver"});
  EXPECT_EQ(second->Take(), Strings{"update default/a@1 redeliver"});
}

TEST_F(Delivery, AStreamThatBreaksDoesNotRestartAHandlersPeriod) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record({.name = "r", .resync = seconds(100)});
  recorder->Take();
  h.Advance(seconds(30));
  RelistWith({Json({"a", "1"})}, "20");
  EXPECT_EQ(recorder->Take(), Strings{});
  h.Advance(seconds(9));
  EXPECT_EQ(recorder->Take(), Strings{"update default/a@1 redeliver"});
}

}  // namespace
}  // namespace oarlock::cache
