#include "cache/shared_informer.h"

#include <gtest/gtest.h>

#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HttpError;
using testing::InformerHarness;
using testing::Json;
using testing::Recorder;

using Strings = std::vector<std::string>;

class Informer : public ::testing::Test {
 protected:
  void RelistWith(Strings items, std::string version) {
    h.source->AddList({{}, std::move(items), std::move(version), {}, false});
    h.source->stream()->Send(WatchEventType::kError,
                             testing::ErrorJson(500, "InternalError", "boom"));
    h.Advance(seconds(61));
  }
  InformerHarness h;
};

TEST_F(Informer, SI_16_SyncedAfterTheFirstCompleteListAndHandlersAfterTheirAdds) {
  auto recorder = h.Record();
  EXPECT_FALSE(h.informer->HasSynced());
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kNew);
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_TRUE(h.registrations[0].HasSynced());
  EXPECT_EQ(recorder->Take(),
            (Strings{"add default/a@1 initial", "add default/b@2 initial", "synced"}));
}

TEST_F(Informer, SI_4_ALateHandlerGetsWhatIsThereAndThenTheRest) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@1 initial", "synced"}));
  h.Send(WatchEventType::kModified, Json({"a", "11"}));
  h.Send(WatchEventType::kDeleted, Json({"a", "12"}));
  EXPECT_EQ(recorder->Take(), (Strings{"update default/a@11 watch", "delete default/a@12 watch"}));
  EXPECT_TRUE(recorder->violations.empty());
}

TEST_F(Informer, AHandlerHasItsPlaceOnceEveryChangeReachesIt) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto late = h.informer->AddHandler(std::make_shared<Recorder>(), {.name = "late"}).value();
  const auto joined = late.joined();
  EXPECT_FALSE(joined->is_open()) << "the strand has not come to it";
  h.Run();
  EXPECT_TRUE(joined->is_open());
  auto removed = h.informer->AddHandler(std::make_shared<Recorder>(), {.name = "gone"}).value();
  const auto never = removed.joined();
  removed.Remove();
  EXPECT_TRUE(never->is_open()) << "nobody has to wait for one that was removed";
}

TEST_F(Informer, SI_5_TheSameHandlerTwiceIsTwoRegistrations) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = std::make_shared<Recorder>();
  auto one = h.informer->AddHandler(recorder, {}).value();
  auto two = h.informer->AddHandler(recorder, {}).value();
  h.Run();
  EXPECT_EQ(recorder->log.size(), 4u);
  one.Remove();
  h.Send(WatchEventType::kModified, Json({"a", "11"}));
  EXPECT_EQ(recorder->log.size(), 5u) << "each is told, and removed, by itself";
}

TEST_F(Informer, SI_1_17_ASecondStartDoesNothingAndAfterStopThereIsNone) {
  h.StartWith({Json({"a", "1"})}, "10");
  h.informer->Start();
  h.Run();
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_NE(h.informer->state().phase, InformerPhase::kStopped);
  h.informer->Stop();
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kStopped) << "at once";
  h.informer->Stop();
  h.informer->Start();
  h.Advance(std::chrono::minutes(5));
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kStopped);
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_EQ(h.source->open_streams(), 0u);
  EXPECT_TRUE(h.informer->WaitStopped(h.clock.Now()).ok());
  EXPECT_EQ(h.Content(), "default/a@1") << "what was read can still be read";
}

TEST_F(Informer, SI_6_RemovedHandlersHearNothing) {
  h.StartWith({}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.registrations[0].Remove();
  h.registrations[0].Remove();
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  EXPECT_TRUE(recorder->Take().empty());
  EXPECT_EQ(recorder.use_count(), 1) << "the informer let go of it";
  h.Record();
  h.informer->Stop();
  h.registrations[1].Remove();
  h.registrations[1].RemoveAndWait();
  h.Run();
}

TEST_F(Informer, SI_3_AfterStopAHandlerIsRefused) {
  h.StartWith({}, "10");
  h.informer->Stop();
  EXPECT_EQ(h.informer->AddHandler(std::make_shared<Recorder>(), {}).status().code(),
            base::StatusCode::kFailedPrecondition);
  EXPECT_EQ(h.informer->AddIndex("i", OwnerUidIndex).code(), base::StatusCode::kFailedPrecondition);
  EXPECT_EQ(h.informer->EnsureIndex("i", OwnerUidIndex).status().code(),
            base::StatusCode::kFailedPrecondition);
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kStopped);
}

TEST_F(Informer, SI_9_10_ARelistTellsOnlyWhatChanged) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"}), Json({"c", "3"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  RelistWith({Json({"a", "1"}), Json({"b", "12"}), Json({"d", "13"})}, "14");
  EXPECT_EQ(recorder->Take(), (Strings{"update default/b@12 relist", "add default/d@13 relist",
                                       "delete default/c@3 relist stale"}));
}

TEST_F(Informer, SI_11_C_WAT_10_ARecreationIsADeleteAndAnAdd) {
  h.StartWith({Json({"blog", "1", "default", "u1"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  RelistWith({Json({"blog", "12", "default", "u2"})}, "13");
  EXPECT_EQ(recorder->Take(),
            (Strings{"delete default/blog@1 relist stale", "add default/blog@12 relist"}));
  EXPECT_EQ(recorder->notifications.end()[-2].object.uid(), "u1");
  h.source->stream()->Send({{WatchEventType::kDeleted, Json({"blog", "14", "default", "u2"})},
                            {WatchEventType::kAdded, Json({"blog", "15", "default", "u3"})}});
  h.Run();
  EXPECT_EQ(recorder->Take(),
            (Strings{"delete default/blog@14 watch", "add default/blog@15 watch"}));
}

TEST_F(Informer, RF_2_ADeleteOfSomethingNeverSeenIsNotTold) {
  h.StartWith({}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.Send(WatchEventType::kDeleted, Json({"x", "11"}));
  EXPECT_TRUE(recorder->Take().empty());
}

TEST_F(Informer, C_WAT_12_13_AShortLivedObjectBehindASlowHandlerIsNeverLeftBehind) {
  base::ManualExecutor slow;
  Strings items;
  for (int i = 0; i < 1000; ++i) items.push_back(Json({"n" + std::to_string(i), "1"}));
  h.StartWith(items, "10");
  auto recorder = h.Record({.name = "slow", .executor = &slow});
  slow.RunOne();
  EXPECT_GT(h.registrations[0].pending(), 900u);
  h.Send(WatchEventType::kAdded, Json({"x", "11"}));
  RelistWith(items, "20");
  RelistWith(items, "21");
  slow.RunUntilIdle();
  EXPECT_FALSE(recorder->view.contains("default/x")) << "never only an add";
  EXPECT_EQ(recorder->view.size(), 1000u);
  EXPECT_TRUE(h.registrations[0].HasSynced());

  h.Send(WatchEventType::kAdded, Json({.name = "x", .version = "22", .labels = R"("l":"v")"}));
  slow.RunUntilIdle();
  RelistWith(items, "30");
  slow.RunUntilIdle();
  const Notification& last = recorder->notifications.back();
  EXPECT_EQ(last.type, ChangeType::kDelete);
  EXPECT_TRUE(last.stale);
  EXPECT_EQ(last.object.name(), "x");
  EXPECT_EQ(last.object.Label("l"), "v");
  EXPECT_TRUE(recorder->violations.empty());
}

TEST_F(Informer, RS_3_5_RedeliveryIsPerHandlerAndAsksNobody) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto ten = h.Record({.name = "ten", .resync = seconds(10)});
  auto twenty = h.Record({.name = "twenty", .resync = seconds(20)});
  auto never = h.Record({.name = "never"});
  for (auto& recorder : {ten, twenty, never}) recorder->Take();
  const size_t requests = h.source->lists().size() + h.source->watches().size();
  h.Advance(seconds(10));
  EXPECT_EQ(ten->Take(), (Strings{"update default/a@1 redeliver"}));
  EXPECT_TRUE(ten->notifications.back().old_object.SameAs(ten->notifications.back().object));
  EXPECT_TRUE(twenty->Take().empty());
  h.Advance(seconds(10));
  EXPECT_EQ(ten->Take().size(), 1u);
  EXPECT_EQ(twenty->Take().size(), 1u);
  EXPECT_TRUE(never->Take().empty());
  EXPECT_EQ(h.source->lists().size() + h.source->watches().size(), requests);
}

TEST_F(Informer, RS_1_PeriodsBelowASecondAreRaised) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record({.name = "fast", .resync = milliseconds(1)});
  recorder->Take();
  h.Advance(seconds(3));
  EXPECT_EQ(recorder->Take().size(), 3u);
}

TEST_F(Informer, ReadYourWrites_HandlersFireFromTheWatchWithOldAsLastTold) {
  h.StartWith({Json({"a", "10"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  EXPECT_TRUE(h.informer->ApplyWrite(kube::ObjectFromJson(Json({"a", "20"})).value()));
  h.Run();
  EXPECT_EQ(h.Content(), "default/a@20");
  EXPECT_TRUE(recorder->Take().empty());
  h.Send(WatchEventType::kModified, Json({"a", "15"}));
  EXPECT_EQ(h.Content(), "default/a@20");
  h.Send(WatchEventType::kModified, Json({"a", "20"}));
  EXPECT_EQ(recorder->Take(), (Strings{"update default/a@15 watch", "update default/a@20 watch"}));
  EXPECT_TRUE(recorder->violations.empty());
}

TEST_F(Informer, ReadYourWrites_ADeleteMarkEndsAfterThirtySeconds) {
  h.StartWith({Json({"a", "10"})}, "10");
  EXPECT_TRUE(h.informer->ApplyDelete("default", "a", "u-a", ""));
  EXPECT_EQ(h.Content(), "");
  h.Advance(seconds(31));
  EXPECT_EQ(h.Content(), "default/a@10");
}

TEST(InformerScopes, ReadYourWrites_AnswersOutsideTheScopeAreNotStored) {
  InformerScope scope = testing::ConfigMapScope("mine");
  scope.label_selector = "app=web";
  InformerHarness h(scope);
  h.StartWith({}, "10");
  const auto apply = [&](testing::ObjectText text) {
    return h.informer->ApplyWrite(kube::ObjectFromJson(Json(text)).value());
  };
  EXPECT_FALSE(apply({.name = "a", .version = "20", .ns = "other", .labels = R"("app":"web")"}));
  EXPECT_FALSE(apply({.name = "a", .version = "20", .ns = "mine"}));
  EXPECT_TRUE(apply({.name = "a", .version = "20", .ns = "mine", .labels = R"("app":"web")"}));
}

TEST_F(Informer, SY_1_WaitEndsWithTheReasonWhenItCanOnlyFail) {
  h.source->AddList(
      {HttpError(base::StatusCode::kPermissionDenied, 403, "Forbidden", "no"), {}, "", "", false});
  h.informer->Start();
  h.Run();
  const base::Status status =
      h.informer->WaitForSync({.deadline = h.clock.Now() + seconds(5), .fail_fast = true});
  EXPECT_EQ(status.code(), base::StatusCode::kPermissionDenied);
  EXPECT_EQ(status.message(), "list configmaps in all namespaces: no");
  const base::Status late = h.informer->WaitForSync({.deadline = h.clock.Now()});
  EXPECT_EQ(late.code(), base::StatusCode::kDeadlineExceeded);
  EXPECT_NE(late.message().find("no"), std::string::npos);
}

TEST_F(Informer, ObserversSeeEveryPhase) {
  Strings phases;
  auto observer = h.informer->ObserveState(
      [&](const InformerState& state) { phases.emplace_back(InformerPhaseName(state.phase)); });
  h.StartWith({}, "10");
  h.source->stream()->Send(WatchEventType::kError, testing::ErrorJson(410, "Gone", "old"));
  h.Run();
  observer.reset();
  h.Advance(seconds(5));
  EXPECT_EQ(phases, (Strings{"syncing", "synced", "stale"}));
}

TEST_F(Informer, SI_15_TheStateAlwaysHasSyncAndVersion) {
  EXPECT_FALSE(h.informer->state().has_synced);
  EXPECT_EQ(h.informer->state().resource_version, "");
  h.StartWith({Json({"a", "1"})}, "10");
  const InformerState state = h.informer->state();
  EXPECT_TRUE(state.has_synced);
  EXPECT_EQ(state.items, 1u);
  EXPECT_EQ(state.bytes, h.informer->store().bytes());
  EXPECT_EQ(state.resource_version, "10");
  EXPECT_EQ(state.attempts, 2u);
  EXPECT_EQ(state.last_contact, h.clock.Now());
}

TEST_F(Informer, INV_8_AfterTheEndNothingIsLeft) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record({.name = "r", .resync = seconds(10)});
  EXPECT_GT(h.metrics.Collect().size(), 0u);
  h.registrations.clear();
  h.informer.reset();
  h.Run();
  EXPECT_EQ(h.clock.pending_timers(), 0u);
  EXPECT_EQ(h.source->open_streams(), 0u);
  EXPECT_EQ(recorder.use_count(), 1);
  std::vector<std::string> left;
  h.metrics.Collect();
  for (const auto& family : h.metrics.Collect()) {
    if (family.name.starts_with("oarlock_informer_") && !family.samples.empty()) {
      left.push_back(family.name);
    }
  }
  EXPECT_TRUE(left.empty());
}

}  // namespace
}  // namespace oarlock::cache
