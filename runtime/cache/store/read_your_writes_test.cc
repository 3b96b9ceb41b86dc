// Read-your-writes: answers of own writes on top of what the watch said.
#include <gtest/gtest.h>

#include "base/fake_clock.h"
#include "cache/store.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using testing::ObjectText;
using Strings = std::vector<std::string>;

kube::Object Make(const ObjectText& text) { return kube::ObjectFromJson(Json(text)).value(); }

std::string VersionOf(const Store& store, std::string_view key) {
  return std::string(store.Get(key).resource_version());
}

class ReadYourWrites : public ::testing::Test {
 protected:
  Store store;
  base::FakeClock clock;
};

TEST_F(ReadYourWrites, MC_1_AnAnswerIsSeenUntilTheWatchHasReachedIt) {
  store.Set(Make({"a", "10"}));
  EXPECT_TRUE(store.ApplyWrite(Make({"a", "20"})));
  EXPECT_EQ(VersionOf(store, "default/a"), "20");
  EXPECT_EQ(store.Base("default/a").resource_version(), "10");
  const StoreChange older = store.Set(Make({"a", "15"}));  // somebody else's, before ours
  EXPECT_EQ(older.old_object.resource_version(), "10");
  EXPECT_EQ(VersionOf(store, "default/a"), "20") << "what was written stays visible";
  const StoreChange ours = store.Set(Make({"a", "20"}));
  EXPECT_EQ(ours.kind, StoreChange::Kind::kUpdated) << "handlers hear of it from the watch";
  EXPECT_EQ(ours.old_object.resource_version(), "15");
  EXPECT_EQ(store.pending(), 0u);
}

TEST_F(ReadYourWrites, MC_1_OlderOrIncomparableAnswersAreNotStored) {
  store.Set(Make({"a", "10"}));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "10"})));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "9"})));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "x11"})));
  EXPECT_FALSE(store.ApplyWrite(Make({"new", "x11"})));
  EXPECT_EQ(VersionOf(store, "default/a"), "10");
}

TEST_F(ReadYourWrites, ALateAnswerDoesNotResurrectADeletedObject) {
  store.Set(Make({"a", "20"}));
  store.Remove("default/a", Make({"a", "25"}));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "20"})));
  EXPECT_TRUE(store.ApplyWrite(Make({"a", "30", "default", "again"})));
  EXPECT_EQ(VersionOf(store, "default/a"), "30");
}

TEST_F(ReadYourWrites, TheDeleteOfTheWatchWinsOverAnAnswer) {
  store.Set(Make({"a", "10"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"a", "20"})));
  EXPECT_EQ(store.Remove("default/a", Make({"a", "30"})).kind, StoreChange::Kind::kDeleted);
  EXPECT_FALSE(store.Get("default/a"));
  EXPECT_EQ(store.pending(), 0u);
}

TEST_F(ReadYourWrites, NoAnswerOutlivesTheEndOfItsUid) {
  store.Set(Make({"a", "10"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"a", "20"})));
  store.Remove("default/a", Make({"a", "15"}));  // whatever its version, the uid is over
  EXPECT_FALSE(store.Get("default/a"));
  store.Set(Make({"b", "30"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"b", "40"})));
  ASSERT_TRUE(store.ApplyDelete("default/b", "u-b", "", clock.Now()));
  EXPECT_FALSE(store.Get("default/b")) << "our own write came before our own delete";
}

TEST_F(ReadYourWrites, ARecreationSurvivesTheDeleteOfItsForerunner) {
  store.Set(Make({"a", "10", "default", "u1"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"a", "30", "default", "u2"})));
  EXPECT_EQ(store.Remove("default/a", Make({"a", "20", "default", "u1"})).kind,
            StoreChange::Kind::kDeleted);
  EXPECT_EQ(store.Get("default/a").uid(), "u2");
  EXPECT_EQ(store.Set(Make({"a", "30", "default", "u2"})).kind, StoreChange::Kind::kAdded);
}

TEST_F(ReadYourWrites, EX_1_ADeletedUidIsGoneUntilTheWatchOrThirtySeconds) {
  store.Set(Make({"a", "10"}));
  EXPECT_TRUE(store.ApplyDelete("default/a", "u-a", "", clock.Now()));
  EXPECT_FALSE(store.Get("default/a"));
  EXPECT_TRUE(store.ListNamespace("default").empty());
  EXPECT_EQ(store.Base("default/a").resource_version(), "10");
  EXPECT_TRUE(store.ExpirePending(clock.Now() + kDeleteMarkTime - std::chrono::seconds(1)));
  EXPECT_FALSE(store.Get("default/a"));
  EXPECT_FALSE(store.ExpirePending(clock.Now() + kDeleteMarkTime));
  EXPECT_TRUE(store.Get("default/a")) << "the watch never confirmed it";
}

TEST_F(ReadYourWrites, MC_3_TheWatchsDeleteEndsTheMarkAndANewUidShows) {
  store.Set(Make({"a", "10", "default", "u1"}));
  ASSERT_TRUE(store.ApplyDelete("default/a", "u1", "", clock.Now()));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "15", "default", "u1"})))
      << "a stale local write does not bring it back";
  EXPECT_EQ(store.Set(Make({"a", "11", "default", "u1"})).kind, StoreChange::Kind::kUpdated);
  EXPECT_FALSE(store.Get("default/a")) << "nor does an event from before the delete";
  EXPECT_EQ(store.Remove("default/a", Make({"a", "12", "default", "u1"})).kind,
            StoreChange::Kind::kDeleted);
  EXPECT_EQ(store.pending(), 0u);
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "11", "default", "u1"})));
  EXPECT_EQ(store.Set(Make({"a", "13", "default", "u2"})).kind, StoreChange::Kind::kAdded);
  EXPECT_EQ(store.Get("default/a").uid(), "u2");
}

TEST_F(ReadYourWrites, MC_3_ARecreationWithAnotherUidWinsOverTheMark) {
  store.Set(Make({"a", "10", "default", "u1"}));
  ASSERT_TRUE(store.ApplyDelete("default/a", "u1", "", clock.Now()));
  EXPECT_TRUE(store.ApplyWrite(Make({"a", "20", "default", "u2"}))) << "re-created by us";
  EXPECT_EQ(store.Get("default/a").uid(), "u2");
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "25", "default", "u1"})));
  store.Set(Make({"b", "30", "default", "u1"}));
  ASSERT_TRUE(store.ApplyDelete("default/b", "u1", "", clock.Now()));
  store.Set(Make({"b", "40", "default", "u2"}));  // by somebody else, its delete unseen
  EXPECT_EQ(store.Get("default/b").uid(), "u2");
}

TEST_F(ReadYourWrites, AMarkHidesWhatTheWatchHasYetToShow) {
  ASSERT_TRUE(store.ApplyDelete("default/a", "u1", "", clock.Now()));
  EXPECT_EQ(store.Set(Make({"a", "10", "default", "u1"})).kind, StoreChange::Kind::kAdded)
      << "handlers hear what the watch says";
  EXPECT_FALSE(store.Get("default/a"));
  EXPECT_EQ(store.Remove("default/a", Make({"a", "12", "default", "u1"})).kind,
            StoreChange::Kind::kDeleted);
  EXPECT_EQ(store.pending(), 0u);
}

TEST_F(ReadYourWrites, AMarkOfAnotherUidHidesNothing) {
  store.Set(Make({"a", "13", "default", "u2"}));
  EXPECT_TRUE(store.ApplyDelete("default/a", "u1", "", clock.Now()));
  EXPECT_EQ(store.Get("default/a").uid(), "u2");
  EXPECT_FALSE(store.ExpirePending(clock.Now() + kDeleteMarkTime));
  EXPECT_EQ(store.Get("default/a").uid(), "u2");
}

TEST_F(ReadYourWrites, MC_2_IndicesSeeTheAnswer) {
  ASSERT_TRUE(store
                  .AddIndex("value",
                            [](const kube::Object& object, IndexValues& values) {
                              values.Add(object["data"]["v"].AsString());
                            })
                  .ok());
  store.Set(Make({.name = "a", .version = "10", .value = "old"}));
  ASSERT_TRUE(store.ApplyWrite(Make({.name = "a", .version = "20", .value = "new"})));
  EXPECT_EQ(store.IndexKeys("value", "new").value(), (Strings{"default/a"}));
  EXPECT_EQ(store.IndexedValues("value").value(), (Strings{"new"}));
  ASSERT_TRUE(store.ApplyWrite(Make({.name = "b", .version = "30", .value = "new"})))
      << "also an object that the watch has yet to show";
  EXPECT_EQ(store.ByIndex("value", "new").value().size(), 2u);
  ASSERT_TRUE(store.ApplyDelete("default/a", "u-a", "", clock.Now()));
  EXPECT_EQ(store.IndexKeys("value", "new").value(), (Strings{"default/b"}));
  store.ExpirePending(clock.Now() + kDeleteMarkTime);
  EXPECT_EQ(store.IndexedValues("value").value(), (Strings{"new", "old"})) << "back to the watch's";
}

TEST_F(ReadYourWrites, AListDecidesAboutAnswersByItsVersion) {
  ASSERT_TRUE(store.ApplyWrite(Make({"old", "10"})));
  ASSERT_TRUE(store.ApplyWrite(Make({"new", "30"})));
  store.BeginList();
  EXPECT_TRUE(store.EndList("20", false).empty()) << "handlers never heard of either";
  EXPECT_FALSE(store.Get("default/old"));
  EXPECT_TRUE(store.Get("default/new"));
  store.BeginList();
  store.EndList("5", true);
  EXPECT_FALSE(store.Get("default/new")) << "a consistent list may go back in time";
}

TEST_F(ReadYourWrites, ADeleteWhileAListIsReadIsNoReasonToMissItsEnd) {
  store.Set(Make({"a", "10"}));
  store.Set(Make({"b", "11"}));
  store.BeginList();
  ASSERT_TRUE(store.ApplyDelete("default/a", "u-a", "", clock.Now()));
  ASSERT_TRUE(store.ApplyWrite(Make({"b", "30", "default", "again"})));
  const auto removed = store.EndList("20", false);
  ASSERT_EQ(removed.size(), 2u) << "the list had neither, so handlers have to hear of both";
  EXPECT_FALSE(store.Base("default/a"));
  store.ExpirePending(clock.Now() + kDeleteMarkTime);
  EXPECT_FALSE(store.Get("default/a")) << "nor does it come back";
  EXPECT_EQ(store.Get("default/b").uid(), "again");
}

TEST_F(ReadYourWrites, MC_2_PendingAnswersAreBounded) {
  for (size_t i = 0; i < kStorePendingMax; ++i) {
    ASSERT_TRUE(store.ApplyWrite(Make({"n" + std::to_string(i), "5"})));
  }
  EXPECT_FALSE(store.ApplyWrite(Make({"more", "5"})));
  EXPECT_FALSE(store.ApplyDelete("default/unknown", "u", "", clock.Now()));
  EXPECT_EQ(store.pending(), kStorePendingMax);
  store.SetResourceVersion("5");
  EXPECT_FALSE(store.ExpirePending(clock.Now())) << "the watch has passed them";
  EXPECT_EQ(store.size(), 0u);
  for (size_t i = 0; i < kStorePendingMax; ++i) {
    store.ApplyDelete("default/n" + std::to_string(i), "u", "", clock.Now());
  }
  EXPECT_EQ(store.pending(), kStorePendingMax / 2) << "marks of unknown keys leave room";
  EXPECT_TRUE(store.ApplyWrite(Make({"more", "6"})));
}

}  // namespace
}  // namespace oarlock::cache
