// What lies between reflector and store, seen from an informer's handlers: what is coalesced, what
// is told of deletes, when the informer counts as synced, and what bounds the way.
#include <gtest/gtest.h>

#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::seconds;
using testing::ConfigMapScope;
using testing::ErrorJson;
using testing::InformerHarness;
using testing::Json;
using Strings = std::vector<std::string>;

class DeltaFlow : public ::testing::Test {
 protected:
  void Relist(Strings items, std::string version) {
    h.source->AddList({{}, std::move(items), std::move(version), {}, false});
    h.source->stream()->Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
    h.Advance(seconds(61));
  }
  static const std::vector<testing::ScriptedEvent>& FourEvents() {
    static const std::vector<testing::ScriptedEvent> kEvents = {
        {WatchEventType::kAdded, Json({"a", "11"})},
        {WatchEventType::kAdded, Json({"b", "12"})},
        {WatchEventType::kModified, Json({"a", "13"})},
        {WatchEventType::kDeleted, Json({"b", "14"})}};
    return kEvents;
  }
  InformerHarness h;
};

TEST_F(DeltaFlow, DF_1_ChangesOfAKeyThatArriveTogetherAreToldAsOneAtThePlaceOfTheFirst) {
  h.StartWith({}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->stream()->Send(FourEvents());
  h.Run();
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@13 watch"})) << "b was never seen";
}

// Pain P33: for who needs the order over all keys.
TEST(DeltaFlowStrict, RF_1_AnInformerInStrictOrderTellsEveryChangeInTheServersOrder) {
  InformerHarness h;
  InformerEnv env = h.env();
  env.strict_order = true;
  h.informer = std::make_unique<SharedInformer>(ConfigMapScope(), h.source, env);
  h.StartWith({}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->stream()->Send({{WatchEventType::kAdded, Json({"a", "11"})},
                            {WatchEventType::kAdded, Json({"b", "12"})},
                            {WatchEventType::kModified, Json({"a", "13"})},
                            {WatchEventType::kDeleted, Json({"b", "14"})}});
  h.Run();
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@11 watch", "add default/b@12 watch",
                                       "update default/a@13 watch", "delete default/b@14 watch"}));
  EXPECT_TRUE(recorder->violations.empty());
}

TEST_F(DeltaFlow, DF_3_RF_2_ADeleteOfWhatNobodyKnewIsToldToNobody) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.Send(WatchEventType::kDeleted, Json({"x", "11"}));
  h.source->stream()->Send(
      {{WatchEventType::kAdded, Json({"y", "12"})}, {WatchEventType::kDeleted, Json({"y", "13"})}});
  h.Run();
  h.Send(WatchEventType::kDeleted, Json({"a", "14"}));
  h.Send(WatchEventType::kDeleted, Json({"a", "14"}));
  EXPECT_EQ(recorder->Take(), (Strings{"delete default/a@14 watch"}));
  EXPECT_EQ(h.informer->state().resource_version, "14");
}

// Pain P10. The object comes in the very batch that makes the informer list again.
TEST_F(DeltaFlow, DF_5_WhatCameJustBeforeARelistIsNotMissedWhenTheListLacksIt) {
  h.StartWith({}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->AddList({{}, {}, "20", {}, false});
  h.source->stream()->Send(
      {{WatchEventType::kAdded, Json({"a", "11"})},
       {WatchEventType::kError, ErrorJson(410, "Expired", "too old resource version")}});
  h.Advance(seconds(61));
  EXPECT_EQ(recorder->Take(),
            (Strings{"add default/a@11 watch", "delete default/a@11 relist stale"}));
}

// RF-5, too: what is missing is found when the list has ended, against the store as it is then.
TEST_F(DeltaFlow, RF_5_DeletesAreFoundAgainstTheStoreAsItIsAtTheEndOfTheList) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->AddList({{}, {Json({"a", "1"})}, "20", "next", false});
  h.source->AddList({{}, {}, "20", {}, true});  // its second page hangs
  h.source->stream()->Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
  h.Advance(seconds(61));
  EXPECT_TRUE(recorder->Take().empty()) << "nothing is missing before the end";
  ASSERT_TRUE(h.informer->ApplyWrite(kube::ObjectFromJson(Json({"c", "30"})).value()));
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2 default/c@30");
}

TEST_F(DeltaFlow, RF_4_AListThatFailsHalfWayLeavesWhatIsNewAndDeletesNothing) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->AddList(
      {base::Unavailable("reset"), {Json({"c", "15"}), Json({"b", "16"})}, "", {}, false});
  Relist({Json({"b", "16"}), Json({"c", "15"})}, "20");
  EXPECT_EQ(recorder->Take(), (Strings{"add default/c@15 relist", "update default/b@16 relist",
                                       "delete default/a@1 relist stale"}))
      << "told once, by the half list; the whole one found only the delete";
}

TEST_F(DeltaFlow, DF_6_RF_8_SyncedComesBehindTheLastInitialItem) {
  Strings seen;
  class AtEachItem final : public EventHandler {
   public:
    AtEachItem(InformerHarness& h, Strings& seen) : h_(h), seen_(seen) {}
    void OnEvent(const Notification&) override { Note("item"); }
    void OnSynced() override { Note("end"); }

   private:
    void Note(const std::string& what) {
      seen_.push_back(what + (h_.informer->HasSynced() ? " synced" : ""));
    }
    InformerHarness& h_;
    Strings& seen_;
  };
  auto registration = h.informer->AddHandler(std::make_shared<AtEachItem>(h, seen), {}).value();
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  EXPECT_EQ(seen, (Strings{"item", "item", "end synced"}));
  EXPECT_TRUE(registration.HasSynced());
}

TEST_F(DeltaFlow, RF_9_AnEmptyFirstListSyncsAtItsEnd) {
  auto recorder = h.Record();
  h.source->AddList({{}, {}, "", {}, true});
  h.informer->Start();
  h.Run();
  EXPECT_FALSE(h.informer->HasSynced()) << "nothing came, and not the end either";
  InformerHarness other;
  auto told = other.Record();
  other.StartWith({}, "10");
  EXPECT_TRUE(other.informer->HasSynced());
  EXPECT_EQ(told->Take(), (Strings{"synced"}));
}

TEST_F(DeltaFlow, RF_10_ItemsWithoutTheEndOfTheListAreNoSync) {
  auto recorder = h.Record();
  h.source->AddList({{}, {Json({"a", "1"})}, "", {}, true});
  h.informer->Start();
  h.Run();
  ASSERT_TRUE(h.informer->ApplyWrite(kube::ObjectFromJson(Json({"b", "5"})).value()));
  h.Run();
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@1 initial"}));
  EXPECT_FALSE(h.informer->HasSynced());
  EXPECT_FALSE(h.registrations[0].HasSynced());
}

TEST_F(DeltaFlow, DF_7_RF_7_ARedeliveryNeverGoesBackBehindAPendingChange) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  base::ManualExecutor slow;
  auto recorder = h.Record({.name = "slow", .executor = &slow, .resync = seconds(10)});
  slow.RunUntilIdle();
  recorder->Take();
  h.Send(WatchEventType::kModified, Json({"a", "11"}));
  h.Send(WatchEventType::kDeleted, Json({"b", "12"}));
  h.Advance(seconds(10));
  slow.RunUntilIdle();
  EXPECT_EQ(recorder->Take(), (Strings{"update default/a@11 watch", "delete default/b@12 watch"}))
      << "a was told anyway, and b is unknown";
  EXPECT_TRUE(recorder->violations.empty());
}

// The bound between server and store is one of bytes; what is over it stays with the server.
TEST_F(DeltaFlow, RF_12_ASourceIsAskedToWaitWhenTheStrandIsBehind) {
  const std::string big(1024 * 1024, 'x');
  Strings items;
  for (int i = 0; i < 12; ++i) {
    items.push_back(Json({.name = "n" + std::to_string(i), .version = "1", .value = big}));
  }
  h.StartWith(items, "10");
  EXPECT_GE(h.source->pauses(), 3u) << "past 8 MiB";
  EXPECT_GE(h.source->resumes(), 1u) << "when half of it was worked off";
  EXPECT_EQ(h.informer->store().size(), 12u);
  for (int i = 0; i < 6; ++i) {  // a watch that nobody reads is closed and resumed later
    h.source->stream()->Send(WatchEventType::kModified,
                             Json({.name = "n0", .version = std::to_string(20 + i), .value = big}));
  }
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "22"}))
      << "past 4 MiB it is closed, and resumed behind the last one that was kept";
  EXPECT_EQ(h.informer->store().Get("default/n0").resource_version(), "22");
}

TEST_F(DeltaFlow, RF_17_ABookmarkIsNoItemAndNoSync) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->stream()->Send({{WatchEventType::kModified, Json({"a", "11"})},
                            {WatchEventType::kBookmark, testing::BookmarkJson("12")},
                            {WatchEventType::kModified, Json({"a", "13"})}});
  h.Run();
  EXPECT_EQ(recorder->Take(), (Strings{"update default/a@11 watch", "update default/a@13 watch"}))
      << "what stood before it is applied before it";
  EXPECT_EQ(h.informer->state().items, 1u);
}

}  // namespace
}  // namespace oarlock::cache
